// For a text that was not found: the place in the file that is nearest to it, and what differs.
// Linear in the file, also for 50 MB.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "diff/find/regions.h"

namespace aptix::edit {

// Candidate::text: the file's lines there (a few); differs: "indentation (file: 4 spaces, text: 8)", "tabs in the file,
// spaces in the text", "trailing white space", "line ends", "letter case", "look-alike characters (…)", "escaping (…)",
// or the first differing line of both.
std::optional<Candidate> nearest(diff::LikelyRegions& regions, std::string_view wanted);
std::optional<Candidate> nearest(std::string_view text, std::string_view wanted);

// The same for whole lines, without their line ends: a line that is a part of another is not that one.
std::optional<Candidate> nearest_lines(std::string_view text, std::span<const std::string_view> wanted);

}  // namespace aptix::edit
