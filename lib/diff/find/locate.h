// Finds where a hunk matches a text. Pure. Linear, plus the number of places, for any input.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "diff/find/blanks.h"
#include "diff/lines/hunk.h"
#include "diff/lines/line_table.h"

namespace aptix::diff {

// A place where all lines of a side match, in order. A line matches exactly, line end included, or (line_ends) with CR
// LF for LF, or as a last line without newline. A hunk line marked as such only matches such a last line. A hunk whose
// result ends without newline only matches at the end of the text.
struct Place {
  uint64_t line = 0;       // first line of the place, 1-based (insertion: the line to insert before)
  bool line_ends = false;  // matches only if line ends are ignored
  bool blanks = false;     // matches only with lost white space, as in diff/find/blanks.h
  bool operator==(const Place&) const = default;
};

// All places, in order of line; if there are exact ones, only these. At most `most` are listed; `count` is how many
// there are. None for a hunk without lines on that side. A byte-order mark before line 1 is ignored, unless the hunk
// has it.
struct Places {
  std::vector<Place> places;
  uint64_t count = 0;
  bool gave_up = false;  // the search took too long: too much of the text looks alike
};

// A text prepared for many look-ups, once they need it.
class Locator {
 public:
  explicit Locator(std::string_view text);
  ~Locator();
  Locator(const Locator&) = delete;
  Locator& operator=(const Locator&) = delete;

  Places find(const Hunk& hunk, uint64_t most = 100, Side side = Side::before);

  // Does it match at this line (1-based)? REQUIRES: the hunk has lines on that side.
  std::optional<Place> at(const Hunk& hunk, uint64_t line, Side side = Side::before);

  // The same with lost white space: at line ends, and tabs shown as spaces. A hunk of blank lines alone on that side
  // matches nowhere. `find_but_for_blanks` lists exact places, too.
  Places find_but_for_blanks(const Hunk& hunk, uint64_t most = 100, Side side = Side::before);
  std::optional<BlankFit> blanks_at(const Hunk& hunk, uint64_t line, Side side = Side::before);

  // The place with most of its old lines, for messages. Nothing if no line of it is in the text, in any indentation.
  // REQUIRES: may_look_again().
  struct Near {
    uint64_t line;        // from 1
    uint64_t same;        // how many lines are the same there
    uint64_t difference;  // which of the hunk's old lines, from 0, is the first that differs in more than
                          // white space that may be lost; when none does, the first that is not the same
  };
  std::optional<Near> nearest(const Hunk& hunk);
  // Each such search reads the whole text: for a large one there are only some.
  bool may_look_again() const;

  LineTable& lines();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aptix::diff
