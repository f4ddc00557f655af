// What an entry of a plan says of its file by the edits that it has. Pure.
#pragma once

#include "model/plan.h"

namespace aptix::edit {

// A diff or a block that creates a file has hunks against nothing.
bool is_made_from_nothing(const FileEdit& entry);

// A hunk of added lines, without a number that says where they are to stand.
bool adds_lines_alone(const FileEdit& entry);

// Without lines to look for, a SEARCH/REPLACE block fills an empty file, too; so does a plain diff.
bool may_fill_empty_file(const FileEdit& entry);

// Is the file made of another one?
bool is_moved(const FileEdit& entry);

}  // namespace aptix::edit
