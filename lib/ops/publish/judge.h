// What the policy of a workspace says of a change: asked once for each path between resolve and publish, and whoever
// writes ends there.
#pragma once

#include "base/diagnostic.h"
#include "disk/history.h"
#include "disk/workspace.h"
#include "model/change_set.h"

namespace aptix::ops {

// Errors: policy_denied, policy_approval_needed; with --strict policy_sensitive and policy_secret, which else
// are warnings.
// `prefix`: of the paths below the workspace.
Diagnostics judge(const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix);

// An error for each changed file whose content may not be shown.
Diagnostics judge_shown(const disk::Workspace& workspace, const ChangeSet& changes);

// disk::undo() under the policy. Errors: those of both.
Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options);

}  // namespace aptix::ops
