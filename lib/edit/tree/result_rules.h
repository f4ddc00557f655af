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

// Says what the files are not to be when all entries are applied: below a file or a link, in the place of a folder that
// stays, a link that leads on by another one, or, all together, larger than --max-result allows, or than
// --max-growth does of what was given: the files that were read, and the inputs (`input` and those before it). What
// was unpacked from them is a result. Nor may an answer bring U+FFFD, code that is HTML-escaped, or, where the file is
// not UTF-8, letters beyond ASCII.
void check_result(const Input& input, const Plan& plan, FileStates& states, const Limits& limits, Speaker& speaker);

// Refuses edits of several entries that take each other back: nothing would be left of them, and they cannot all be
// meant. `outcomes`: parallel to the entries of the plan.
void check_taken_back(const Plan& plan, std::span<const FileOutcome> outcomes, FileStates& states, Speaker& speaker);

// Text of 8 bits a character that is not UTF-8: more of what is beyond ASCII is no character of UTF-8 than is one. A
// file of UTF-8 with a stray byte is none, nor are binary files and UTF-16.
bool is_other_encoding(std::string_view bytes);

}  // namespace aptix::edit
