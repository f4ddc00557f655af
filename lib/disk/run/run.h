// The parts of a transaction: what it is to do (Draft, made from a ChangeSet or from a record to reverse), what would
// stop it (foresee), and its phases, which transaction.cpp calls in order. Rolling back is in back/back.h.
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

// What happens to one path.
struct Step {
  RecordedFile* file;   // in Draft::files, later in the manifest
  FileIdentity seen{};  // of the file that was read; zero: only its content counts
  // The postimage is new content with the metadata of a file in the tree ...
  const std::vector<std::string_view>* pieces = nullptr;
  std::string metadata_of{};  // "": as a new file
  // The owner of `metadata_of`, if that file has no metadata besides owner and mode: then it need not be opened.
  std::optional<Owner> owner{};
  bool keeps_owner = true;  // false: the new file may belong to this user
  // ... or a file that is already in the state folder.
  int saved_in = -1;
  std::string saved{};

  std::optional<size_t> tree{};  // index of the tree in NewTrees that it is staged in, not as n<i>

  bool is_new() const { return !file->before.exists && metadata_of.empty() && pieces != nullptr; }
  bool has_data() const { return file->after.exists && !file->after.is_link(); }
};

// A folder to make again. Without an r<k> it belongs to this user and has this mode.
struct SavedFolder {
  int in = -1;  // the folder of the transaction or of a record; the caller owns it
  std::string name{};
  uint32_t mode = 0;
};

struct Draft {
  Draft() = default;
  Draft(Draft&&) = default;  // move only: copied steps would point into the other draft

  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;
  std::vector<RecordedFile> files;                   // steps point into it: it never grows beyond its reserve
  std::vector<Step> steps;                           // parallel to `files`
  std::vector<std::string> made, removed;            // folders to make, or to remove if empty, for their own sake
  std::map<std::string, SavedFolder> saved_folders;  // folders to make like saved ones; others are made as usual
  std::optional<std::set<std::string>> removable;    // folders to remove if left empty; nullopt: any
  std::string top;                                   // ... below this folder: the root's prefix
  // Fills before.sha and after.sha. Called once, after staging.
  std::function<void(std::vector<RecordedFile>&)> finish_hashes;

  void reserve(size_t count) {
    files.reserve(count);
    steps.reserve(count);
  }
  // REQUIRES: at most as many calls as were reserved.
  Step& add() {
    ASSERT(files.size() < files.capacity());
    return steps.emplace_back(Step{.file = &files.emplace_back()});
  }
  bool empty() const { return steps.empty() && made.empty() && removed.empty(); }
};

struct Running {
  Site& site;
  int tx;  // the transaction's folder, open as long as it runs
  bool sync;
  unsigned threads;
};

// New folders are built in the transaction's folder with the new files in them. One rename moves each to its place,
// instead of one for every file.
//
//   t<k>  in the transaction's folder: the k-th topmost folder of Manifest::made
//
// As long as t<k> exists, nothing below that folder was published: rolling back relies on it.
std::string tree_name(size_t tree);

class NewTrees {
 public:
  // `made` as in the manifest: parents first. Tree k is the k-th topmost folder.
  explicit NewTrees(const std::vector<std::string>& made);

  const std::vector<std::string>& tops() const { return tops_; }

  // The tree that contains a path. nullopt: its folder is not new.
  std::optional<size_t> tree_of(std::string_view path) const;

  // The path of a file while its tree is built, relative to the transaction's folder.
  std::string built_path(size_t tree, std::string_view path) const;

 private:
  std::vector<std::string> tops_;
  std::map<std::string, size_t, std::less<>> numbers_;  // by top folder
};

// The errors that a transaction would meet, as far as they can be seen without writing. Changes nothing, needs no lock.
Diagnostics foresee(Site& site, const Draft& draft);

// The folders that it makes and those that it may remove: the manifest must name them.
struct FolderPlan {
  std::vector<std::string> made;        // parents first
  std::vector<ManifestFolder> removed;  // parents first; removed only if empty
};

// Errors: path_symlink, path_conflict, io_error.
Result<FolderPlan> plan_folders(Site& site, const Draft& draft);

// True if one of the files replaces the folder or one above it.
bool gives_way(const std::string& folder, const std::vector<RecordedFile>& files);

// Saves what the folders to remove were like. Their modes and paths are in the manifest. If one has an owner,
// attributes or ACLs of its own, an empty folder with the same is made in the transaction's folder. Rolling back and
// undo copy it.
//
//   r<k>  in the transaction's folder: like the k-th of Manifest::removed
std::string saved_folder_name(size_t k);
bool is_saved_folder(const std::string& name);

// Makes the r<k> that are needed, durable on return unless nothing is synced. A folder that cannot be saved is taken
// out of `removed`, so that it stays; if a file is to replace it, that is an error instead. Fails with io_error,
// io_no_space.
Status save_folders(const Running& run, const Draft& draft, std::vector<ManifestFolder>& removed);

// Makes staged and published files durable. If cheaper, the number of flushes does not grow with the number of files
// and folders. Nothing is certain to be durable before finish() has returned.
class Flusher {
 public:
  explicit Flusher(const Running& run) : run_(run), fs_(run.site.fs) {}

  // Chooses the method for this number of files. 0 or -errno. REQUIRES: called first.
  int choose(size_t files);

  // Other programs had so little to write that flushing the whole file system takes hardly longer than one file.
  bool little_else() const { return little_else_; }

  // How files are to be written.
  WriteBack write_back() const { return few_ ? WriteBack::meanwhile : WriteBack::later; }

  bool wants_files() const { return way_ == Way::each || way_ == Way::threads; }

  // Called when the i-th staged file is complete, written now or by an earlier run. Takes the descriptor. 0 or -errno.
  // Thread-safe if there are many files.
  int wrote(size_t i, Fd fd);

  // Makes all staged files, the manifest and their names durable.
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
  std::vector<Written> written_;           // for Way::each: still open; at most kFewFiles, by one thread
  std::atomic<size_t> still_to_come_ = 0;  // files until the first half is flushed; starts at 0: no half
  int first_half_status_ = 0;
  Background first_half_;
};

// The folders that a run has changed. Makes those changes durable.
class ChangedFolders {
 public:
  void add(std::string_view folder) {
    if (folder != last_) folders_.insert(last_ = folder);
  }
  // The folder was made or removed, which also changes the one above.
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
    bool crossed = false;      // some folders are on another file system
    bool little_else = false;  // Flusher::little_else
  };
  // Syncs a few folders one by one. For many, or for two if other programs have little to write, it syncs the whole
  // file system once, unless some folders are on another. 0 or -errno; then `failed` names the folder.
  int sync(Folders& folders, int state, Sync how, std::string& failed) const;

 private:
  std::set<std::string> folders_;
  std::string last_ = "/";  // "/": none, as no folder has that path
};

// Writes the postimages into the transaction's folder, with their final owner, mode, ACL and attributes, and nothing
// else. Fills file.after.mode and .kind, and `tree` of each step. `made`: the folders that the transaction will make.
// Of several failures, the first in the order of the steps is returned. Errors: file_changed, path_*, io_error,
// io_no_space. REQUIRES: called once per flusher.
Status stage(const Running& run, Draft& draft, const std::vector<std::string>& made, Flusher& flusher);

// Moves the staged files into place and the displaced ones out; each displaced file is checked then. On failure the
// tree is between old and new: the caller must roll back. On success all of it is durable, except the commit.
// `manifest.files` is parallel to the steps of `draft`. Returns the folders that were removed. Errors: file_changed,
// file_exists, path_*, io_error, io_no_space, interrupted.
Result<std::vector<std::string>> publish(
    const Running& run, const Manifest& manifest, const Draft& draft, const Flusher& flusher);

// The moves between the tree and the transaction's folder. Each is one step if the file system can do it, several if
// not. They judge nothing: after a move the caller checks the file that was displaced.
//
// Names in the transaction's folder, for the i-th path:
//   n<i>  the staged postimage; later the displaced preimage
//   o<i>  a displaced preimage on its way to n<i>; complete if it exists
//   c<i>  a copy being made: trash after a crash
//   d     a folder that does not have its owner, attributes and mode yet
//   q<i>  an empty placeholder was, or is about to be, made in the tree
// and next to a target on another file system: .aptix-<id>-n<i>, a copy of n<i>, and .aptix-<id>-d, the same as d.

// True if a rename with a flag failed because the file system does not support the flag.
bool no_such_rename(int status);

class TreeMoves {
 public:
  struct Options {
    uint64_t id;
    bool sync;
  };
  TreeMoves(FileSystem& fs, int tx, Options options) : fs_(fs), tx_(tx), options_(options) {}

  // All return 0 or -errno. -ESTALE: the target changed during the move, and nothing was replaced.
  int swap(size_t i, const Target& target);  // n<i> and the target trade places
  int put(size_t i, const Target& target);   // n<i> becomes the target; -EEXIST if the name exists
  int take(size_t i, const Target& target);  // the target becomes n<i>, which must not exist
  int drop(size_t i, const Target& target);  // as take(); the content may be lost

  int make_folder(const Target& target, const SavedFolder& saved);  // makes it like the saved one; -EEXIST
  void drop_unmade(int dir);  // removes what a crash in make_folder() left in that folder

  // After a crash during a move: brings the path into the state before or after that move. `before`: its state before
  // the transaction. `target.dir` may be the error of opening the folder.
  int settle(size_t i, const Target& target, const StoredState& before);

  bool crossed() const { return crossed_; }  // a target was on another file system
  bool copied() const { return copied_; }    // a displaced file may be a copy with another inode

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
// ("git clean -fdx") removes the state folder, and the old texts would be lost.
class HeldTexts {
 public:
  // REQUIRES: `site` and `manifest` outlive this.
  HeldTexts(Site& site, const Manifest& manifest) : site_(site), manifest_(manifest) {}

  // Opens the displaced files and saved folders of `manifest`. If it fails, the command must not run. Raises the soft
  // limit of open files if needed. Fails with limit_exceeded, io_error.
  Status hold(int tx);

  // Makes missing files again; called after a failure, it continues. If the state folder and its lock are gone, makes
  // them again: `tx` is then the new folder. If another run holds the new lock, waits for it without limit. With
  // `sync`, the result is durable. True: something was missing. Fails with io_error, io_no_space, interrupted,
  // state_untrusted.
  Result<bool> bring_back(Fd& tx, bool sync);

 private:
  struct Held {
    std::string name;
    Fd fd;
    std::string link{};  // the target of a link
    mode_t folder = 0;   // mode of a saved folder; 0: a file
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
