// Whole content for a file: what of the old file stays. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::edit {

// LF content over a file that has only CR LF: the content with CR LF. Nothing when it is right as
// given; content with a CR LF of its own always is.
std::optional<std::string> with_line_ends_of(std::string_view old_content, std::string_view content);

// A byte-order mark of the file stays: the part of `old_content` that goes before `content`.
std::string_view kept_byte_order_mark(std::string_view old_content, std::string_view content);

// Lines between two marks cannot say that the last one has no line end: it stays as it is in the old text.
std::string_view without_shown_line_end(std::string_view content, std::string_view old);

}  // namespace aptix::edit
