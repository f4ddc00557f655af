// The rungs of the matching ladder on which lines differ in their indentation alone. Pure.
#pragma once

#include <string_view>

#include "edit/ladder/refit.h"

namespace aptix::edit {

// The first line has lost its indentation, as a text that was trimmed has; all else stands there exactly.
RefitResult refit_first_line(std::string_view text, const diff::Hunk& hunk);

// All lines are indented by the same white space more or less (or not at all: only white space at line ends differ),
// and so are then the new ones. Spaces against tabs fit nothing; nor does a hunk whose new lines may be indented as the
// text is already, where only the first of the old ones may have lost its indentation.
RefitResult refit_indentation(std::string_view text, const diff::Hunk& hunk);

}  // namespace aptix::edit
