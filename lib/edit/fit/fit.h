// Applies blocks to their file: a whole new file, or parts in which gap lines stand for unchanged lines. Uses layout
// only; a result that cannot be proved is refused. Pure; O(n log n).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// A replaced range of the old file; lines are 1-based.
struct ReplacedRange {
  std::string name;              // name of the thing; "" if none
  uint64_t first = 0, last = 0;  // last < first: inserted before `first`
  bool at_end = false;           // inserted at the end of the file
};

struct Fitted {
  enum class As : uint8_t { already, whole, part };
  As as = As::part;
  std::string text;                       // the new file; the lines of a part get the file's dominant line end
  std::vector<ReplacedRange> replaced{};  // of a whole: the things that it removes
};

using Fit = std::variant<Fitted, Misfit>;

// A block. It replaces the lines `instead_of`, which must occur once; if these are "", it shows its place itself.
struct PartText {
  std::string_view text, instead_of{};
};

// Places all blocks on `old_text`; none sees the result of another. MayBe: whether a single block may be the whole
// file. NewThings: what to do with a block of only new things (steps.h) that shows no place. On failure: Misfit::block.
enum class MayBe : uint8_t { whole_or_part, part };
enum class NewThings : uint8_t { refused, appended };
Fit fit(std::string_view old_text, std::span<const PartText> blocks, std::string_view path,
    MayBe may_be = MayBe::whole_or_part, NewThings new_things = NewThings::refused);

}  // namespace aptix::edit
