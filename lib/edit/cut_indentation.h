// Find texts that have lost a part of their indentation, and still stand in the text. Pure.
#pragma once

#include <string_view>

#include "model/plan.h"

namespace aptix::edit {

// Does the text to find begin within the blanks that its line begins with, so that replacing it would leave lines
// indented wrongly: those that follow the first of several new ones, or the next line, when nothing comes in its place?
// `before` is what stands before the place, from the start of its line at least, or as much as there is.
bool cuts_indentation(std::string_view before, const FindReplace& edit);

}  // namespace aptix::edit
