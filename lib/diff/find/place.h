// Where one side of a hunk stands in a text. Plain data.
#pragma once

#include <cstdint>
#include <vector>

namespace aptix::diff {

// A place where every line of that side stands, in order. How a hunk's line fits a line of the text:
// exactly, line end included; or (line_ends) but for CR LF against LF; a last line without newline
// also fits a hunk line that does not say so (line_ends). One that says so fits nothing else. A hunk
// whose result ends without newline fits at the end of the text only.
struct Place {
  uint64_t line = 0;       // first line of the place in the text, from 1 (insertion: the line before which it goes)
  bool line_ends = false;  // fits only when line ends are not compared
  bool blanks = false;     // fits only but for white space, as diff/find/blanks.h has it
  bool operator==(const Place&) const = default;
};

// All places, in order of line; exact ones only when there is an exact one. At most `most` are
// listed (the count says how many there are). A hunk without such lines has no place of its own:
// `places` is empty. A byte-order mark before line 1 counts for nothing unless the hunk has it too.
struct Places {
  std::vector<Place> places;
  uint64_t count = 0;
  bool gave_up = false;  // so much of the text looks alike that finding out would take too long
};

}  // namespace aptix::diff
