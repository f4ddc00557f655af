// Text that may only be shown in the prose: a quote, and what is indented as a whole, which is code by CommonMark.
// Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "format/basis/line.h"

namespace aptix::format {

// Four columns or more, on every line that is not blank.
bool is_indented_as_a_whole(std::string_view text);

struct ShownText {
  std::string text;  // without the signs of the quote, or the indentation
  size_t end = 0;    // after the last line that is shown
};

// The lines of a block quote, from `line` on. Nothing where it begins none.
std::optional<ShownText> quoted_text(std::string_view text, const Line& line);

// The lines from `line` on that are indented as far, and blank ones. Nothing where it would not begin a diff or a
// SEARCH/REPLACE block without its indentation.
std::optional<ShownText> indented_document(std::string_view text, const Line& line);

}  // namespace aptix::format
