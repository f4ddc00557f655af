// The lines of a file that say most about it: its beginning, then those that define or head something. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "context/outline.h"
#include "context/source_text.h"

namespace aptix::context {

struct ExcerptLimits {
  uint64_t lines = 80;
  uint64_t tokens = UINT64_MAX;  // of the literal lines
};

// In their order; they neither overlap nor touch. All of a file that keeps to the limits.
std::vector<LineSpan> choose_excerpt(const SourceText& text, std::span<const OutlineItem> items, ExcerptLimits limits);

}  // namespace aptix::context
