// What a file is, and the lines that define or head something in it: found by patterns for the common languages,
// without a parser. Pure, linear time. What it is given is text in any encoding; nothing is redacted here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "context/languages.h"

namespace aptix::context {

struct OutlineItem {
  uint64_t line = 0;   // from 1
  uint64_t level = 0;  // 0 is the outermost
  std::string text;    // the line, or what it heads, without white space around it; cut where it is long
};

struct Outline {
  TextKind kind = TextKind::text;
  std::string_view language;       // "C++"; "" when it has no name
  std::vector<OutlineItem> items;  // by line
};

// Those lines of a source file, which somebody else found; their indentation makes the levels. REQUIRES: sorted.
std::vector<OutlineItem> items_of_lines(const LineIndex& lines, std::span<const uint64_t> numbers);

// `path` is for its last component: "Makefile", "a.py".
Outline outline(std::string_view path, std::string_view content);

// `text` for an item: without white space around it, and no longer than a line of a screen or two.
std::string item_text(std::string_view text);

}  // namespace aptix::context
