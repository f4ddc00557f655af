// What the text around the place of a find text shows: that the edit was made before, so that a second run changes
// nothing; that it was not, although its new lines are there; or that the find text begins within the indentation of a
// line or within a word. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "edit/replace/places.h"
#include "model/plan.h"

namespace aptix::edit {

// At least 8 characters other than white space: a text that is not in a file by chance.
bool is_telling(std::string_view replacement);

// The places of a find text in its own replacement. If the rest of that is around a place, the edit was made before.
class OwnReplacement {
 public:
  // Both folded (LF only); they must outlive this.
  OwnReplacement(std::string_view find, std::string_view replace);

  // What the replacement adds: whole lines, or anything: "f(a" in "f(a, b".
  enum class Adds : uint8_t { lines, anything };
  // Is the replacement around the find text that is between `before` and `after`? Both may have any line ends.
  bool stands_around(std::string_view before, std::string_view after, Adds adds) const;
  // How many bytes of `before` and `after` that needs at most; 0 if the find text is not in its replacement.
  size_t reach() const { return reach_; }

 private:
  struct Way {
    std::string_view above, below;  // what is added before and after
    bool of_lines;
  };
  std::vector<Way> ways_;
  bool from_line_end_ = false;  // the find text begins with the line feed before its first line: so do the lines above
  bool to_line_start_ = false;  // it ends with that of its last line: so do the lines below
  size_t reach_ = 0;
};

// Does the find text begin within the indentation of its line, so that replacing it would indent lines wrongly: the new
// lines after the first, or, if there is no new text, the next line? `before`: the text before the place, from the
// start of its line at least, or as much as there is.
bool cuts_indentation(std::string_view before, const FindReplace& edit);

// Does it begin there, and would its new lines be indented wrongly if all lines of the edit had lost a part of their
// indentation? It is no proof: with one line to find, most often only the first has.
bool may_cut_indentation(std::string_view before, const FindReplace& edit);

// Does a find text of several words begin or end within a word of the text: "x = 1" in "max = 1"?
bool cuts_word(std::string_view before, std::string_view after, std::string_view find);

// What speaks against replacing a place.
struct PlaceSigns {
  bool cut = false;            // it cuts the indentation
  bool may_cut = false;        // or it may
  bool cuts_word = false;      // it begins or ends within a word
  bool stands_in_own = false;  // its replacement is around it
};

// All but `stands_in_own`.
PlaceSigns signs_of_place(const ChangedText& text, const Place& place, const FindReplace& edit);

// Is `line` the removed one, with other escapes, quotes or a few other letters? Then it has not been removed.
bool is_unremoved(std::string_view line, std::string_view removed);

// Lines of a text; [first, end) are those where the new lines of an edit are.
using LinesOf = std::vector<std::string_view>;
struct Surroundings {
  LinesOf lines;
  size_t first = 0;
  size_t end = 0;
};

// Are the old lines of the edit there as well, one of which is not a new one? Escapes, typography and empty lines are
// ignored. Then the edit has not been made, and the new lines are there for another reason.
bool stand_unchanged(const LinesOf& old_lines, const LinesOf& new_lines, const Surroundings& there);

// For a text without `find`, in which `replace` first occurs at `at`: are the old lines beside it in other spelling, or
// is a line there that the edit removes? Then the edit has not been made. REQUIRES: every line of `text` ends with LF.
bool stands_unremoved(std::string_view text, size_t at, std::string_view find, std::string_view replace);

}  // namespace aptix::edit
