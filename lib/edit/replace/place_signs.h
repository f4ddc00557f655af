// What the text around the place of a find text says: that the edit was made before, so that a document that is run
// twice changes nothing the second time, that it was not though its new lines stand there, or that the find text has
// lost a part of its indentation, or of a word. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "edit/replace/places.h"
#include "model/plan.h"

namespace aptix::edit {

// At least 8 characters other than white space: a text that stands in a file on purpose.
bool is_telling(std::string_view replacement);

// The ways in which a find text stands in its own replacement. Where one of them stands around a place, the edit was
// made before.
class OwnReplacement {
 public:
  // Both folded (LF only); they must outlive this.
  OwnReplacement(std::string_view find, std::string_view replace);

  // What the replacement adds: whole lines, or anything: "f(a" in "f(a, b".
  enum class Adds : uint8_t { lines, anything };
  // Does the find text that stands between `before` and `after` stand in its replacement so? Both with any line ends.
  bool stands_around(std::string_view before, std::string_view after, Adds adds) const;
  // How many bytes of `before` and of `after` that looks at, at most; 0: it does not stand in it.
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

// Does the text to find begin within the white space that its line begins with, so that replacing it would leave lines
// indented wrongly: those that follow the first of several new ones, or the next line, when nothing comes in its place?
// `before` is what stands before the place, from the start of its line at least, or as much as there is.
bool cuts_indentation(std::string_view before, const FindReplace& edit);

// Does it begin there, and would its new lines be indented wrongly if all lines of the edit had lost a part of their
// indentation? With one line to find it is not clear; most often the first alone has lost its own.
bool may_cut_indentation(std::string_view before, const FindReplace& edit);

// Does a find text of several words begin or end within a word of the text: "x = 1" in "max = 1"?
bool cuts_word(std::string_view before, std::string_view after, std::string_view find);

// What the text around a place says against replacing it.
struct PlaceSigns {
  bool cut = false;            // it cuts the indentation
  bool may_cut = false;        // or it may
  bool cuts_word = false;      // it begins or ends within a word
  bool stands_in_own = false;  // it stands in its own replacement
};

// But for the last.
PlaceSigns signs_of_place(const ChangedText& text, const Place& place, const FindReplace& edit);

// Is `line` the removed one, but for how it is written: escapes, quotes, a few letters? Then it has not been removed.
bool is_unremoved(std::string_view line, std::string_view removed);

// Lines of a text, among them those where the new lines of an edit stand: from `first` on, before `end`.
using LinesOf = std::vector<std::string_view>;
struct Surroundings {
  LinesOf lines;
  size_t first = 0;
  size_t end = 0;
};

// Do the old lines of the edit stand there as well, but for how they are written and for empty lines, with one among
// them that is not one of the new ones? Then the new lines stand there for another reason than that the edit has been
// made.
bool stand_unchanged(const LinesOf& old_lines, const LinesOf& new_lines, const Surroundings& there);

// `find` does not stand in the text, and `replace` does, first at `at`. Do the old lines stand beside it, but for how
// they are written, or is a line removed that still stands there? Then the edit has not been made.
// REQUIRES: every line of `text` ends, and with LF.
bool stands_unremoved(std::string_view text, size_t at, std::string_view find, std::string_view replace);

}  // namespace aptix::edit
