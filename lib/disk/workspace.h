// The workspace: root, state folder, lock. CLI.md §1.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "disk/os/filesystem.h"
#include "model/change_set.h"
#include "model/limits.h"

namespace aptix::disk {

// What the surroundings say; lib/ never asks for it itself.
struct Surroundings {
  std::string home{};     // "" when not known
  std::string caller{};   // APTIX_CALLER, else the user name
  std::string command{};  // the command line, for the log
  int64_t now_ns = 0;     // wall clock
  uint32_t umask = 022;
  const std::atomic<bool>* interrupted = nullptr;  // set by SIGINT and SIGTERM
  // Where the id of a transaction is put as soon as a crash would leave it done; 0 again when it could not be made
  // durable.
  std::atomic<uint64_t>* committed = nullptr;
};

// What a Reader does about a name that is a link or a folder; links above it are always refused.
enum class Links : uint8_t {
  refused,  // path_symlink, path_special
  seen,     // an image with its target; a folder is one of FileKind::other without bytes
};

// An opened root and the workspace it is in. Nothing is created by opening.
class Workspace {
 public:
  // `root`: --root as given, or "". Fails with path_outside_root, io_error, usage.
  static Result<std::unique_ptr<Workspace>> open(FileSystem& fs, const std::string& root, Surroundings surroundings);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // The same workspace with its own folder as the root.
  Result<std::unique_ptr<Workspace>> at_top() const;

  const std::string& path() const;         // of the workspace, absolute
  const std::string& root_path() const;    // of the root, absolute
  const std::string& root_prefix() const;  // of the root below the workspace: "" or "a/b"

  // Files below the root, for the resolver. Confined: no component may be a link. With more than one
  // thread, hashing a large file begins when it is read.
  std::unique_ptr<Reader> reader(const Limits& limits, unsigned threads = 1, Links links = Links::refused);

  // Takes the workspace's lock for writing (waits up to 3 s, then lock_busy), makes `.aptix/` with its
  // .gitignore if needed, refuses one that is not ours (state_untrusted), and recovers what a crash
  // left: what recover() reports is in warnings. Held until the Workspace is destroyed. Unmade::waits: where there is
  // no state folder and none can be made, commit() fails in its place, when there is something to write.
  enum class Unmade : uint8_t { fails, waits };
  Outcome<bool> lock(Unmade unmade = Unmade::fails);

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  explicit Workspace(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace aptix::disk
