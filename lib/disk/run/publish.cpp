// Each file is one rename. The displaced file is compared with what was read: if somebody wrote in between, the run
// fails, and rolling back puts it back.
#include "disk/run/run.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "base/text/text.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr int64_t kCoarsestGrain = 2'000'000'000;  // in ns, over all file systems

// True for the very file that was read, right before it is displaced. An mtime can be set, a ctime cannot.
bool untouched(const FileOnDisk& last, const FileIdentity& seen) {
  return last.kind == FileOnDisk::Kind::file && identity_of(last.about, seen.read_ns) == seen;
}

// The same after it was displaced, which may change its ctime.
bool same_identity(const FileOnDisk& now, const FileIdentity& seen) {
  FileIdentity here = identity_of(now.about, seen.read_ns);
  here.ctime_ns = seen.ctime_ns;
  return here == seen;
}

class Publisher {
 public:
  Publisher(const Running& run, const Manifest& manifest, const Draft& draft)
      : run_(run),
        manifest_(manifest),
        draft_(draft) {
    for (const Step& step : draft.steps)
      if (step.tree) grown_.insert(*step.tree);
  }

  Status run() {
    PublishOrder order = publish_order(manifest_);
    if (run_.sync && !manifest_.made.empty()) covers_names_ = fs_.sync_covers_names(run_.tx) > 0;
    TRY(publish(order.removed, &TreeMoves::take));
    TRY(remove_folders());
    TRY(publish(order.replaced, &TreeMoves::swap));
    TRY(make_folders());
    return publish(order.created, &TreeMoves::put);
  }

  // Makes all changes durable, except the commit.
  Status sync(const Flusher& flusher) {
    if (!run_.sync) return {};
    std::string failed;
    int status = changed_.sync(
        folders_, run_.site.state.get(), {.crossed = moves_.crossed(), .little_else = flusher.little_else()}, failed);
    if (status < 0) return fail(io_failure("cannot write the folder", failed.empty() ? "." : failed, -status));
    return {};
  }

  std::vector<std::string> take_removed() { return std::move(removed_); }

 private:
  using Move = int (TreeMoves::*)(size_t, const Target&);

  Status publish(const std::vector<size_t>& indices, Move move) {
    for (size_t i : indices) {
      if (run_.site.interrupted()) return fail(interruption());
      run_.site.count_step();
      const Step& step = draft_.steps[i];
      if (step.tree && planted_.contains(*step.tree)) continue;
      TRY(publish_one(i, move));
    }
    return {};
  }

  Status publish_one(size_t i, Move move) {
    const RecordedFile& file = manifest_.files[i];
    Target target = folders_.target(file.path);
    int dir = target.dir;
    if (dir == -ENOENT && file.before.exists) return fail(changed_meanwhile(file.path));
    if (dir < 0) return fail(folder_failure(file.path, -dir));
    changed_.add(split_path(file.path).first);
    FileOnDisk last;
    int status = file.before.exists ? look_without_hash(fs_, dir, target.name, last) : 0;
    if (status == 0) status = (moves_.*move)(i, target);
    if (status < 0) return fail(move_failure(file, -status));
    if (file.before.exists) return check(i, dir, last);
    return {};
  }

  Error move_failure(const RecordedFile& file, int error) const {
    if (error == EEXIST)
      return error_at(file.path, Code::file_exists,
          in_quotes(file.path) + " was created by another process during the run", "read it and make new edits");
    if (error == ESTALE || (error == ENOENT && file.before.exists)) return changed_meanwhile(file.path);
    return io_failure(file.after.exists ? "cannot write" : "cannot delete", file.path, error);
  }

  Status check(size_t i, int dir, const FileOnDisk& last) {
    bool same = false;
    int status = is_what_was_read(i, dir, last, same);
    if (status < 0) return fail(io_failure("cannot read", manifest_.files[i].path, -status));
    if (!same) return fail(changed_meanwhile(manifest_.files[i].path));
    return {};
  }

  // True if any write after the reading would have changed the times, because they were old enough by then.
  bool times_prove(const FileIdentity& seen, int dir) {
    int64_t age = seen.read_ns - std::max(seen.mtime_ns, seen.ctime_ns);
    if (age <= 0 || age >= kCoarsestGrain) return age > 0;
    if (seen.device != grain_device_) {
      grain_ns_ = fs_.time_grain(dir);
      grain_device_ = seen.device;
    }
    return grain_ns_ >= 0 && age >= grain_ns_;
  }

  int is_what_was_read(size_t i, int dir, const FileOnDisk& last, bool& same) {
    const StoredState& before = manifest_.files[i].before;
    const FileIdentity& seen = draft_.steps[i].seen;
    FileOnDisk now;
    int status = look_without_hash(fs_, run_.tx, staged_name(i), now);
    if (status < 0) return status;
    bool known = seen.inode != 0;
    if (now.kind == FileOnDisk::Kind::file && (now.about.st_mode & 07777) == before.mode && known &&
        untouched(last, seen) && same_identity(now, seen) && times_prove(seen, dir)) {
      same = true;
      return 0;
    }
    // A mapped file shows writes to every reader, so comparing its content proves nothing. If it has several names,
    // this run may have moved another one, which changes the ctime.
    FileIdentity here = identity_of(now.about, seen.read_ns);
    bool same_times = here.size == seen.size && here.mtime_ns == seen.mtime_ns;
    bool written = !same_times || (last.about.st_nlink == 1 && !untouched(last, seen));
    if (known && seen.size >= kMappedFrom && written) return 0;
    status = look(fs_, run_.tx, staged_name(i), now);
    if (status < 0 || !now.is(before)) return status;
    return has_metadata_that_was_read(i, last, same);
  }

  // True if the staged file has the owner and attributes that were read, where the old file was not opened again.
  int has_metadata_that_was_read(size_t i, const FileOnDisk& last, bool& same) {
    const std::optional<Owner>& owner = draft_.steps[i].owner;
    same = !owner || *owner == Owner{last.about.st_uid, last.about.st_gid};
    if (!owner || !same || moves_.copied()) return 0;
    Fd old(fs_, fs_.open(run_.tx, staged_name(i).c_str(), O_RDONLY | O_NONBLOCK, 0));
    int any = old.ok() ? fs_.has_attributes(old.get()) : -old.error();
    same = any == 0;
    return std::min(any, 0);
  }

  // Deepest first. A folder that is not empty or cannot be removed stays: no content is affected.
  Status remove_folders() {
    for (auto folder = manifest_.removed.rbegin(); folder != manifest_.removed.rend(); ++folder) {
      auto [dir, name] = folders_.target(folder->path);
      int status = dir < 0 ? dir : fs_.rmdir(dir, name.c_str());
      bool may_not = status == -EBUSY || status == -EACCES || status == -EPERM;
      bool stays = status == -ENOTEMPTY || status == -EEXIST || status == -ENOENT ||
          (may_not && !gives_way(folder->path, manifest_.files));
      if (stays) continue;
      if (status < 0) return fail(io_failure("cannot remove the empty folder", folder->path, -status));
      folders_.forget(folder->path);
      changed_.remove(folder->path);
      removed_.push_back(folder->path);
    }
    return {};
  }

  Status make_folders() {
    for (size_t tree : grown_) TRY(publish_tree(tree));
    for (const std::string& path : manifest_.made) TRY(make_folder(path));
    return {};
  }

  // Falls back to one rename per file if one rename of the tree is impossible or somebody made the folder meanwhile.
  Status publish_tree(size_t tree) {
    const std::string& top = trees_.tops()[tree];
    auto [dir, name] = folders_.target(top);
    if (dir < 0) return fail(folder_failure(top, -dir));
    int status = fs_.rename(run_.tx, tree_name(tree).c_str(), dir, name.c_str(), RenameMode::no_replace);
    bool file_by_file = status == -EEXIST || status == -ENOTEMPTY || status == -EXDEV || no_such_rename(status);
    if (file_by_file) return take_apart(tree);
    if (status < 0) return fail(io_failure("cannot make the folder", top, -status));
    changed_.add_made(top);
    planted_.insert(tree);
    return {};
  }

  Status take_apart(size_t tree) {
    Folders built(fs_, run_.tx);
    for (size_t i = 0; i < draft_.steps.size(); ++i) {
      const Step& step = draft_.steps[i];
      if (step.tree != tree) continue;
      auto [dir, name] = built.target(trees_.built_path(tree, step.file->path));
      int status = dir < 0 ? dir : fs_.rename(dir, name.c_str(), run_.tx, staged_name(i).c_str(), RenameMode::replace);
      if (status < 0) return fail(io_failure("cannot write", step.file->path, -status));
    }
    int status = throw_away(run_.site, run_.tx, tree_name(tree).c_str());
    if (status < 0) return fail(io_failure("cannot write", trees_.tops()[tree], -status));
    empty_trash(run_.site);
    return {};
  }

  Status make_folder(const std::string& path) {
    if (planted_.contains(*trees_.tree_of(path))) return {};
    Target target = folders_.target(path);
    int dir = target.dir;
    if (dir < 0) return fail(folder_failure(path, -dir));
    auto saved = draft_.saved_folders.find(path);
    // If the folder has a default ACL, the umask does not apply.
    mode_t wanted = fs_.gives_acl(dir) > 0 ? 0777 : 0777 & ~run_.site.around.umask;
    int status = saved == draft_.saved_folders.end() ? fs_.mkdir(dir, target.name.c_str(), wanted)
                                                     : moves_.make_folder(target, saved->second);
    if (status == -EEXIST) return {};  // somebody made it meanwhile; opening it shows what it is
    if (status < 0) return fail(io_failure("cannot make the folder", path, -status));
    changed_.add(path);
    if (!covers_names_) changed_.add(split_path(path).first);
    return {};
  }

  const Running& run_;
  FileSystem& fs_ = run_.site.fs;
  const Manifest& manifest_;
  const Draft& draft_;
  Folders folders_{fs_, run_.site.top.get()};
  TreeMoves moves_{fs_, run_.tx, {.id = manifest_.id, .sync = run_.sync}};
  ChangedFolders changed_;
  NewTrees trees_{manifest_.made};
  std::set<size_t> grown_;     // trees that contain staged files
  std::set<size_t> planted_;   // trees that were moved into place
  uint64_t grain_device_ = 0;  // the device of grain_ns_
  int64_t grain_ns_ = 0;
  bool covers_names_ = true;          // nothing is synced, or syncing a new folder covers its name
  std::vector<std::string> removed_;  // folders
};

}  // namespace

Result<std::vector<std::string>> publish(
    const Running& run, const Manifest& manifest, const Draft& draft, const Flusher& flusher) {
  Publisher publisher(run, manifest, draft);
  TRY(publisher.run());
  TRY(publisher.sync(flusher));
  return publisher.take_removed();
}

}  // namespace aptix::disk
