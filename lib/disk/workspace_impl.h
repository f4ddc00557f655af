// What is behind Workspace: for the files of disk/ only.
#pragma once

#include <optional>
#include <string>

#include "disk/os/fd.h"
#include "disk/workspace.h"

namespace aptix::disk {

struct Workspace::Impl {
  FileSystem& fs;
  Surroundings around;
  std::string path{};                  // of the workspace, absolute
  std::string root_path{};             // of the root, absolute
  std::string root_prefix{};           // of the root below the workspace
  Fd top{};                            // the workspace's directory
  Fd root{};                           // the root's; not open when it is the workspace
  Fd state{};                          // `.aptix`, once it was looked for and found
  Fd lock{};                           // open while the lock is held; never where there is no state folder
  uint64_t next_trash = 0;             // a number that may be free
  bool made_state = false;             // this run made `.aptix`: its name must become durable too
  std::optional<Error> no_state = {};  // why it could not be made, though there is none

  int root_fd() const { return root.ok() ? root.get() : top.get(); }
  bool interrupted() const {
    return around.interrupted != nullptr && around.interrupted->load(std::memory_order_relaxed);
  }
};

}  // namespace aptix::disk
