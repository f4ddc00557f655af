// The moves, and how recovery completes a move that was interrupted. settle() relies on the order of the calls in each
// move: change both or neither.
#include "disk/run/run.h"

#include <fcntl.h>

#include <cerrno>

#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr const char* kNewFolder = "d";

std::string aside_name(size_t i) { return "o" + std::to_string(i); }
std::string copy_name(size_t i) { return "c" + std::to_string(i); }
std::string claim_name(size_t i) { return "q" + std::to_string(i); }

// The file system, or a rule of the kernel, does not allow a second name for this file.
bool no_such_link(int status) {
  return status == -EPERM || status == -ENOSYS || status == -ENOTSUP || status == -EINVAL || status == -EMLINK;
}

bool same_unchanged_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
      a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

// 0, or -ESTALE if the target is no longer the same file.
int still(FileSystem& fs, const Target& target, const struct stat& was) {
  struct stat now {};
  int status = fs.stat(target.dir, target.name.c_str(), now);
  if (status == -ENOENT) return -ESTALE;
  if (status < 0) return status;
  return same_unchanged_file(was, now) ? 0 : -ESTALE;
}

int set_folder_mode(FileSystem& fs, int dir, const char* name, uint32_t mode) {
  Fd folder(fs, fs.open(dir, name, O_RDONLY | O_DIRECTORY, 0));
  return folder.ok() ? fs.fchmod(folder.get(), mode) : -folder.error();
}

// True if both have the same content and mode.
bool alike(const FileOnDisk& a, const FileOnDisk& b) {
  return a.kind == b.kind && a.sha == b.sha && (a.kind != FileOnDisk::Kind::file || a.about.st_mode == b.about.st_mode);
}

// Removes a name that may not exist.
int remove(FileSystem& fs, int dir, const std::string& name) {
  int status = fs.unlink(dir, name.c_str());
  return status == -ENOENT ? 0 : status;
}

}  // namespace

bool no_such_rename(int status) { return status == -EINVAL || status == -ENOSYS || status == -ENOTSUP; }

std::string TreeMoves::beside(const std::string& name) const {
  return ".aptix-" + std::to_string(options_.id) + "-" + name;
}

int TreeMoves::swap(size_t i, const Target& target) {
  int status = fs_.rename(tx_, staged_name(i).c_str(), target.dir, target.name.c_str(), RenameMode::exchange);
  bool in_steps = status == -EXDEV || no_such_rename(status);
  crossed_ = crossed_ || status == -EXDEV;
  return in_steps ? swap_in_steps(i, target, status == -EXDEV ? From::beside : From::staged) : status;
}

// Gives the old file a second name, or copies it; then the new file, or its copy next to the target, replaces it. If
// another program replaces the file between the last look and the rename, that text is lost; only an exchange can
// prevent this. n<i> stays until o<i> takes its name.
int TreeMoves::swap_in_steps(size_t i, const Target& target, From from) {
  struct stat was {};
  int status = fs_.stat(target.dir, target.name.c_str(), was);
  if (status < 0) return status;
  bool copies = from == From::beside;
  std::string name = copies ? beside(i) : staged_name(i);
  status = copies ? -EXDEV : fs_.link(target.dir, target.name.c_str(), tx_, aside_name(i).c_str());
  if (copies || no_such_link(status)) status = set_aside(i, target);
  if (status == 0 && copies) status = copy_out(i, target);
  if (status == 0) status = still(fs_, target, was);
  if (status == 0)
    status = fs_.rename(copies ? target.dir : tx_, name.c_str(), target.dir, target.name.c_str(), RenameMode::replace);
  if (status < 0) {
    if (copies) remove(fs_, target.dir, name);
    remove(fs_, tx_, aside_name(i));
    return status;
  }
  return fs_.rename(tx_, aside_name(i).c_str(), tx_, staged_name(i).c_str(), RenameMode::replace);
}

// Makes o<i>, a copy of the target; complete when it has that name.
int TreeMoves::set_aside(size_t i, const Target& target) {
  copied_ = true;
  int status = remove(fs_, tx_, copy_name(i));
  if (status == 0) status = copy_file(fs_, target.dir, target.name, tx_, copy_name(i), {.sync = options_.sync});
  if (status < 0) return status;
  return fs_.rename(tx_, copy_name(i).c_str(), tx_, aside_name(i).c_str(), RenameMode::replace);
}

// Makes a copy of n<i> next to the target.
int TreeMoves::copy_out(size_t i, const Target& target) {
  int status = remove(fs_, target.dir, beside(i));
  if (status < 0) return status;
  return copy_file(fs_, tx_, staged_name(i), target.dir, beside(i), {.sync = options_.sync});
}

int TreeMoves::put(size_t i, const Target& target) {
  int dir = tx_;
  std::string from = staged_name(i);
  int status = fs_.rename(dir, from.c_str(), target.dir, target.name.c_str(), RenameMode::no_replace);
  if (status == -EXDEV) {
    crossed_ = true;
    status = copy_out(i, target);
    // Remove n<i> first: a target without n<i> is then always one that was put there.
    if (status == 0) status = fs_.unlink(tx_, from.c_str());
    if (status < 0) return status;
    dir = target.dir;
    from = beside(i);
    status = fs_.rename(dir, from.c_str(), target.dir, target.name.c_str(), RenameMode::no_replace);
  }
  if (!no_such_rename(status)) return status;
  status = fs_.link(dir, from.c_str(), target.dir, target.name.c_str());
  if (no_such_link(status)) return put_by_claim(i, dir, from, target);
  return status < 0 ? status : fs_.unlink(dir, from.c_str());
}

// Claims the name by an empty file, as O_EXCL does; q<i> tells recovery that the file is ours.
int TreeMoves::put_by_claim(size_t i, int from_dir, const std::string& from, const Target& target) {
  Fd mark(fs_, fs_.open(tx_, claim_name(i).c_str(), O_WRONLY | O_CREAT, 0600));
  if (!mark.ok()) return -mark.error();
  Fd claim(fs_, fs_.open(target.dir, target.name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (!claim.ok()) {
    remove(fs_, tx_, claim_name(i));
    return -claim.error();
  }
  claim.close();
  int status = fs_.rename(from_dir, from.c_str(), target.dir, target.name.c_str(), RenameMode::replace);
  return status < 0 ? status : remove(fs_, tx_, claim_name(i));
}

// The target becomes n<i>. No n<i> exists and nobody else makes it, so nothing can be replaced.
int TreeMoves::move_out(size_t i, const Target& target) {
  std::string staged = staged_name(i);
  int status = fs_.rename(target.dir, target.name.c_str(), tx_, staged.c_str(), RenameMode::no_replace);
  if (!no_such_rename(status)) return status;
  return fs_.rename(target.dir, target.name.c_str(), tx_, staged.c_str(), RenameMode::replace);
}

int TreeMoves::take(size_t i, const Target& target) {
  int status = move_out(i, target);
  if (status != -EXDEV) return status;
  crossed_ = true;
  struct stat was {};
  status = fs_.stat(target.dir, target.name.c_str(), was);
  if (status == 0) status = set_aside(i, target);
  if (status == 0) status = fs_.rename(tx_, aside_name(i).c_str(), tx_, staged_name(i).c_str(), RenameMode::replace);
  if (status == 0) status = still(fs_, target, was);
  return status < 0 ? status : fs_.unlink(target.dir, target.name.c_str());
}

int TreeMoves::drop(size_t i, const Target& target) {
  int status = move_out(i, target);
  return status == -EXDEV ? fs_.unlink(target.dir, target.name.c_str()) : status;
}

int TreeMoves::make_folder(const Target& target, const SavedFolder& saved) {
  int dir = tx_;
  std::string name = kNewFolder;
  int status = make_as_saved(dir, name, saved);
  if (status == 0) status = rename_new(fs_, dir, name.c_str(), target.dir, target.name.c_str());
  if (status == -EXDEV) {
    crossed_ = true;
    fs_.rmdir(dir, name.c_str());
    dir = target.dir;
    name = beside(name);
    status = make_as_saved(dir, name, saved);
    if (status == 0) status = rename_new(fs_, dir, name.c_str(), target.dir, target.name.c_str());
  }
  if (status < 0) fs_.rmdir(dir, name.c_str());
  return status;
}

void TreeMoves::drop_unmade(int dir) { fs_.rmdir(dir, beside(kNewFolder).c_str()); }

// Replaces what a crash left of the same folder.
int TreeMoves::make_as_saved(int dir, const std::string& name, const SavedFolder& saved) {
  int status = fs_.rmdir(dir, name.c_str());
  if (status < 0 && status != -ENOENT) return status;
  Fd like(fs_, fs_.open(saved.in, saved.name.c_str(), O_RDONLY | O_DIRECTORY, 0));
  if (like.ok()) return make_folder_like(fs_, like.get(), dir, name, saved.mode);
  bool is_none = like.error() == ENOENT || like.error() == ENOTDIR || like.error() == ELOOP;
  if (!is_none) return -like.error();
  status = fs_.mkdir(dir, name.c_str(), 0700);
  return status < 0 ? status : set_folder_mode(fs_, dir, name.c_str(), saved.mode);
}

int TreeMoves::settle(size_t i, const Target& target, const StoredState& before) {
  int status = settle_aside(i, target, before);
  return status < 0 || target.dir < 0 ? status : settle_beside(i, target, before);
}

// o<i> is the displaced file if the new file is in place, or if n<i> is gone because it was being put there.
int TreeMoves::settle_aside(size_t i, const Target& target, const StoredState& before) {
  FileOnDisk aside;
  FileOnDisk staged;
  FileOnDisk there;
  int status = look(fs_, tx_, aside_name(i), aside);
  if (status < 0 || aside.missing()) return status;
  if (status = look(fs_, tx_, staged_name(i), staged); status < 0) return status;
  if (status = look(fs_, target.dir, target.name, there); status < 0) return status;
  bool published = staged.missing() || alike(there, staged);
  bool needed = published || (!there.has_content_of(before) && aside.has_content_of(before));
  if (!needed) return remove(fs_, tx_, aside_name(i));
  return fs_.rename(tx_, aside_name(i).c_str(), tx_, staged_name(i).c_str(), RenameMode::replace);
}

int TreeMoves::settle_beside(size_t i, const Target& target, const StoredState& before) {
  FileOnDisk staged;
  FileOnDisk claim;
  FileOnDisk copy;
  int status = look_without_hash(fs_, tx_, staged_name(i), staged);
  if (status == 0) status = look_without_hash(fs_, tx_, claim_name(i), claim);
  if (status == 0) status = look_without_hash(fs_, target.dir, beside(i), copy);
  bool still_to_come = !staged.missing() || !copy.missing();
  if (status == 0 && !claim.missing() && still_to_come) status = unclaim(target);
  if (status < 0 || copy.missing()) return status;
  // An old text that was being put back may exist only here. Anything else next to the target is a copy.
  if (before.exists && staged.missing()) status = copy_in(i, target);
  return status < 0 ? status : fs_.unlink(target.dir, beside(i).c_str());
}

// Removes the placeholder, if it is there.
int TreeMoves::unclaim(const Target& target) {
  FileOnDisk there;
  int status = look_without_hash(fs_, target.dir, target.name, there);
  if (status < 0 || there.kind != FileOnDisk::Kind::file || there.about.st_size != 0) return status;
  return fs_.unlink(target.dir, target.name.c_str());
}

int TreeMoves::copy_in(size_t i, const Target& target) {
  int status = remove(fs_, tx_, copy_name(i));
  if (status == 0) status = copy_file(fs_, target.dir, beside(i), tx_, copy_name(i), {.sync = options_.sync});
  if (status < 0) return status;
  return fs_.rename(tx_, copy_name(i).c_str(), tx_, staged_name(i).c_str(), RenameMode::replace);
}

}  // namespace aptix::disk
