// The condition of a workspace's state folder and of the disk it is on. For 'aptix doctor'.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/workspace.h"

namespace aptix::disk {

struct StatePart {
  std::string name;  // name in the state folder
  uint64_t files = 0, bytes = 0;
};

struct StateHealth {
  bool exists = false;
  std::vector<StatePart> parts{};  // the largest first
  uint64_t files = 0, bytes = 0;
  uint64_t kept = 0;                   // files in `kept/`, from recovery and --verify
  std::vector<std::string> foreign{};  // names of ours that are something else, for example a link
  bool unfinished = false;             // an interrupted run is not rolled back yet, or a run is in progress
  bool is_locked = false;              // another run is writing
  bool is_writable = false;            // this user may create files in it
};

// Needs no lock and waits for none. Fails with state_untrusted, io_error.
Result<StateHealth> look_at_state(Workspace& workspace);

struct DiskHealth {
  std::string kind;  // "ext4"
  bool is_network = false;
  bool exchanges = true;             // two files can trade places in one step
  std::optional<int64_t> sync_ns{};  // time until a small new file is durable: the median of three
};

// Measures by writing small files in the state folder, which are removed again. Measures nothing if there is no state
// folder or it is not writable. `now_ns`: a monotonic clock.
Result<DiskHealth> look_at_disk(Workspace& workspace, const std::function<int64_t()>& now_ns);

}  // namespace aptix::disk
