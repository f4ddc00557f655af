// What is written has the line ends of the place where it lands. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/text.h"

namespace aptix::edit {

// The place of an edit.
struct Site {
  std::string_view region;       // the bytes that are replaced
  std::string_view after;        // what follows; enough to see the end of the line
  bool exact = true;             // the find text fits byte for byte
  LineEnd file = LineEnd::none;  // the commoner line end of the file
};

// How far behind a place the end of its line is looked for. Longer lines have the file's.
inline constexpr size_t kLineReach = 4096;

// `replace` with the line ends of the place; nothing when it is right as it is.
std::optional<std::string> with_ends_of(const Site& site, std::string_view find, std::string_view replace);

}  // namespace aptix::edit
