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

// In order, without overlaps. Each `find` is whole lines that occur exactly once in `before`: the changed lines, and as
// few around them as that takes. Nothing if a change has no such text (`before` is empty, or repeats itself), or if the
// search takes too long.
std::optional<std::vector<Replacement>> find_texts(std::string_view before, std::string_view after);

struct LineChangesBetween {
  std::vector<LineChange> changes;
  std::vector<std::string_view> lines;  // owns their lists of lines
};

// In order, without overlaps, none empty. They view both contents, and leave out what lines cannot say: line ends, the
// newline of the last line, a byte-order mark. The caller must check that they make `after` of `before`.
LineChangesBetween line_changes_between(std::string_view before, std::string_view after);

}  // namespace aptix::edit
