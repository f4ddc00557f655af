// Lines that stand for lines of the file which are not shown: "// ... existing code ...". Pure; linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text/source_kind.h"

namespace aptix::edit {

bool has_ellipsis(std::string_view text);

// With a sign that the kind of file or some other language has.
bool begins_as_comment(std::string_view line, const SourceKind& kind);

// Bare or in a comment or brackets, its text begins with an ellipsis.
bool is_gap_line(std::string_view line, const SourceKind& kind);

// "foo(); // ... existing code ...", "void f() { /* ... */ }": a comment after code that begins with an ellipsis.
bool ends_in_gap(std::string_view line);

// A comment that is nothing but labels of gaps and little words: "// rest of the file". It is a gap where its place
// says so.
bool is_gap_label(std::string_view line, const SourceKind& kind);

// Which lines of a text are gaps: one of these that the old text has not, white space around lines ignored. In Python
// "..." is all of a body, too, and a page shows code with such lines.
std::vector<bool> gaps_in(std::string_view text, const SourceKind& kind, std::string_view old_text);
std::vector<bool> gaps_in(
    std::string_view text, const SourceKind& kind, const std::function<bool(std::string_view)>& is_old);

// How many lines of the text are this one, but for white space around them: no more than `most`.
size_t lines_like(std::string_view text, std::string_view line, size_t most);
inline bool has_line(std::string_view text, std::string_view line) { return lines_like(text, line, 1) != 0; }

// The first one of a text for a file that has `old_text`, where labels do not count, or is to be made: its number, from
// 1. `bare`: whether "..." alone is one.
enum class BareEllipsis : uint8_t { gap, text };
std::optional<uint64_t> first_gap(
    std::string_view text, std::optional<std::string_view> old_text, const SourceKind& kind, BareEllipsis bare);

}  // namespace aptix::edit
