// Names that the tree alone can tell the files of: one without its first folders, and one in other letters. Reads
// files and folders, and writes none.
#pragma once

#include "base/diagnostic.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::ops {

// A file that is not there may be the only one whose path ends so: its base name alone or, where it is shown and its
// first folder is not there either, a path. That goes to Names::others; of several that end so, all go to
// Names::rivals. What git ignores is none of them.
void add_longer_names(Plan& plan, const disk::Workspace& workspace, Reader& reader);

// Errors: path_case_twin, an entry makes a file whose path differs only in case from that of one that stays.
Diagnostics check_case_twins(const Input& chain, const Plan& plan, Reader& reader);

}  // namespace aptix::ops
