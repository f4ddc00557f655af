// How the state folder of a workspace is, and the disk that it is on. For 'aptix doctor'.
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
  std::string name;  // in the state folder
  uint64_t files = 0, bytes = 0;
};

struct StateHealth {
  bool exists = false;
  std::vector<StatePart> parts{};  // the largest first
  uint64_t files = 0, bytes = 0;
  uint64_t kept = 0;                   // files that recovery and --verify set aside
  std::vector<std::string> foreign{};  // names that are ours and stand for something else, as a link does
  bool unfinished = false;             // a run that was interrupted is still to be taken back, unless one is going on
  bool is_locked = false;              // another run is writing
  bool is_writable = false;            // this user may make files there
};

// Needs no lock, and waits for none. Fails with state_untrusted, io_error.
Result<StateHealth> look_at_state(Workspace& workspace);

struct DiskHealth {
  std::string kind;  // "ext4"
  bool is_network = false;
  bool exchanges = true;             // a file takes another's place in one step
  std::optional<int64_t> sync_ns{};  // how long a small new file takes to be durable: the middle of three
};

// Writes small files in the state folder, and removes them; where there is none, or it may not be written in, nothing
// is measured. `now_ns`: a clock that never goes back.
Result<DiskHealth> look_at_disk(Workspace& workspace, const std::function<int64_t()>& now_ns);

}  // namespace aptix::disk
