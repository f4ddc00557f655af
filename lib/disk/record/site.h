// An opened workspace as lib/disk sees it: the descriptors of its folders, and its surroundings.
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

// Shows a change of these files to a person and asks whether it may be made. nullopt: nobody can be asked.
using AskPerson =
    std::function<Result<std::optional<bool>>(std::string_view diff, const std::vector<std::string>& paths)>;

// The lock of a run. All workspaces that the run opens share it until the run's record is in the audit.
struct RunLock {
  std::shared_ptr<Fd> lock{};
  std::string path{};  // of the locked workspace
};

enum class Syncs : uint8_t { all, none };

class Workspace;
using AskReady = std::function<Status(Workspace&)>;

// What the caller knows about its environment; lib/ never looks it up.
struct Surroundings {
  std::string home{};       // "" when not known
  std::string caller{};     // APTIX_CALLER, else "uid N"
  std::string command{};    // the command line, recorded in the log
  std::string verifying{};  // the workspace that another aptix holds while this one runs below its --verify; or ""
  int64_t now_ns = 0;       // wall clock
  uint32_t umask = 022;
  std::string state_dir{};               // the state folder, absolute, if it is not `.aptix` of the workspace; else ""
  std::vector<uid_t> owners{};           // other users whose state folder is trusted
  bool in_repository = false;            // the root may be a git repository itself (as for 'git apply')
  std::shared_ptr<const Guard> guard{};  // the policy; null: everything is allowed
  std::shared_ptr<Watch> watch{};        // the audit of this run; null: none
  std::shared_ptr<RunLock> run_lock{};   // null: each workspace locks for itself
  AskReady ready{};                      // called before anything is changed; an error stops the run
  AskPerson ask{};                       // asked about a change that needs approval; null: it is stored
  std::shared_ptr<Memory> memory{};      // the session of this run; null: none
  int lock_wait_ms = 3000;               // how long to wait for another run
  const std::atomic<bool>* interrupted = nullptr;  // set by SIGINT, SIGTERM and SIGHUP
  // Gets the id of the transaction as soon as it would survive a crash of the process. Set back to 0 if it could not be
  // made durable.
  CommitGate* committed = nullptr;
  Progress* progress = nullptr;  // null: no progress is reported
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
  Fd state{};                          // `.aptix`, once found
  mode_t shared = 0;                   // permissions of group and others in it, as mode bits of a folder
  gid_t group = 0;                     // the group it is shared with
  std::shared_ptr<Fd> lock{};          // open while the lock is held; null or closed without a state folder
  Fd own_state{};                      // `.aptix` of a workspace with --state-dir elsewhere; locked as well
  uint64_t next_trash = 0;             // the next number for a trash folder; it may be in use
  bool made_state = false;             // this run made `.aptix`: its name must be made durable, too
  std::optional<Error> no_state = {};  // why `.aptix` could not be made

  int root_fd() const { return root.ok() ? root.get() : top.get(); }
  bool is_locked() const { return lock && lock->ok(); }
  // Progress of a transaction. Each file counts as two steps: its new text is stored, and it is renamed.
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
