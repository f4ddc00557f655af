// Lays a text on the file that it is for: all of it, or a part, with gaps for what stays. By layout alone; a result is
// proved or refused. Pure; n log n.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// What a placement did, in lines of the old file from 1.
struct ReplacedRange {
  std::string name;              // of the thing; "" when of none
  uint64_t first = 0, last = 0;  // last < first: inserted before `first`
  bool at_end = false;           // of the file
};

struct Fitted {
  enum class As : uint8_t { already, whole, part };
  As as = As::part;
  std::string text;                       // the new file; with LF or CR LF as the old one has it
  std::vector<ReplacedRange> replaced{};  // of a whole: the things that it has no more
};

using Fit = std::variant<Fitted, Misfit>;

// A text for a file. `instead_of`: the lines of the file that it takes the place of, which are there once; "": it shows
// its place itself.
struct PartText {
  std::string_view text, instead_of{};
};

// Of texts for a file that is there, which are all placed on the file as it is. `may_be`: whether one alone may be the
// whole of it. `new_things`: what becomes of a block of nothing but new things that it shows no place for.
// Misfit::block tells which of them has no place.
enum class MayBe : uint8_t { whole_or_part, part };
enum class NewThings : uint8_t { refused, appended };
Fit fit(std::string_view old_text, std::span<const PartText> blocks, std::string_view path,
    MayBe may_be = MayBe::whole_or_part, NewThings new_things = NewThings::refused);

}  // namespace aptix::edit
