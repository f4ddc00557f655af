// Comments in the place of code: what stands for lines that were left out, in whatever language. Pure; linear but for
// the diff.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace aptix::edit {

struct BareComment {
  uint64_t line = 0;      // in `after`, from 1
  std::string_view text;  // of that line, trimmed: views `after`
  uint64_t lines = 0;     // of code that went for it
};

// The first comment that comes in `after` where two or more lines of code went and nothing else came, or all of a body.
// Code that is elsewhere in `after` has not gone.
std::optional<BareComment> bare_comment(std::string_view before, std::string_view after, std::string_view path);

}  // namespace aptix::edit
