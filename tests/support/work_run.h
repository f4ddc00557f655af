// A folder of files and the workspace on it, opened anew for each run: for tests of the transaction. Faults can be put
// in.
#pragma once

#include <memory>
#include <string>

#include "disk/commit.h"
#include "support/changes.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::test {

// The hashes are made when the files are staged, by this thread.
aptix::Outcome<aptix::disk::Committed> commit(
    aptix::disk::Workspace& workspace, aptix::ChangeSet& changes, const aptix::disk::CommitOptions& options = {});

struct WorkRun {
  TempDir dir;
  FaultFs fs{aptix::disk::posix_file_system()};
  std::unique_ptr<aptix::disk::Workspace> workspace;

  // As a process of its own does: the one before is gone, and its lock with it. `root` is below `dir`, or "".
  aptix::disk::Workspace& open(aptix::disk::Surroundings around = {}, std::string_view root = {});

  // For changes that are to be committed: opened and locked, without a warning.
  Changes changes(aptix::disk::Surroundings around = {}, std::string_view root = {});

  aptix::Outcome<aptix::disk::Committed> commit(Changes& changes, const aptix::disk::CommitOptions& options = {});
  // The same where nothing may be said about it.
  aptix::disk::Committed committed(Changes& changes, const aptix::disk::CommitOptions& options = {});
};

}  // namespace aptix::test
