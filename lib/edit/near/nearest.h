// For a text that was not found: the place in the file that is nearest to it, and what differs.
// Linear in the file, also for 50 MB.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "diff/find/likeness.h"

namespace aptix::edit {

// What keeps a text from standing in a part of a file, in words.
struct Difference {
  std::string words{};
  bool white_space = false;  // it is, or is among it, what a listing has to make visible
};

// `window`: whole lines of the file, from the line on where `wanted` nearly stands. No words where it does stand there:
// then an earlier edit was in its way.
Difference what_differs(std::string_view window, std::string_view wanted);

// The same of one line that is to be another, and where the two part: "column 3: U+0430 is expected, 'a' stands there".
// No words when the lines as they are shown tell as much. REQUIRES: they differ.
Difference how_line_differs(std::string_view found, std::string_view expected);

// The same of the line with that number, with both as they are.
Difference which_line_differs(size_t number, std::string_view found, std::string_view expected);

// Candidate::text: the file's lines there (a few); differs: "indentation (file: 4 spaces, text: 8)", "tabs in the file,
// spaces in the text", "trailing white space", "line ends", "letter case", "look-alike characters (…)", "escaping (…)",
// or the first differing line of both.
std::optional<Candidate> nearest(diff::LikelyRegions& regions, std::string_view wanted);
std::optional<Candidate> nearest(std::string_view text, std::string_view wanted);

// The same for whole lines, without their line ends: a line that is a part of another is not that one.
std::optional<Candidate> nearest_lines(std::string_view text, std::span<const std::string_view> wanted);

}  // namespace aptix::edit
