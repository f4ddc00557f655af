// Memory: what the session of a run knows of the files. Asked before anything is written, and told afterwards.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "model/change_set.h"
#include "model/watch.h"

namespace aptix {

// Whether the document itself says for which text of the file the change was made.
using StatesBase = std::function<bool(const FileChange&)>;

class Memory {
 public:
  virtual ~Memory() = default;
  // Errors: session_stale_read, for a change without a base of a file that was read as another one; policy_budget; that
  // the session cannot be read. `prefix`: of the paths below the workspace.
  virtual Diagnostics judge(const ChangeSet& changes, const std::string& prefix, const StatesBase& states_base) = 0;
  // What was written, in the transaction. A warning where it cannot be noted: then the files count as changed by
  // others.
  virtual Diagnostics note_written(std::span<const TouchedPath> files, uint64_t transaction) = 0;
};

}  // namespace aptix
