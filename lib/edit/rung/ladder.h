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

// Two drafts of one change in an answer: the second one was made for the file as it was before the first.
class Drafts {
 public:
  // `original`: the text before the answer changed it; empty: it did not. Both outlive this.
  Drafts(std::string_view original, std::string_view text) : original_(original), text_(text) {}

  // The first line of the original text (from 1) that the hunk takes away, where it stood, and that was taken away
  // already; nothing when it is no second draft.
  std::optional<uint64_t> redone(const diff::Hunk& hunk);

 private:
  bool changed() const {
    bool is_itself = original_.data() == text_.data() && original_.size() == text_.size();
    return !original_.empty() && !is_itself && original_ != text_;
  }

  std::string_view original_, text_;
  std::optional<std::vector<diff::LineEdit>> edits_;  // between the two
};

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
  bool may_look();
  RefitResult of_draft(const diff::Hunk& hunk);

  RefitResult refit(const diff::Hunk& hunk, MatchMode mode);

  std::string_view text_;
  LookAlikes look_alikes_;
  Drafts drafts_;
  diff::LikelyRegions regions_;
  size_t left_;
};

}  // namespace aptix::edit
