#include "edit/hunk/hunk_refits.h"

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "edit/basis/hunk_shape.h"

namespace aptix::edit {

bool HunkRefits::place(HunkCandidate& candidate, const HunkName& name, diff::Locator& locator) {
  RefitResult found = mode_ ? ladder_.find(*candidate.hunk, *mode_) : RefitResult();
  std::optional<diff::Place> place =
      found.only ? locator.at(found.only->hunk, found.only->line, found.only->side) : std::nullopt;
  if (place) {
    Refit& refit = refits_.emplace(name.number, std::move(*found.only)).first->second;
    candidate.hunk = &refit.hunk;
    candidate.side = refit.side;
    candidate.chosen = place;
    candidate.expected = 0;
    return true;
  }
  bool none = found.lines.empty();
  candidate.why = std::make_unique<Diagnostic>(
      none ? hunk_not_found(name, *candidate.hunk, locator) : hunk_nearly_fits(name, found.lines));
  std::string hint = std::move(found.untold);
  if (none && hint.empty() && mode_) hint = ladder_.hint(*candidate.hunk, *mode_);
  if (!hint.empty()) candidate.why->hint = std::move(hint);
  return false;
}

void HunkRefits::move_to(PlacedHunks& placed, const std::vector<HunkCandidate>& candidates) {
  for (auto& [number, refit] : refits_) {
    placed.texts.splice(placed.texts.end(), refit.texts);
    if (candidates[number - 1].hunk != &refit.hunk) continue;
    PlacedHunk& one = placed.hunks[number - 1];
    one.hunk = &placed.rewritten.emplace_back(std::move(refit.hunk));
    one.rule = refit.rule;
    one.differs = std::move(refit.differs);
    one.bare = std::move(refit.bare);
  }
}

}  // namespace aptix::edit
