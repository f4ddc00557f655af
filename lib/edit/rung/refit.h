// What the rungs of the matching ladder have in common: a hunk in the words of the text, and how its places are gone
// through. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/lines/hunk.h"
#include "model/change_set.h"

namespace aptix::edit {

// A new line as it is to be written; nothing where that is not clear.
using Renew = std::function<std::optional<std::string>(std::string_view line)>;

// A hunk with the text's lines for its old ones, and with its new lines as they are to be written there.
struct Refit {
  diff::Hunk hunk;
  std::list<std::string> texts;  // owns new lines
  Rule rule = Rule::indentation;
  diff::Side side = diff::Side::before;  // after: what it leaves stands there already
  uint64_t line = 0;                     // of the place, from 1
  std::string differs;                   // in words
  Renew bare = {};                       // what its place proves about how new lines of the same answer were written
};

struct RefitResult {
  std::optional<Refit> only;
  std::vector<uint64_t> lines;  // of the places, when there are several
  std::string untold;           // a hint, where the only place fits, but it is not clear what its new lines are to be

  bool none() const { return !only && lines.empty() && untold.empty(); }
};

using HunkLines = std::vector<const diff::HunkLine*>;
HunkLines old_lines(const diff::Hunk& hunk);

using Lines = std::vector<std::string_view>;  // without line ends

// Goes through the places where that one of the wanted lines stands, whatever its indentation is: visit(start, as many
// lines of the text) for each; false ends it. Is false when so much looks alike that it would take long.
using OnLines = std::function<bool(size_t start, const Lines& there)>;
bool each_place(std::string_view text, const HunkLines& wanted, size_t anchor, const OnLines& visit);
// By the longest one.
bool each_place(std::string_view text, const HunkLines& wanted, const OnLines& visit);

// A new line that is an old one in another place: what the text has for that.
std::optional<std::string> moved_line(const diff::Hunk& hunk, const Lines& there, std::string_view added);

// The hunk with the lines of the text in place of those of that side, and its new lines as `renew` makes them; nothing
// where it cannot.
std::optional<Refit> rewritten(
    const diff::Hunk& hunk, const Lines& there, const Renew& renew, diff::Side side = diff::Side::before);

// What has come of all places: the only one, or the lines of several.
class PlacesThatFit {
 public:
  explicit PlacesThatFit(std::string_view text) : text_(text) {}

  // Both are false when enough have been seen. Nothing: a place that fits, but must not be used.
  bool add(size_t start, std::optional<Refit> refit);
  bool add_untold(size_t start, const Refit& refit);
  RefitResult take(bool complete);

 private:
  std::string_view text_;
  RefitResult result_;
};

// How an answer writes what it says of one file, as its edits prove it one after the other.
struct AnswerStyle {
  // An edit fits as it is written. False: one before has proven that its new lines are to be read in another way.
  bool add_plain(std::string_view find, std::string_view replace);
  // An edit fits only when it is read so. False: the new lines of one before are then other ones, too.
  bool add_proof(const Renew& bare);

  bool shifted = false;  // an edit fits only with another indentation: others may have lost theirs and fit all the same
  uint64_t cut_line = 0;  // of the first edit that may cut indentation

 private:
  struct Plain {
    std::string_view find, replace;
  };
  static bool holds(const Renew& bare, const Plain& edit);

  std::vector<Renew> proofs_;
  std::vector<Plain> plain_;
};

bool is_new_line(const diff::Hunk& hunk, std::string_view line);
// Words as programs have them.
std::vector<std::string_view> words_of(std::string_view line);
}  // namespace aptix::edit
