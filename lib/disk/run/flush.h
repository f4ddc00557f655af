// Makes what was staged and published durable, in a number of flushes that does not grow with the number of files
// and folders where that is cheaper.
#pragma once

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "disk/os/folders.h"
#include "disk/run/draft.h"

namespace aptix::disk {

// What is durable only counts once finish() has returned.
class Flusher {
 public:
  explicit Flusher(const Running& run) : run_(run), fs_(run.site.fs) {}

  // Chooses the way for so many files. 0 or -errno. REQUIRES: called first.
  int choose(size_t files);

  // Other programs had so little to write that one flush for the whole file system waits for hardly more
  // than a flush for one file.
  bool little_else() const { return little_else_; }

  // How files are to be written.
  WriteBack write_back() const { return few_ ? WriteBack::meanwhile : WriteBack::later; }

  bool wants_files() const { return way_ == Way::each || way_ == Way::threads; }

  // The i-th staged file is complete, written now or by an earlier run. Takes the descriptor. 0 or -errno. Several
  // threads may call it when there are many files.
  int wrote(size_t i, Fd fd);

  // All staged files and the manifest are durable after this, with their names.
  Status finish(const std::vector<Step>& steps, Fd manifest);

 private:
  enum class Way : uint8_t { none, each, all, threads };
  struct Written {
    size_t i;
    Fd fd;
  };

  bool is_large(int fd);
  Status finish_each(const std::vector<Step>& steps);
  Status finish_in_threads(const std::vector<Step>& steps);
  int finish_names(Fd manifest);

  const Running& run_;
  FileSystem& fs_;
  Way way_ = Way::none;
  bool covers_names_ = false;
  bool little_else_ = false;
  bool few_ = false;
  std::vector<Written> written_;           // Way::each: still open; at most kFewFiles, which one thread stages
  std::atomic<size_t> still_to_come_ = 0;  // files until the first half is flushed; 0 at first: no half is flushed
  int first_half_status_ = 0;
  Background first_half_;
};

// The folders that a run has changed; makes those changes durable.
class ChangedFolders {
 public:
  void add(std::string_view folder) {
    if (folder != last_) folders_.insert(last_ = folder);
  }
  // The folder was made or removed, which changes the one above, too.
  void add_made(const std::string& folder) {
    add(folder);
    add(split_path(folder).first);
  }
  void remove(const std::string& folder) {
    folders_.erase(folder);
    last_ = "/";
    add(split_path(folder).first);
  }

  struct Sync {
    bool crossed = false;      // some are on another file system
    bool little_else = false;  // Flusher::little_else
  };
  // Few folders are synced one by one. For many, or for two where little else is to be written, it is one call for the
  // whole file system, unless some are on another. 0 or -errno, then `failed` names the folder.
  int sync(Folders& folders, int state, Sync how, std::string& failed) const;

 private:
  std::set<std::string> folders_;
  std::string last_ = "/";  // "/": not a path of a folder
};

}  // namespace aptix::disk
