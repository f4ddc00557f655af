// The hunks of one text that fit it only on a lower rung of the ladder, and what they prove about all others. Pure.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "diff/find/locate.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/hunk_order.h"
#include "edit/hunk/placed_hunk.h"
#include "edit/rung/ladder.h"
#include "model/change_set.h"

namespace aptix::edit {

class HunkRefits {
 public:
  // The texts outlive this. `original`: before the answer changed it. `mode`: how far down; nothing: not at all, and no
  // hints.
  HunkRefits(std::string_view text, std::string_view original, std::optional<MatchMode> mode)
      : ladder_(text, original),
        mode_(mode) {}

  // Chooses the one place of a hunk that does not stand in the text. False: it has none, and `why`.
  bool place(HunkCandidate& candidate, const HunkName& name, diff::Locator& locator);

  // As one hunk was written, all of the file were: what it proves holds for the new lines of those that fit as they
  // are. Where that is not clear, they fail.
  void hold_all_to_proofs(std::vector<HunkCandidate>& candidates, HunkName name);

  // How the placed hunks fit, and what their lines view. Parallel to the candidates.
  void move_to(PlacedHunks& placed, const std::vector<HunkCandidate>& candidates);

 private:
  void hold(HunkCandidate& candidate, const HunkName& name, const Refit& proof);

  Ladder ladder_;
  std::optional<MatchMode> mode_;
  std::map<size_t, Refit> refits_;  // by the number of the hunk, from 1
};

}  // namespace aptix::edit
