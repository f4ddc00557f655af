// Memory: what the session of a run knows about files. Asked before anything is written, informed afterwards.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "model/change_set.h"
#include "model/watch.h"

namespace aptix {

// Does the document itself state which text of the file the change was made for?
using StatesBase = std::function<bool(const FileChange&)>;

class Memory {
 public:
  virtual ~Memory() = default;
  // Errors: session_stale_read (the change states no base, and the session read the file in another version),
  // policy_budget, and an unreadable session. `prefix`: of the paths below the workspace.
  virtual Diagnostics judge(const ChangeSet& changes, const std::string& prefix, const StatesBase& states_base) = 0;
  // Notes what the transaction wrote. A warning if that fails: then the files count as changed by others.
  virtual Diagnostics note_written(std::span<const TouchedPath> files, uint64_t transaction) = 0;
};

}  // namespace aptix
