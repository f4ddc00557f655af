// The hunk that turns one text into another, with all unchanged lines as context. Pure.
#pragma once

#include <string_view>

#include "diff/lines/hunk.h"

namespace aptix::diff {

// One line of a text as a line of a hunk; `raw` is with its line end.
HunkLine hunk_line(HunkLine::Kind kind, std::string_view raw);

// REQUIRES: both texts consist of whole lines and outlive the result.
Hunk hunk_between(std::string_view before, std::string_view after);

}  // namespace aptix::diff
