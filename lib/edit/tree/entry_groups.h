// Which entries of a plan are one edit of one file. SEARCH/REPLACE blocks for the same path stand in code blocks of
// their own, yet all were written for the file as it was; replacements by calls of their own are made one after the
// other, in one pass. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "model/plan.h"

namespace aptix::edit {

// The entries by their numbers, in order of the first of each group. Those of a group are applied as one: between them
// nothing else changes their file.
std::vector<std::vector<size_t>> group_entries(const Plan& plan);

}  // namespace aptix::edit
