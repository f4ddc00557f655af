// Finds where a hunk fits in a text. Pure. Linear, plus the number of places, for any input.
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

// A text prepared for many look-ups. Nothing is prepared before it is needed.
class Locator {
 public:
  explicit Locator(std::string_view text);
  ~Locator();
  Locator(const Locator&) = delete;
  Locator& operator=(const Locator&) = delete;

  Places find(const Hunk& hunk, uint64_t most = 100, Side side = Side::before);

  // Does it fit at this line (from 1)? REQUIRES: the hunk has lines on that side.
  std::optional<Place> at(const Hunk& hunk, uint64_t line, Side side = Side::before);

  // The same but for white space: at the ends of lines, and tabs shown as spaces. A hunk that has nothing
  // else on that side stands nowhere. `find_but_for_blanks` lists exact places, too.
  Places find_but_for_blanks(const Hunk& hunk, uint64_t most = 100, Side side = Side::before);
  std::optional<BlankFit> blanks_at(const Hunk& hunk, uint64_t line, Side side = Side::before);

  // Where the most of its old lines stand together: for "nearest place" in messages. Nothing when
  // no line of it stands in the text, indentation apart. REQUIRES: may_look_again().
  struct Near {
    uint64_t line;        // from 1
    uint64_t same;        // how many lines are the same there
    uint64_t difference;  // which of the hunk's old lines, from 0, is the first that differs in more than
                          // white space that may be lost; when none does, the first that is not the same
  };
  std::optional<Near> nearest(const Hunk& hunk);
  // Each such look reads the whole text: of a large one there are only some.
  bool may_look_again() const;

  LineTable& lines();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aptix::diff
