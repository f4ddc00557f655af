// The reverse of line changes (TUL-002 §5): the changes that turn one content into another. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "model/plan.h"

namespace aptix::edit {

struct LineChangesBetween {
  std::vector<LineChange> changes;
  std::vector<std::string_view> lines;  // owns their lists of lines
};

// In order, not overlapping, never empty. They view both contents. What lines cannot say is not in them
// (line ends, the newline of the last line, a byte-order mark): whether they make `after` of `before`
// the caller must see.
LineChangesBetween line_changes_between(std::string_view before, std::string_view after);

}  // namespace aptix::edit
