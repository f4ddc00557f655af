// Holds the displaced files of a transaction open while the command of --verify runs: a command that cleans the tree
// ("git clean -fdx") removes the state folder with them, and the old texts would be lost.
#pragma once

#include <string>
#include <vector>

#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

class HeldTexts {
 public:
  // REQUIRES: `site` and `manifest` live as long as this.
  HeldTexts(Site& site, const Manifest& manifest) : site_(site), manifest_(manifest) {}

  // Opens what stands in the transaction's folder for the paths of `manifest`: all, or the command must not run. The
  // process's soft limit of open files is raised where it has to be. Fails with limit_exceeded, io_error.
  Status hold(int tx);

  // Makes again what is missing: after a failure, what still is. With the state folder and its lock where these went:
  // `tx` is then the new folder. Waits for a run that has taken the new lock, however long. With `sync`, all of it is
  // durable then. True: something was missing. Fails with io_error, io_no_space, interrupted, state_untrusted.
  Result<bool> bring_back(Fd& tx, bool sync);

 private:
  struct Held {
    std::string name;
    Fd fd;
    std::string link{};  // where a link leads
    mode_t folder = 0;   // the mode of a saved folder; 0: it is a file
  };

  Status hold_one(int tx, const std::string& name, mode_t folder);
  Result<bool> misses_any(int tx);
  Status make_folders_again(Fd& tx);
  Status take_lock_again();
  Status make_manifest_again(int tx);
  int make_again(int tx, const Held& held);

  Site& site_;
  const Manifest& manifest_;
  std::vector<Held> held_;
};

}  // namespace aptix::disk
