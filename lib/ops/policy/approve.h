// Carries out a change that waited for a person, or turns it down.
#pragma once

#include <string>

#include "base/result.h"
#include "ops/publish/approvals.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

struct ApproveRequest {
  std::string id;
  bool dry_run = false;  // only look at it
  disk::CommitOptions commit;
};

struct Approved {
  Pending pending;
  ChangeSet changes;
  Published published;                        // with its diff
  std::optional<disk::Record> reversed = {};  // the transaction that was taken back or restored
};

// REQUIRES: `workspace` is opened at its top, its guard lets pass what a person approves, and it is locked unless this
// is a dry run. Errors: approval_unknown, approval_stale (each file that has changed), and publish()'s.
Outcome<Approved> approve(disk::Workspace& workspace, const ApproveRequest& request);

}  // namespace aptix::ops
