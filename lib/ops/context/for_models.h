// What a run has to say, made ready for a model: its messages quote the files.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "disk/workspace.h"
#include "policy/policy.h"

namespace aptix::ops {

// Takes out the credentials, and of a sensitive file all of its content. `prefix`: of the paths below the workspace.
void hide_from_models(
    const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix, Diagnostics& said);

// A unified diff of these files, without credentials; "" where one of them is sensitive or may not be read, of which
// `said` then warns.
std::string diff_for_models(const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix,
    const std::vector<std::string>& paths, const std::string& diff, Diagnostics& said);

}  // namespace aptix::ops
