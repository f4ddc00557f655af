// The files of the whole work tree, by name alone.
#pragma once

#include <string>
#include <vector>

#include "terminal/session.h"

namespace aptix::app {

// From the workspace on, sorted bytewise: those that 'aptix files' lists. REQUIRES: the workspace is opened at its top.
Outcome<std::vector<std::string>> files_of_tree(const Session& session, disk::Workspace& workspace);

}  // namespace aptix::app
