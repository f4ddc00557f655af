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
  std::vector<std::string> kept;      // paths that somebody else wrote, left as they are, and where the old text is
};

// dry_run: says what would be restored, by what stands in the tree, and changes nothing.
struct RecoverOptions {
  bool dry_run = false;
};

// Takes the lock. Without a state folder there is nothing to do.
Outcome<Recovered> recover(Site& site, const RecoverOptions& options);

// REQUIRES: the lock is held.
Outcome<Recovered> recover_locked(Site& site);

}  // namespace aptix::disk
