// What a transaction is to do (a Draft, made of a ChangeSet or of a record that is reversed), what would keep it from
// writing (foresee), and the parts of running it, which transaction.cpp calls one after the other. Rolling back is in
// back/back.h.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "base/parallel.h"
#include "disk/os/copy.h"
#include "disk/os/folders.h"
#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

// What becomes of one path.
struct Step {
  RecordedFile* file;   // of Draft::files, which the manifest has later
  FileIdentity seen{};  // of the file that was read; zero: only its content counts
  // The postimage is new content with the metadata of a file of the tree ...
  const std::vector<std::string_view>* pieces = nullptr;
  std::string metadata_of{};  // "": those of a new file
  // The owner of `metadata_of`, if that file has nothing but an owner and a mode: then it need not be opened.
  std::optional<Owner> owner{};
  bool keeps_owner = true;  // else the new file may belong to this process
  // ... or a file that is in the state folder already.
  int saved_in = -1;
  std::string saved{};

  std::optional<size_t> tree{};  // of NewTrees, which it is staged in, not as n<i>

  bool is_new() const { return !file->before.exists && metadata_of.empty() && pieces != nullptr; }
  bool has_data() const { return file->after.exists && !file->after.is_link(); }
};

// A folder that is to be made again. Without an r<k> it belongs to this process and has this mode.
struct SavedFolder {
  int in = -1;  // the transaction's folder or a record's, owned by the caller
  std::string name{};
  uint32_t mode = 0;
};

struct Draft {
  Draft() = default;
  Draft(Draft&&) = default;  // a copy would have steps that point into the other

  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;
  std::vector<RecordedFile> files;                   // never grows beyond what was reserved: the steps point into it
  std::vector<Step> steps;                           // parallel to `files`
  std::vector<std::string> made, removed;            // folders named by themselves: to be made, to be removed if empty
  std::map<std::string, SavedFolder> saved_folders;  // folders that are made again; others are made as usual
  std::optional<std::set<std::string>> removable;    // folders that are removed when they are left empty; nothing: any
  std::string top;                                   // ... below this one: the root's prefix
  // Fills before.sha and after.sha; called once, after the staging.
  std::function<void(std::vector<RecordedFile>&)> finish_hashes;

  void reserve(size_t count) {
    files.reserve(count);
    steps.reserve(count);
  }
  // REQUIRES: it is one of those that were reserved.
  Step& add() {
    ASSERT(files.size() < files.capacity());
    return steps.emplace_back(Step{.file = &files.emplace_back()});
  }
  bool empty() const { return steps.empty() && made.empty() && removed.empty(); }
};

struct Running {
  Site& site;
  int tx;  // its folder; open as long as it runs
  bool sync;
  unsigned threads;
};

// New folders are built in the transaction's folder with the new files in them, and get to their place by one rename
// each instead of one for every file.
//
//   t<k>  in the transaction's folder: the k-th topmost folder of Manifest::made
//
// As long as t<k> exists, nothing below that folder was published: rolling back relies on it.
std::string tree_name(size_t tree);

class NewTrees {
 public:
  // `made` as in the manifest: parents first. The topmost are the tops of trees, in this order.
  explicit NewTrees(const std::vector<std::string>& made);

  const std::vector<std::string>& tops() const { return tops_; }

  // The tree that a path is in; nothing: its folder is not new.
  std::optional<size_t> tree_of(std::string_view path) const;

  // The path below the transaction's folder that a path of the tree has while the tree is built.
  std::string built_path(size_t tree, std::string_view path) const;

 private:
  std::vector<std::string> tops_;
  std::map<std::string, size_t, std::less<>> numbers_;  // by top
};

// What a transaction would do and what would keep it from writing, as far as it can be seen before it runs.
// Changes nothing and needs no lock.
Diagnostics foresee(Site& site, const Draft& draft);

// Which folders it will make and which it may remove: the manifest must name them.
struct FolderPlan {
  std::vector<std::string> made;        // parents first
  std::vector<ManifestFolder> removed;  // parents first; removed only if they are empty then
};

// Errors: path_symlink, path_conflict, io_error.
Result<FolderPlan> plan_folders(Site& site, const Draft& draft);

// Whether one of the files takes the place of the folder, or of one above it.
bool gives_way(const std::string& folder, const std::vector<RecordedFile>& files);

// What the folders that a run removes were like. Their modes and paths are in the manifest. Where one has an owner,
// attributes or ACLs of its own, an empty folder with the same is made in the transaction's folder; rolling back and
// undo copy it.
//
//   r<k>  in the transaction's folder: like the k-th of Manifest::removed
std::string saved_folder_name(size_t k);
bool is_saved_folder(const std::string& name);

// Makes the r<k> that are needed. A folder that could not be made again as it is will not be removed: it is taken out
// of `removed`, or, where a file is to take its place, its error is returned. Fails with io_error, io_no_space. They
// are durable when the call returns, unless nothing is synced.
Status save_folders(const Running& run, const Draft& draft, std::vector<ManifestFolder>& removed);

// Makes what was staged and published durable, in a number of flushes that does not grow with the number of files
// and folders where that is cheaper.
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

// Writes the postimages into the transaction's folder, with their final owner, mode, ACL and
// attributes. Touches nothing else.
// Fills file.after.mode and .kind, and tree. `made`: the folders that the transaction will make.
// Of several failures the first one in the order of the steps is returned. Errors: file_changed, path_*, io_error,
// io_no_space. REQUIRES: called once for a flusher.
Status stage(const Running& run, Draft& draft, const std::vector<std::string>& made, Flusher& flusher);

// Puts the staged files in their places and takes the displaced ones out, each checked when it is out.
// A failure leaves the tree between old and new: the caller rolls back.
// All of it is durable when it returns, but for the commit. `manifest.files` is parallel to the steps of `draft`. Gives
// the folders that were removed. Errors: file_changed, file_exists, path_*, io_error, io_no_space, interrupted.
Result<std::vector<std::string>> publish(
    const Running& run, const Manifest& manifest, const Draft& draft, const Flusher& flusher);

// The few moves between the tree and the folder of the running transaction: each is one step where the file system can
// do it, and several where it cannot. They judge nothing: after a move the caller looks at the file that came out.
//
// Names in the transaction's folder, for the i-th path:
//   n<i>  the staged postimage; later the displaced preimage
//   o<i>  a displaced preimage on its way to n<i>; complete if it exists
//   c<i>  a copy that is being made: rubbish after a crash
//   d     a folder before it has its owner, attributes and mode
//   q<i>  an empty placeholder was, or is about to be, made in the tree
// and next to the target, where that is on another file system: .aptix-<id>-n<i>, a copy of n<i>, and .aptix-<id>-d,
// which is what d is above.
// Did a rename with a flag fail because the file system does not know the flag?
bool no_such_rename(int status);

class TreeMoves {
 public:
  struct Options {
    uint64_t id;
    bool sync;
  };
  TreeMoves(FileSystem& fs, int tx, Options options) : fs_(fs), tx_(tx), options_(options) {}

  // All: 0 or -errno. -ESTALE: the target was changed during the move; nothing was replaced.
  int swap(size_t i, const Target& target);  // n<i> and the target trade places
  int put(size_t i, const Target& target);   // n<i> becomes the target; -EEXIST when the name is taken
  int take(size_t i, const Target& target);  // the target becomes n<i>, which must not exist
  int drop(size_t i, const Target& target);  // the same for a target whose content is of no use

  int make_folder(const Target& target, const SavedFolder& saved);  // appears as it was saved; -EEXIST
  void drop_unmade(int dir);  // removes what a crash in make_folder() left in that folder

  // After a crash inside one of the moves: brings the path into the state before or after that move. `before`: its
  // state before the transaction. `target.dir` may be the error of opening the folder.
  int settle(size_t i, const Target& target, const StoredState& before);

  bool crossed() const { return crossed_; }  // a target was on another file system
  bool copied() const { return copied_; }    // what was displaced may be a copy, another inode

 private:
  enum class From : uint8_t { staged, beside };
  int swap_in_steps(size_t i, const Target& target, From from);
  int put_by_claim(size_t i, int from_dir, const std::string& from, const Target& target);
  int move_out(size_t i, const Target& target);
  int copy_out(size_t i, const Target& target);
  int copy_in(size_t i, const Target& target);
  int unclaim(const Target& target);
  int set_aside(size_t i, const Target& target);
  int settle_aside(size_t i, const Target& target, const StoredState& before);
  int settle_beside(size_t i, const Target& target, const StoredState& before);
  int make_as_saved(int dir, const std::string& name, const SavedFolder& saved);
  std::string beside(const std::string& name) const;
  std::string beside(size_t i) const { return beside(staged_name(i)); }

  FileSystem& fs_;
  int tx_;
  Options options_;
  bool crossed_ = false;
  bool copied_ = false;
};

// Holds the displaced files of a transaction open while the command of --verify runs: a command that cleans the tree
// ("git clean -fdx") removes the state folder with them, and the old texts would be lost.
class HeldTexts {
 public:
  // REQUIRES: `site` and `manifest` live as long as this.
  HeldTexts(Site& site, const Manifest& manifest) : site_(site), manifest_(manifest) {}

  // Opens what stands in the transaction's folder for the paths of `manifest`: all, or the command must not run. The
  // process's soft limit of open files is raised where it has to be. Fails with limit_exceeded, io_error.
  Status hold(int tx);

  // Makes again what is missing: after a failure, what still is. With the state folder and its lock where these went:
  // `tx` is then the new folder. Waits for a run that has taken the new lock, however long. With `sync`, all of it is
  // durable then. True: something was missing. Fails with io_error, io_no_space, interrupted, state_untrusted.
  Result<bool> bring_back(Fd& tx, bool sync);

 private:
  struct Held {
    std::string name;
    Fd fd;
    std::string link{};  // where a link leads
    mode_t folder = 0;   // the mode of a saved folder; 0: it is a file
  };

  Status hold_one(int tx, const std::string& name, mode_t folder);
  Result<bool> misses_any(int tx);
  Status make_folders_again(Fd& tx);
  Status take_lock_again();
  Status make_manifest_again(int tx);
  int make_again(int tx, const Held& held);

  Site& site_;
  const Manifest& manifest_;
  std::vector<Held> held_;
};

}  // namespace aptix::disk
