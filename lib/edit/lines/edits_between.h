// The reverse of find and replace, and of line changes (TUL-002 §5): the edits that turn one content into another.
// Pure.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/plan.h"

namespace aptix::edit {

struct Replacement {
  std::string_view find, replace;  // views of the old and of the new content
};

// In order, not overlapping; each `find` is whole lines and stands exactly once in `before`: as few as
// that takes, the changed ones first, then those around them. Nothing where `before` has no such text
// for a change (it is empty, or says the same again and again), or where looking would take too long.
std::optional<std::vector<Replacement>> find_texts(std::string_view before, std::string_view after);

struct LineChangesBetween {
  std::vector<LineChange> changes;
  std::vector<std::string_view> lines;  // owns their lists of lines
};

// In order, not overlapping, never empty. They view both contents. What lines cannot say is not in them
// (line ends, the newline of the last line, a byte-order mark): whether they make `after` of `before`
// the caller must see.
LineChangesBetween line_changes_between(std::string_view before, std::string_view after);

}  // namespace aptix::edit
