// Finds where a hunk fits in a text. Pure. Linear, plus the number of places, for any input.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "diff/hunk.h"

namespace aptix::diff {

// A place where every context and removed line of the hunk stands, in order.
struct Place {
  uint64_t line = 0;         // first line of the preimage in the text, from 1 (insertion: the line before which it goes)
  bool line_ends = false;    // fits only when CR LF and LF are taken as equal
};

// All places, in order of line; exact ones only when there is an exact one. At most `most` are
// listed (the count says how many there are). A hunk without old lines has no place of its own:
// `places` is empty.
struct Places {
  std::vector<Place> places;
  uint64_t count = 0;
};

// A text prepared for many look-ups.
class Locator {
 public:
  explicit Locator(std::string_view text);
  ~Locator();
  Locator(const Locator&) = delete;
  Locator& operator=(const Locator&) = delete;

  Places find(const Hunk& hunk, uint64_t most = 100);
  // git-apply(1): the place nearest to the stated line plus `drift` (line offset of earlier hunks),
  // searching alternately forward and back, from line `not_before` on; anchored at the start for
  // old_start <= 1 and at the end without trailing context unless `unidiff_zero`.
  std::optional<Place> find_as_git(const Hunk& hunk, int64_t drift, uint64_t not_before, bool unidiff_zero = false);
  // Where the most of its old lines stand together: for "nearest place" in messages. Nothing when
  // no line of it stands in the text.
  struct Near { uint64_t line; uint64_t same; uint64_t first_difference; };  // lines from 1
  std::optional<Near> nearest(const Hunk& hunk);

  const LineIndex& lines() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aptix::diff
