// A ChangeSet as a unified diff that `git apply` takes. Pure.
#pragma once

#include <string>
#include <string_view>

#include "model/change_set.h"

namespace aptix::render {

// In the order of the changes, with git's extended headers (new, deleted, renamed files, modes). A
// rename from a file that goes away in the same set is a rename; any other copy is a new file. A
// file with a NUL byte in its first 8 KiB is said to differ, no more: git apply refuses that part.
std::string unified_diff(const ChangeSet& changes);

// The same text for a terminal: control characters escaped, lines coloured by their kind.
std::string colour_diff(std::string_view diff);

}  // namespace aptix::render
