// The opened workspace for the files of disk/: the descriptors of its folders, and the surroundings.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/commit_gate.h"
#include "base/progress.h"
#include "base/result.h"
#include "disk/os/filesystem.h"
#include "model/guard.h"
#include "model/memory.h"
#include "model/watch.h"

namespace aptix::disk {

// Shows the change of these files to a person, and asks whether it may be made; nothing: nobody is there.
using AskPerson =
    std::function<Result<std::optional<bool>>(std::string_view diff, const std::vector<std::string>& paths)>;

// The lock of a run, which all workspaces that it opens hold together until its record is in the audit.
struct RunLock {
  std::shared_ptr<Fd> lock{};
  std::string path{};  // of the workspace
};

enum class Syncs : uint8_t { all, none };

class Workspace;
using AskReady = std::function<Status(Workspace&)>;

// What the caller says about the surroundings; lib/ never asks for it itself.
struct Surroundings {
  std::string home{};       // "" when not known
  std::string caller{};     // APTIX_CALLER, else the user name
  std::string command{};    // the command line, for the log
  std::string verifying{};  // the workspace that another aptix holds while it runs this one with --verify; or ""
  int64_t now_ns = 0;       // wall clock
  uint32_t umask = 022;
  std::string state_dir{};      // the state folder, absolute, where it is not `.aptix` of the workspace; else ""
  std::vector<uid_t> owners{};  // users besides this one whose state folder is believed
  bool in_repository = false;   // the root may be a git repository itself, as for 'git apply'
  std::shared_ptr<const Guard> guard{};            // the policy; null: everything is allowed
  std::shared_ptr<Watch> watch{};                  // the audit of this run; null: none
  std::shared_ptr<RunLock> run_lock{};             // null: each workspace locks for itself
  AskReady ready{};                                // asked before anything is changed; where it fails, nothing is
  AskPerson ask{};                                 // about a change that waits; null: it is stored
  std::shared_ptr<Memory> memory{};                // the session of this run; null: none
  int lock_wait_ms = 3000;                         // how long to wait for another run
  const std::atomic<bool>* interrupted = nullptr;  // set by SIGINT and SIGTERM
  // Gets the id of the transaction as soon as it would survive a crash of the process, and 0 again when it could not be
  // made durable.
  CommitGate* committed = nullptr;
  Progress* progress = nullptr;  // null: nobody watches
};

struct Site {
  FileSystem& fs;
  Surroundings around;
  std::string path{};                  // of the workspace, absolute
  std::string root_path{};             // of the root, absolute
  std::string root_prefix{};           // of the root below the workspace: "" or "a/b"
  uid_t user = 0;                      // of this process
  Fd top{};                            // the workspace's directory
  Fd root{};                           // the root's; not open when it is the workspace
  Fd state{};                          // `.aptix`, once it was looked for and found
  mode_t shared = 0;                   // what group and others may do in it, as the bits of a folder's mode
  gid_t group = 0;                     // that it is shared with
  std::shared_ptr<Fd> lock{};          // open while the lock is held; never where there is no state folder
  Fd own_state{};                      // `.aptix` of a workspace whose state folder is elsewhere, locked as well
  uint64_t next_trash = 0;             // a number that may be free
  bool made_state = false;             // this run made `.aptix`: its name must become durable too
  std::optional<Error> no_state = {};  // why `.aptix` could not be made

  int root_fd() const { return root.ok() ? root.get() : top.get(); }
  bool is_locked() const { return lock && lock->ok(); }
  // Of a transaction: each file is two of them, one when its new text is stored and one when it is renamed.
  void begin_steps(uint64_t all) const {
    if (around.progress != nullptr) around.progress->done = 0, around.progress->all = all;
  }
  void count_step() const {
    if (around.progress != nullptr) around.progress->done.fetch_add(1, std::memory_order_relaxed);
  }
  bool interrupted() const {
    return around.interrupted != nullptr && around.interrupted->load(std::memory_order_relaxed);
  }
};

}  // namespace aptix::disk
