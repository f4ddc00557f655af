// The lower rungs of the matching ladder: how lines that do not stand in a text may still fit it. What fits is told in
// the text's own lines, so that nothing is written that nobody meant. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "edit/ladder/look_alikes.h"
#include "edit/ladder/refit.h"

namespace aptix::edit {

// Of one text, for some hunks: each looked for is some passes over it, so that there is a bound.
class Ladder {
 public:
  explicit Ladder(std::string_view text);  // outlives this

  // The first rung that finds a place, as low as `mode` allows.
  RefitResult find(const diff::Hunk& hunk, MatchMode mode);

  // What a rung below `mode` would find, as a hint; "" when nothing.
  std::string hint(const diff::Hunk& hunk, MatchMode mode);

 private:
  bool may_look();
  RefitResult refit(const diff::Hunk& hunk, MatchMode mode);

  std::string_view text_;
  LookAlikes look_alikes_;
  size_t left_;
};

}  // namespace aptix::edit
