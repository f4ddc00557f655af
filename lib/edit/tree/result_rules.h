// Rules over the result of a plan as a whole. Pure.
#pragma once

#include <span>
#include <string_view>

#include "edit/basis/messages.h"
#include "edit/tree/file_state.h"
#include "model/input.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

// Reports what the files must not be when all entries are applied:
// - below a file or a link, or in place of a folder that stays; a link that leads through another one;
// - all together larger than --max-result, or than --max-growth allows for what was given: the files that were read,
//   and the inputs (`input` and those before it, but not what was unpacked from them);
// - with new U+FFFD, HTML-escaped code or, in a file that is not UTF-8, letters beyond ASCII.
void check_result(const Input& input, const Plan& plan, FileStates& states, const Limits& limits, Speaker& speaker);

// Refuses edits of several entries that undo each other: they leave nothing, and cannot all be meant. `outcomes`:
// parallel to the entries of the plan.
void check_taken_back(const Plan& plan, std::span<const FileOutcome> outcomes, FileStates& states, Speaker& speaker);

// Is it text in an 8-bit encoding, such as Latin-1? Beyond ASCII, more of it is invalid UTF-8 than valid. UTF-8 with a
// stray byte is not, nor are binary files and UTF-16.
bool is_other_encoding(std::string_view bytes);

}  // namespace aptix::edit
