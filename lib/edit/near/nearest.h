// For a text that was not found: the most similar place in the file, and what differs. Linear in the size of the file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "diff/find/likeness.h"

namespace aptix::edit {

// How a text differs from a part of a file, in words.
struct Difference {
  std::string words{};
  bool white_space = false;  // white space differs, which a listing has to make visible
};

// `window`: whole lines of the file, from the one where `wanted` nearly matches. Without words if it does match: then
// an earlier edit was in its way.
Difference what_differs(std::string_view window, std::string_view wanted);

// The same for one line, with the first column that differs: "column 3: U+0430 is expected, 'a' stands there". Without
// words if a reader sees the difference. REQUIRES: the lines differ.
Difference how_line_differs(std::string_view found, std::string_view expected);

// The same for line `number`, with both lines in the message.
Difference which_line_differs(size_t number, std::string_view found, std::string_view expected);

// The most similar place, if one is similar enough. Candidate::text: a few of its lines; differs: "indentation (file: 4
// spaces, text: 8)", "tabs in the file, spaces in the text", "trailing white space", "line ends", "letter case",
// "look-alike characters (…)", "escaping (…)", or the first line that differs.
std::optional<Candidate> nearest(diff::LikelyRegions& regions, std::string_view wanted);
std::optional<Candidate> nearest(std::string_view text, std::string_view wanted);

// The same for whole lines, given without line ends: a part of a line does not match.
std::optional<Candidate> nearest_lines(std::string_view text, std::span<const std::string_view> wanted);

}  // namespace aptix::edit
