// Do the old lines of an edit still stand where its new ones do? Then it has not been made. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

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

// `find` does not stand in the text, and `replace` does, first at `at`. Is that so because the edit has not been made?
// REQUIRES: every line of `text` ends, and with LF.
bool stands_unremoved(std::string_view text, size_t at, std::string_view find, std::string_view replace);

}  // namespace aptix::edit
