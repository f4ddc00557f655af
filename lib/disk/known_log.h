// Which record of the log left a file as it is, for a process that asks again and again: it keeps what it has read of
// the records, and looks each time whether they are still those.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/record/manifest.h"
#include "disk/workspace.h"

namespace aptix::disk {

// Of one workspace. Safe from several threads.
class KnownLog {
 public:
  // The newest record that touched the file, by its path from the workspace on, where it left it so. Nothing: none did,
  // or the log cannot be read.
  std::optional<uint64_t> version_of(Workspace& workspace, std::string_view path, const StoredState& state);

 private:
  struct Left {
    uint64_t id = 0;
    StoredState state{};
  };
  Status look(Workspace& workspace);
  void drop_gone(Site& site, int log, const std::vector<uint64_t>& ids);
  void take_in(Site& site, int log, uint64_t id);

  std::mutex mutex_;
  struct stat about_ {};                   // of the folder, where nothing new can be in it while it is the same
  std::map<uint64_t, struct stat> known_;  // of the folder of each record that was read
  std::map<std::string, std::vector<Left>, std::less<>> left_;  // of each path, oldest first
};

}  // namespace aptix::disk
