// The order of the hunks of one file: what it says about those that fit several places. Pure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "diff/find/locate.h"
#include "diff/lines/hunk.h"
#include "edit/hunk/hunk_messages.h"

namespace aptix::edit {

// One hunk on its way to a place.
struct HunkCandidate {
  const diff::Hunk* hunk = nullptr;
  diff::Side side = diff::Side::before;  // after: its result is looked for, it was applied before
  std::optional<diff::Place> chosen;
  bool at_home = false;  // chosen by its number
  diff::Places places;   // to choose from, when there are several
  std::unique_ptr<Diagnostic> why;
  uint64_t expected = 0;  // the stated line, moved as the hunks before it were; 0 when unknown

  bool open() const { return !chosen && !why; }
  bool listed() const { return places.count == places.places.size(); }
};

// The lines of the text that a placed hunk covers, and the ones in it that it changes.
struct HunkRange {
  uint64_t start, end;
  uint64_t core_start, core_end;
};
HunkRange range_of(const HunkCandidate& candidate, uint64_t line);

// Two hunks may share context, but neither may change what the other one covers.
bool goes_before(const HunkRange& first, const HunkRange& second);

// Hunks stand in the order of the file: a hunk whose first possible place is also its last one is there,
// unless its number speaks for another one.
void choose_by_order(std::vector<HunkCandidate>& candidates);

// Of two that have a place and do not leave each other room, the later one fails. `name`: of any of them.
void refuse_overlaps(std::vector<HunkCandidate>& candidates, HunkName name);

}  // namespace aptix::edit
