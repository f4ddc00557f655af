// Whether the files are still those that somebody was shown.
#pragma once

#include <map>
#include <vector>

#include "base/diagnostic.h"
#include "model/change_set.h"

namespace aptix::ops {

// What the files were when somebody was asked about them.
using Shown = std::map<RelPath, Sha256>;

// REQUIRES for both: hash_changes().
Shown shown_files(const ChangeSet& changes);
std::vector<Diagnostic> compare_with_shown(
    const Shown& shown, const ChangeSet& changes);  // an error for each other file

}  // namespace aptix::ops
