// Takes back a transaction that was prepared and not committed: the same code for an error in the
// running process and for what a crash left. It goes by what it finds, so it may be run again at any
// point, and it never removes a text before the old one is in the tree or kept.
#pragma once

#include <string>
#include <vector>

#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

struct RollbackReport {
  std::vector<std::string> restored;  // paths that were new and are old again
  std::vector<std::string> kept;      // paths that somebody else wrote, and where the old text is
  std::vector<Diagnostic> warnings;   // recovered_kept, one for each of `kept`
  std::vector<Diagnostic> set_aside;  // verify_changed: what the command wrote, and where it is kept now
  std::vector<std::string> failed;    // paths with their state: the transaction's folder stays
  int left_behind = 0;                // errno: all paths are old, but the transaction's folder could not be removed
};

struct RollbackOptions {
  bool sync = true;
  bool first = false;  // in the process that published: what it finds in the tree and in `tx` was not planted
  // The command of --verify has run: what it wrote to the files is kept, and the old text goes back.
  bool verified = false;
};

// `tx`: the transaction's folder, named `tx` in the state folder; thrown away unless something failed.
RollbackReport roll_back(Site& site, int tx, const Manifest& manifest, RollbackOptions options);

// One error for `report.failed` and `report.kept`: rollback_failed. REQUIRES: one of them is not empty.
Error rollback_failure(const RollbackReport& report);

}  // namespace aptix::disk
