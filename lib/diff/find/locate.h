// Finds where a hunk fits in a text. Pure. Linear, plus the number of places, for any input.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "diff/find/blanks.h"
#include "diff/find/place.h"
#include "diff/lines/hunk.h"
#include "diff/lines/line_table.h"

namespace aptix::diff {

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
