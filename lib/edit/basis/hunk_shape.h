// What a hunk consists of, as far as its place depends on it. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "diff/lines/hunk.h"

namespace aptix::edit {

using LineKind = diff::HunkLine::Kind;

inline constexpr size_t kProof = 8;  // bytes other than white space: more than chance

// Bytes other than white space.
size_t telling_bytes(std::string_view line);
size_t telling_bytes(const diff::Hunk& hunk, diff::HunkLine::Kind kind);  // of its lines of that kind
size_t old_telling_bytes(const diff::Hunk& hunk);                         // of its context and its removed lines

// Its lines on that side, each with a line feed.
std::string side_of(const diff::Hunk& hunk, diff::Side side);

// Can the result of a hunk prove that the hunk was applied before?
bool can_be_already(const diff::Hunk& hunk);

bool has_context(const diff::Hunk& hunk);

// Do both have the same lines, wherever these come from?
bool same_lines(const diff::Hunk& a, const diff::Hunk& b);

// A hunk without the empty lines at its edges, which may only separate it from other text. Nothing without these, or
// without another old line.
std::optional<diff::Hunk> without_bare_edges(const diff::Hunk& hunk);

// The number of its first line on that side, by its header; a header names the line before for a side without lines.
uint64_t stated_line(const diff::Hunk& hunk, diff::Side side);

// Are the line numbers that a diff states known to count the lines of the text?
enum class StatedNumbers : uint8_t {
  open,  // unknown
  hold,  // yes
};

// The lines that a side of a hunk covers, and how many context lines it has at its edges.
struct Extent {
  uint64_t lines = 0;
  uint64_t lead = 0;   // context before the first change
  uint64_t trail = 0;  // context after the last change
};
Extent extent_of(const diff::Hunk& hunk, diff::Side side);

}  // namespace aptix::edit
