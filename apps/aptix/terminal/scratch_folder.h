// A folder outside of the work tree for what nobody needs after the run.
#pragma once

#include <string>

#include "base/result.h"

namespace aptix::app {

// Made below `parent` when it is first asked for, and removed with all that is in it when this goes; only its owner can
// enter it. What a killed run has left is removed by the next one that makes a folder, once it is an hour old.
class ScratchFolder {
 public:
  // `purpose` is a part of its name, and of the message when it cannot be made: "objects".
  ScratchFolder(std::string parent, std::string purpose) : parent_(std::move(parent)), purpose_(std::move(purpose)) {}
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  Result<std::string> path();

 private:
  std::string parent_, purpose_;
  std::string path_;
  int lock_ = -1;  // on the folder, as long as the process lives
};

}  // namespace aptix::app
