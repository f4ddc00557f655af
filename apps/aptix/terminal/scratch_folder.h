// A folder outside of the work tree for what nobody needs after the run.
#pragma once

#include <string>

#include "base/result.h"

namespace aptix::app {

// Made in TMPDIR when it is first asked for, and removed with all that is in it when this goes. What a killed
// run has left is removed by the next one that makes a folder, once it is an hour old.
class ScratchFolder {
 public:
  ScratchFolder() = default;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  Result<std::string> path();

 private:
  std::string path_;
  int lock_ = -1;  // on the folder, as long as the process lives
};

}  // namespace aptix::app
