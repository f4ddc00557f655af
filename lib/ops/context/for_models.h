// What a run has to say, made ready for a model: its messages quote the files.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "disk/workspace.h"
#include "policy/policy.h"

namespace aptix::ops {

// Takes out the credentials, and of a sensitive file all of its content. `prefix`: of the paths below the workspace.
void hide_from_models(
    const disk::Workspace& workspace, const policy::Policy& policy, const std::string& prefix, Diagnostics& said);

}  // namespace aptix::ops
