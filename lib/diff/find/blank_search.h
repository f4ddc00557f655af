// Finds where lines of a patch stand in a text but for blanks (diff/find/blanks.h). Pure. Linear in the
// text, plus a budget that is linear in text and patterns.
#pragma once

#include <cstdint>
#include <optional>

#include "diff/find/blanks.h"
#include "diff/find/place.h"
#include "diff/lines/hash_index.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {

class BlankSearch {
 public:
  // `lines` must outlive it. Nothing is read before it is needed.
  explicit BlankSearch(LineTable& lines) : lines_(lines) {}

  // All places, also those that fit exactly. A pattern that is nothing but blanks has none.
  Places find(const Pattern& pattern, uint64_t most);

  // How it fits at this line (from 1).
  std::optional<BlankFit> at(const Pattern& pattern, uint64_t line) const;

 private:
  bool prepare();
  std::optional<BlankFit> fit(const Pattern& pattern, size_t start, uint64_t& compared) const;

  LineTable& lines_;
  std::optional<HashIndex> index_;  // by what no lost blank changes
  uint64_t budget_ = 0;             // lines that may still be compared
};

}  // namespace aptix::diff
