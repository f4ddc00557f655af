// A hunk on its way to a place, and what the hunks of one file say about each other: their order, their numbers, and
// that some have been applied before. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "diff/find/locate.h"
#include "diff/lines/hunk.h"
#include "edit/basis/hunk_shape.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/rung/refit.h"
#include "model/change_set.h"

namespace aptix::edit {

struct PlacedHunk {
  const diff::Hunk* hunk = nullptr;      // as it fits: empty lines at its edges may have been left out
  diff::Side side = diff::Side::before;  // after: its result is looked for, it was applied before
  std::optional<diff::Place> chosen{};
  bool at_home = false;               // chosen by its number
  diff::Places places{};              // to choose from, when there are several
  uint64_t expected = 0;              // the stated line, moved as the hunks before it were; 0 when unknown
  std::unique_ptr<Diagnostic> why{};  // failed

  // Known when all are placed:
  EditStatus status = EditStatus::failed;
  Rule rule = Rule::exact;
  bool line_ends = false;                  // fits only when line ends are not compared
  std::optional<diff::BlankFit> blanks{};  // how it fits but for white space; nothing when it fits exactly
  std::string differs{};                   // but for what it fits, by a rule below `line_ends`
  Renew bare{};                            // what it proves about how new lines are written
  uint64_t line = 0;                       // of the place, from 1
  size_t start = 0;                        // its first byte in the text
  int64_t offset = 0;                      // how many lines away from the stated one

  bool open() const { return !chosen && !why; }
  bool listed() const { return places.count == places.places.size(); }
  bool is_done() const { return chosen && side == diff::Side::after; }
  void fail(Error error) { why = std::make_unique<Diagnostic>(std::move(error)); }
  // But for the offset, which only hunks of a diff tell. Takes `why`.
  EditOutcome outcome() {
    return {.status = status,
        .rule = rule,
        .line = line,
        .places = status == EditStatus::applied ? uint64_t{1} : 0,
        .why = std::move(why)};
  }
};

struct PlacedHunks {
  std::vector<PlacedHunk> hunks;     // parallel to those given
  std::deque<diff::Hunk> rewritten;  // owns what `hunk` points to, where it is not one of those given
  std::list<std::string> texts;      // owns what their lines view, where it is not what the given ones view
};

// The lines of the text that a placed hunk covers, and the ones in it that it changes.
struct HunkRange {
  uint64_t start, end;
  uint64_t core_start, core_end;
};
// Two hunks may share context, but neither may change what the other one covers.
bool goes_before(const HunkRange& first, const HunkRange& second);

// Hunks stand in the order of the file: a hunk whose first possible place is also its last one is there,
// unless its number speaks for another one.
void choose_by_order(std::vector<PlacedHunk>& hunks);

// Of two that have a place and do not leave each other room, the later one fails. `name`: of any of them.
void refuse_overlaps(std::vector<PlacedHunk>& hunks, HunkName name);

// Does each begin after the one before, and in the new text as many lines further as those before add? And do those
// with old lines stand there, exactly?
bool are_where_they_say(std::span<const PlacedHunk> hunks);

// Of hunks without old lines only their numbers say where they go. Refuses those that are chosen so, but for where it
// is proven: the numbers hold; or the numbers of all hunks agree with each other and with the places of those that have
// old lines, and after the place there stands one of those, or the text ends. `name`: of any of the hunks.
void refuse_unproven_insertions(
    std::vector<PlacedHunk>& hunks, StatedNumbers numbers, HunkName name, diff::LineTable& lines);

// Lines that a hunk looks for may still stand where it was applied: what it leaves has them, too, or another place of
// the text. Takes those for applied whose result stands around what was chosen; and, where others have been applied,
// those whose result stands once.
void settle_applied(std::vector<PlacedHunk>& hunks, diff::Locator& locator);

// What a hunk leaves may stand in the text before as well, above all where it only takes lines away. Is that so here?
// REQUIRES: its result was chosen.
bool stands_unapplied(const PlacedHunk& hunk, diff::Locator& locator);

}  // namespace aptix::edit
