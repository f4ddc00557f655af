// Shared by the rungs of the matching ladder: hunks rewritten with the text's lines, the search for their places. Pure.
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

// Converts a line of the answer to what is to be written; nothing if that is unclear.
using Renew = std::function<std::optional<std::string>(std::string_view line)>;

// A hunk whose old lines are those of the text, and whose new lines are converted.
struct Refit {
  diff::Hunk hunk;
  std::list<std::string> texts;  // owns new lines
  Rule rule = Rule::indentation;
  diff::Side side = diff::Side::before;  // after: its result is in the text already
  uint64_t line = 0;                     // of the place, from 1
  std::string differs;                   // for messages
  Renew bare = {};                       // converts lines as its place proves to be right for the answer
};

struct RefitResult {
  std::optional<Refit> only;
  std::vector<uint64_t> lines;  // of the places, if there are several
  std::string untold;           // a hint, if there is one place, but it is unclear what the new lines are to be

  bool none() const { return !only && lines.empty() && untold.empty(); }
};

using HunkLines = std::vector<const diff::HunkLine*>;
HunkLines old_lines(const diff::Hunk& hunk);

using Lines = std::vector<std::string_view>;  // without line ends

// Visits each place where the line wanted[anchor] occurs with any indentation: `start`, and as many lines of the text
// as are wanted. visit() returns false to stop. Returns false if the search takes too long.
using OnLines = std::function<bool(size_t start, const Lines& there)>;
bool each_place(std::string_view text, const HunkLines& wanted, size_t anchor, const OnLines& visit);
// The anchor is the longest line.
bool each_place(std::string_view text, const HunkLines& wanted, const OnLines& visit);

// For a new line that equals an old one: what the text has for that.
std::optional<std::string> moved_line(const diff::Hunk& hunk, const Lines& there, std::string_view added);

// The hunk with `there` as the lines of that side, and with new lines converted by `renew`; nothing if one cannot be.
std::optional<Refit> rewritten(
    const diff::Hunk& hunk, const Lines& there, const Renew& renew, diff::Side side = diff::Side::before);

// Collects the places that fit: the result is the only one, or the lines of several.
class PlacesThatFit {
 public:
  explicit PlacesThatFit(std::string_view text) : text_(text) {}

  // Both return false when there are enough. Without a refit, the place fits but cannot be used.
  bool add(size_t start, std::optional<Refit> refit);
  bool add_untold(size_t start, const Refit& refit);
  RefitResult take(bool complete);

 private:
  std::string_view text_;
  RefitResult result_;
};

// How an answer writes the lines of one file, as its edits prove one after the other.
struct AnswerStyle {
  // Adds an edit that fits as it is. False: an earlier edit proves that its new lines must be converted.
  bool add_plain(std::string_view find, std::string_view replace);
  // Adds an edit that only fits converted. False: the new lines of an earlier edit must then be converted, too.
  bool add_proof(const Renew& bare);

  bool shifted = false;   // an edit only fits re-indented: those that fit as they are may have lost indentation, too
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
// Words of letters, digits and '_'.
std::vector<std::string_view> words_of(std::string_view line);
}  // namespace aptix::edit
