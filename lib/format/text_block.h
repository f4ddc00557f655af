// Builds a TextBlock from the two texts of a document. Pure.
#pragma once

#include <string_view>

#include "model/plan.h"

namespace aptix::format {

// One line of a document as a line of a hunk; `raw` is with its line end.
diff::HunkLine hunk_line(diff::HunkLine::Kind kind, std::string_view raw);

// The lines that turn `before` into `after`; what is the same in both is context. Both consist of whole lines
// and outlive the result.
diff::Hunk hunk_between(std::string_view before, std::string_view after);

}  // namespace aptix::format
