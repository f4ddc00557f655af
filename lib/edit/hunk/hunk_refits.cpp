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

void HunkRefits::hold_all_to_proofs(std::vector<HunkCandidate>& candidates, HunkName name) {
  std::set<std::string_view> proven;
  for (const auto& [number, refit] : refits_) {
    if (!refit.bare || !proven.insert(refit.differs).second) continue;
    for (size_t i = 0; i < candidates.size(); ++i) {
      name.number = i + 1;
      if (auto own = refits_.find(i + 1); own == refits_.end() || !own->second.bare) hold(candidates[i], name, refit);
    }
  }
}

void HunkRefits::hold(HunkCandidate& candidate, const HunkName& name, const Refit& proof) {
  if (candidate.why || !candidate.chosen || candidate.side == diff::Side::after) return;
  Refit made{.hunk = *candidate.hunk, .texts = {}, .rule = Rule::look_alike, .differs = proof.differs};
  bool changed = false;
  bool clear = true;
  for (diff::HunkLine& line : made.hunk.lines) {
    std::optional<std::string> bare = proof.bare(line.text);
    bool same = bare && *bare == line.text;
    bool added = line.kind == LineKind::added;
    changed = changed || (added && !same);
    clear = clear && bare && (added || same);  // an old line that stands as it is was written in another way
    if (added && bare && !same) line.text = made.texts.emplace_back(std::move(*bare));
  }
  if (!changed) return;
  if (!clear) {
    candidate.why = std::make_unique<Diagnostic>(hunk_unclear(name, candidate.chosen->line, proof.differs));
    return;
  }
  Refit& kept = refits_[name.number];
  made.texts.splice(made.texts.end(), kept.texts);
  kept = std::move(made);
  candidate.hunk = &kept.hunk;
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
