// The lower rungs of the matching ladder: how lines that do not stand in a text may still fit it. What fits is told in
// the text's own lines, so that nothing is written that nobody meant. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/compute/lines.h"
#include "diff/find/regions.h"
#include "edit/rung/look_alikes.h"
#include "edit/rung/refit.h"

namespace aptix::edit {

// Of one text, for some hunks: each looked for is some passes over it, so that there is a bound.
class Ladder {
 public:
  // `original`: the text before the answer changed it, where it did. Both outlive this.
  explicit Ladder(std::string_view text, std::string_view original = {});

  // The first rung that finds a place, as low as `mode` allows. None does for a second draft of what was changed.
  RefitResult find(const diff::Hunk& hunk, MatchMode mode);

  // What a rung below `mode` would find, as a hint; "" when nothing.
  std::string hint(const diff::Hunk& hunk, MatchMode mode);

  diff::LikelyRegions& regions() { return regions_; }

 private:
  bool may_look() { return left_ != 0 && left_-- != 0; }
  RefitResult of_draft(const diff::Hunk& hunk);
  RefitResult refit(const diff::Hunk& hunk, MatchMode mode);

  std::string_view text_, original_;
  std::optional<std::vector<diff::LineEdit>> edits_;  // between the two
  LookAlikes look_alikes_;
  diff::LikelyRegions regions_;
  size_t left_;
};

}  // namespace aptix::edit
