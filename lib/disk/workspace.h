// Finds the workspace of a root and holds both open. To read, see reader.h; to write, commit.h.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "disk/os/filesystem.h"
#include "disk/record/site.h"

namespace aptix::disk {

// An opened root and its workspace. Opening creates nothing.
class Workspace {
 public:
  // `root`: the value of --root, or "". Fails with path_reserved (it is a git repository itself), io_error, usage.
  static Result<std::unique_ptr<Workspace>> open(FileSystem& fs, const std::string& root, Surroundings surroundings);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // The same workspace, with its top folder as the root.
  Result<std::unique_ptr<Workspace>> at_top() const;

  const std::string& path() const { return site_.path; }                // of the workspace, absolute
  const std::string& root_path() const { return site_.root_path; }      // of the root, absolute
  const std::string& root_prefix() const { return site_.root_prefix; }  // of the root below the workspace: "" or "a/b"

  // Another descriptor of the root. Fails with io_error.
  Result<Fd> open_root_folder() const { return open_again(site_.root_fd(), site_.root_path); }

  // Its rules apply to everything read and published from here on. Null: no rules.
  void set_guard(std::shared_ptr<const Guard> guard) { site_.around.guard = std::move(guard); }
  const std::shared_ptr<const Guard>& guard() const { return site_.around.guard; }

  void set_watch(std::shared_ptr<Watch> watch, std::shared_ptr<RunLock> run_lock, AskReady ready) {
    site_.around.watch = std::move(watch);
    site_.around.run_lock = std::move(run_lock);
    site_.around.ready = std::move(ready);
  }
  Watch* watch() const { return site_.around.watch.get(); }
  // Must succeed before anything is changed. Fails with audit_failed.
  Status ready() { return site_.around.ready ? site_.around.ready(*this) : Status(); }

  // Null: nobody can be asked about a change that needs approval.
  void set_ask(AskPerson ask) { site_.around.ask = std::move(ask); }
  const AskPerson& ask() const { return site_.around.ask; }

  void set_memory(std::shared_ptr<Memory> memory) { site_.around.memory = std::move(memory); }
  Memory* memory() const { return site_.around.memory.get(); }

  std::string state_path() const;  // of the state folder, which may not exist

  const Surroundings& around() const { return site_.around; }
  int64_t now_ns() const { return site_.around.now_ns; }  // when the run began

  Site& site() { return site_; }  // for lib/disk only

 private:
  explicit Workspace(Site site) : site_(std::move(site)) {}
  Result<Fd> open_again(int folder, const std::string& path) const;
  Site site_;
};

}  // namespace aptix::disk
