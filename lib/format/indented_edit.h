// Text that is indented as a whole, in prose: code, by CommonMark, which may only be shown. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "format/line.h"

namespace aptix::format {

// Four columns or more, on every line that is not blank.
bool is_indented_as_a_whole(std::string_view text);

struct Unindented {
  std::string text;
  size_t end = 0;  // behind the last line that is indented so far, or blank
};

// From `line` on, where it is indented and would begin a diff or a SEARCH/REPLACE block if it were not: the lines without that indentation.
std::optional<Unindented> indented_document(std::string_view text, const Line& line);

}  // namespace aptix::format
