// What the policy of a workspace says of a change: asked once for each path between resolve and publish, and whoever
// writes ends there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "model/watch.h"
#include "ops/publish/approvals.h"

namespace aptix::ops {

// Errors: policy_denied, policy_approval_needed, session_stale_read, policy_budget; with --strict policy_sensitive and
// policy_secret, which else are warnings. `prefix`: of the paths below the workspace. `states_base`: null where each
// change was made for the text that is there.
Diagnostics judge(const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix,
    const StatesBase& states_base, unsigned threads);

// Is all that speaks against a change that a person is to approve it?
bool only_waits(const Diagnostics& said);

// Where a change only waits for an approval: asks the person who is there, without the lock meanwhile; a yes takes the
// errors out of `said`. Where nobody is there, the change is stored, and one error with its id takes their place.
// REQUIRES: the hashes of `changes` are filled.
void wait_for_person(disk::Workspace& workspace, ChangeSet& changes, const std::string& prefix, Diagnostics& said,
    const Reversal& reversal = {});

// For the audit and the session: what became of the files, or that they stayed as they were, where `transaction` is 0.
// Warnings: those of Memory::note_written. REQUIRES: their hashes are filled.
Diagnostics note_touched(
    const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, uint64_t transaction);
Diagnostics note_touched(const disk::Workspace& workspace, std::vector<TouchedPath> touched, uint64_t transaction);

// An error for each changed file whose content may not be shown.
std::optional<Error> judge_shown(const disk::Workspace& workspace, const FileChange& change);
Diagnostics judge_shown(const disk::Workspace& workspace, const ChangeSet& changes);

}  // namespace aptix::ops
