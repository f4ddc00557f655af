// The kind of an entry by its edits, and which entries are applied as one: SEARCH/REPLACE blocks for one path are in
// several code blocks, yet all were written for the file as it was; replacements of several calls are made one after
// the other, in one pass. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "model/plan.h"

namespace aptix::edit {

// The entries, by index, in groups that are applied as one, in order of the first of each group. Within a group, no
// other entry changes the file.
std::vector<std::vector<size_t>> group_entries(const Plan& plan);

// A diff or block that creates a file applies to an empty text.
bool is_made_from_nothing(const FileEdit& entry);

// It is one hunk of added lines, without a line number that says where to insert them.
bool adds_lines_alone(const FileEdit& entry);

// SEARCH/REPLACE blocks and plain diffs without old lines fill an empty file, too.
bool may_fill_empty_file(const FileEdit& entry);

// Is the file renamed or copied from another path?
bool is_moved(const FileEdit& entry);

}  // namespace aptix::edit
