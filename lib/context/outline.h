// The kind of a file, and the lines in it that define or head something, found by patterns for common languages,
// without a parser. Pure, linear time. Accepts text in any encoding; does not redact.
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
  std::string text;    // the line, or its heading or key, trimmed and perhaps shortened
};

struct Outline {
  TextKind kind = TextKind::text;
  std::string_view language;       // "C++"; "" if unknown
  std::vector<OutlineItem> items;  // by line
};

// Items for lines that were found elsewhere; levels by indentation. REQUIRES: `numbers` are sorted.
std::vector<OutlineItem> items_of_lines(const LineIndex& lines, std::span<const uint64_t> numbers);

// Of `path` only the last component matters: "Makefile", "a.py".
Outline outline(std::string_view path, std::string_view content);

// `text` as it is shown in an item: trimmed, and cut to some 200 bytes.
std::string item_text(std::string_view text);

}  // namespace aptix::context
