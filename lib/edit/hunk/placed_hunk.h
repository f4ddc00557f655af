// A hunk and its place, and what the hunks of one file prove about each other: by order, line numbers, results. Pure.
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
  const diff::Hunk* hunk = nullptr;      // as it matches: empty lines at its edges may be left out
  diff::Side side = diff::Side::before;  // after: its result is looked for, it was applied before
  std::optional<diff::Place> chosen{};
  bool at_home = false;               // chosen by its stated line
  diff::Places places{};              // if there are several
  uint64_t expected = 0;              // the stated line, moved like the hunks before it; 0 if unknown
  std::unique_ptr<Diagnostic> why{};  // set if it failed

  // Set when all are placed:
  EditStatus status = EditStatus::failed;
  Rule rule = Rule::exact;
  bool line_ends = false;                  // matches only if line ends are ignored
  std::optional<diff::BlankFit> blanks{};  // how white space differs; nothing if it matches exactly
  std::string differs{};                   // what differs, for a rule below `line_ends`
  Renew bare{};                            // the conversion of new lines that it proves
  uint64_t line = 0;                       // of the place, from 1
  size_t start = 0;                        // its first byte in the text
  int64_t offset = 0;                      // in lines, from the stated one

  bool open() const { return !chosen && !why; }
  bool listed() const { return places.count == places.places.size(); }
  bool is_done() const { return chosen && side == diff::Side::after; }
  void fail(Error error) { why = std::make_unique<Diagnostic>(std::move(error)); }
  // Without the offset, which only hunks of a diff have. Moves `why` out.
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
  std::deque<diff::Hunk> rewritten;  // owns each `hunk` that is not one of those given
  std::list<std::string> texts;      // owns the lines that the given ones do not have
};

// The lines [start, end) of the text that a placed hunk covers, and [core_start, core_end) that it changes.
struct HunkRange {
  uint64_t start, end;
  uint64_t core_start, core_end;
};
// Two hunks may share context, but neither may change what the other covers.
bool goes_before(const HunkRange& first, const HunkRange& second);

// Chooses the only place that keeps all hunks in order, unless the stated line of the hunk is closer to another one.
void choose_by_order(std::vector<PlacedHunk>& hunks);

// Of two placed hunks that overlap, the later one fails. `name`: of any of them.
void refuse_overlaps(std::vector<PlacedHunk>& hunks, HunkName name);

// Are the stated lines in order, those of the new text moved by what the hunks before add? And does each hunk with old
// lines match exactly at its stated line?
bool are_where_they_say(std::span<const PlacedHunk> hunks);

// Refuses hunks without old lines, which only their numbers place, unless the numbers are proven: they hold, or
// are_where_they_say(), and after the place comes a hunk with old lines or the end of the text. `name`: of any hunk.
void refuse_unproven_insertions(
    std::vector<PlacedHunk>& hunks, StatedNumbers numbers, HunkName name, diff::LineTable& lines);

// Marks a hunk as applied if its result is around the chosen place or, if another was applied, occurs exactly once.
void settle_applied(std::vector<PlacedHunk>& hunks, diff::Locator& locator);

// Does the result only match because the hunk was never applied? Common if it only removes. REQUIRES: it was chosen.
bool stands_unapplied(const PlacedHunk& hunk, diff::Locator& locator);

}  // namespace aptix::edit
