// Outlines of what a pattern for single lines cannot read: documents whose headings are underlined or stand beside
// fenced code, and JSON. Pure, linear time.
#pragma once

#include <string_view>
#include <vector>

#include "context/outlines/item.h"

namespace aptix::context {

std::vector<OutlineItem> markdown_headings(std::string_view content);
std::vector<OutlineItem> underlined_headings(std::string_view content);  // reStructuredText

// Keys of the outermost two objects, wherever they stand; what is not JSON ends the outline. Not JSON-checked.
std::vector<OutlineItem> json_keys(std::string_view content);

// `text` for an item: without white space around it, and no longer than a line of a screen or two.
std::string item_text(std::string_view text);

}  // namespace aptix::context
