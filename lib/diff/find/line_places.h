// Finds lines in a text by their content. Pure; the work for one text is limited, whatever is looked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "diff/lines/hash_index.h"

namespace aptix::diff {

enum class LineText : uint8_t {
  without_ends,  // CR LF and LF are the same
  with_return,   // a CR before the LF is a part of the line
};

class LinePlaces {
 public:
  static constexpr size_t kMostNamed = 10;

  explicit LinePlaces(std::string_view text) : text_(text) {}

  struct Found {
    std::vector<uint64_t> lines;  // the first ones, from 1; at most kMostNamed
    uint64_t count = 0;
    uint64_t last = 0;     // of the place furthest down
    bool gave_up = false;  // the limit was reached: there may be more
  };
  // Every place where `wanted` occurs, line by line. REQUIRES: !wanted.empty().
  Found find(std::span<const std::string_view> wanted, LineText form);

 private:
  bool fits(std::span<const std::string_view> wanted, uint64_t line, LineText form);
  std::string_view line_at(uint64_t line, LineText form) const;

  std::string_view text_;
  std::optional<HashIndex> index_;  // made on first use
  uint64_t compares_left_ = 50'000'000;
};

}  // namespace aptix::diff
