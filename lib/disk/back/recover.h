// Looks for a transaction that did not end, and rolls it back.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "disk/record/site.h"

namespace aptix::disk {

struct Recovered {
  bool found = false;                 // there was something to roll back
  std::vector<std::string> restored;  // paths that have their old content again
  std::vector<std::string> kept;      // paths with foreign content, left as they are, and where the old text is
};

// dry_run: tells what would be restored, by what stands in the tree, and leaves everything as it is.
struct RecoverOptions {
  bool dry_run = false;
};

// Takes the lock where there is a state folder; else there is nothing to do.
Outcome<Recovered> recover(Site& site, const RecoverOptions& options);

// REQUIRES: the lock is held.
Outcome<Recovered> recover_locked(Site& site);

}  // namespace aptix::disk
