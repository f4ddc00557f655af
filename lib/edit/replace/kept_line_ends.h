// What is written has the line ends of the place where it lands, or of the file that it replaces. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/text.h"

namespace aptix::edit {

// The place of an edit.
struct EditPlace {
  std::string_view region;       // the bytes that are replaced
  std::string_view after;        // what follows; enough to see the end of the line
  bool exact = true;             // the find text fits byte for byte
  LineEnd file = LineEnd::none;  // the commoner line end of the file
};

// How far after a place the end of its line is looked for. Longer lines have the file's.
inline constexpr size_t kLineReach = 4096;

// `replace` with the line ends of the place; nothing when it is right as it is.
std::optional<std::string> with_ends_of(const EditPlace& site, std::string_view find, std::string_view replace);

// LF content over a file that has only CR LF: the content with CR LF. Nothing when it is right as
// given; content with a CR LF of its own always is.
std::optional<std::string> with_line_ends_of(std::string_view old_content, std::string_view content);

// A byte-order mark of the file stays: the part of `old_content` that goes before `content`.
std::string_view kept_byte_order_mark(std::string_view old_content, std::string_view content);

// Lines between two marks cannot say that the last one has no line end: it stays as it is in the old text.
std::string_view without_shown_line_end(std::string_view content, std::string_view old);

}  // namespace aptix::edit
