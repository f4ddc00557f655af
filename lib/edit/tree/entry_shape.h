// What an entry of a plan is by its edits, and which entries are one edit of one file: SEARCH/REPLACE blocks for the
// same path stand in code blocks of their own, yet all were written for the file as it was; replacements by calls of
// their own are made one after the other, in one pass. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "model/plan.h"

namespace aptix::edit {

// The entries by their numbers, in order of the first of each group. Those of a group are applied as one: between them
// nothing else changes their file.
std::vector<std::vector<size_t>> group_entries(const Plan& plan);

// A diff or a block that creates a file has hunks against nothing.
bool is_made_from_nothing(const FileEdit& entry);

// A hunk of added lines, without a number that says where they are to stand.
bool adds_lines_alone(const FileEdit& entry);

// Without lines to look for, a SEARCH/REPLACE block fills an empty file, too; so does a plain diff.
bool may_fill_empty_file(const FileEdit& entry);

// Is the file made of another one?
bool is_moved(const FileEdit& entry);

}  // namespace aptix::edit
