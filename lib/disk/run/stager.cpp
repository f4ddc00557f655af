// What a staged file has before it is published, it has at its place at once: nothing is mended there.
#include "disk/run/stager.h"

#include <fcntl.h>

#include <cerrno>

#include "disk/os/copy.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

// The umask takes its bits from what is new; what the old file allowed stays allowed.
uint32_t limited(uint32_t wanted, uint32_t old_mode, uint32_t umask) { return wanted & (old_mode | ~umask); }

void set_mode(FileState& state, uint32_t mode) {
  state.mode = mode;
  state.kind = (mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
}

}  // namespace

std::optional<size_t> BuiltTrees::new_tree_of(const Step& step) const {
  return step.file.after.exists && step.is_new() ? trees.tree_of(split_path(step.file.path).first) : std::nullopt;
}

std::optional<size_t> BuiltTrees::tree_of(const Step& step) const {
  std::optional<size_t> tree = new_tree_of(step);
  return tree && built.contains(*tree) ? tree : std::nullopt;
}

Result<Stager::Spot> Stager::spot_of(size_t i, Step& step) {
  std::optional<size_t> tree = trees_.tree_of(step);
  if (!tree) return Spot{run_.tx, staged_name(i)};
  step.in_tree = true;
  std::string path = trees_.trees.built_path(*tree, step.file.path);
  auto [folder, name] = split_path(path);
  int dir = built_.open(folder);
  if (dir < 0) return write_failure(step.file.path, dir);
  return Spot{dir, std::string(name)};
}

Status Stager::stage(size_t i, Step& step) {
  if (step.pieces == nullptr) return stage_saved(i, step);
  if (step.file.after.is_link()) return stage_link(i, step);
  if (step.metadata_of.empty()) return stage_new(i, step);
  return step.owner ? stage_plain(i, step) : stage_like(i, step);
}

// The saved file itself, under a second name: its inode, links and attributes come back with it.
Status Stager::stage_saved(size_t i, const Step& step) {
  std::string name = staged_name(i);
  int status = fs_.link(step.saved_in, step.saved.c_str(), run_.tx, name.c_str());
  if (status < 0 && status != -ENOENT)
    status = copy_file(fs_, step.saved_in, step.saved, run_.tx, name, {.sync = run_.sync});
  // Whoever wrote it, before it was displaced, may not have made it durable.
  if (status == 0 && step.has_data() && flusher_.wants_files()) {
    Fd fd(fs_, fs_.open(run_.tx, name.c_str(), O_RDONLY | O_NONBLOCK, 0));
    status = fd.ok() ? flusher_.wrote(i, std::move(fd)) : -fd.error();
  }
  if (status < 0) return write_failure(step.file.path, status);
  return {};
}

Status Stager::stage_link(size_t i, Step& step) {
  std::string target;
  for (std::string_view piece : *step.pieces) target += piece;
  TRY_ASSIGN(spot, spot_of(i, step));
  int status = fs_.symlink(target.c_str(), spot.dir, spot.name.c_str());
  if (status < 0) return write_failure(step.file.path, status);
  return {};
}

Status Stager::stage_new(size_t i, Step& step) {
  uint32_t wanted = step.file.after.mode;
  set_mode(step.file.after, wanted & ~run_.site.around.umask);
  TRY_ASSIGN(spot, spot_of(i, step));
  Fd fd(fs_, fs_.open(spot.dir, spot.name.c_str(), O_WRONLY | O_CREAT | O_EXCL, step.file.after.mode));
  int status = fd.ok() ? inherit(fd.get(), wanted, step) : -fd.error();
  if (status == 0) status = write_pieces(fs_, fd.get(), *step.pieces);
  if (status == 0) status = flusher_.wrote(i, std::move(fd));
  if (status < 0) return write_failure(step.file.path, status);
  return {};
}

// Content first, then owner, attributes and mode: writing would take set-id bits away again.
Status Stager::stage_like(size_t i, Step& step) {
  TRY_ASSIGN(model, open_model(step.metadata_of));
  struct stat about {};
  int status = fs_.fstat(model.get(), about);
  if (status < 0) return write_failure(step.file.path, status);
  if (!S_ISREG(about.st_mode)) return fail(changed_meanwhile(step.metadata_of));
  set_mode(step.file.after, limited(step.file.after.mode, about.st_mode & 07777, run_.site.around.umask));
  Fd fd(fs_, fs_.open(run_.tx, staged_name(i).c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
  status = fd.ok() ? write_pieces(fs_, fd.get(), *step.pieces) : -fd.error();
  if (status < 0) return write_failure(step.file.path, status);
  if (status = find_owner(fd.get()); status < 0) return write_failure(step.file.path, status);
  status = copy_metadata(fs_, {model.get(), about}, {fd.get(), *owner_}, step.file.after.mode);
  if (status < 0) return fail(metadata_failure(step.file.path, status));
  status = flusher_.wrote(i, std::move(fd));
  if (status < 0) return write_failure(step.file.path, status);
  return {};
}

// Most often the file has its owner and mode as it is made.
Status Stager::stage_plain(size_t i, Step& step) {
  uint32_t mode = limited(step.file.after.mode, step.file.before.mode, run_.site.around.umask);
  set_mode(step.file.after, mode);
  Fd fd(fs_, fs_.open(run_.tx, staged_name(i).c_str(), O_WRONLY | O_CREAT | O_EXCL, mode & 0777));
  int status = fd.ok() ? write_pieces(fs_, fd.get(), *step.pieces) : -fd.error();
  struct stat made {};
  if (status == 0) status = fs_.fstat(fd.get(), made);
  if (status < 0) return write_failure(step.file.path, status);
  bool same_owner = *step.owner == Owner{made.st_uid, made.st_gid};
  if (!same_owner) status = fs_.fchown(fd.get(), step.owner->user, step.owner->group);
  if (status == 0 && (!same_owner || (made.st_mode & 07777) != mode)) status = fs_.fchmod(fd.get(), mode);
  if (status < 0) return fail(metadata_failure(step.file.path, status));
  status = flusher_.wrote(i, std::move(fd));
  if (status < 0) return write_failure(step.file.path, status);
  return {};
}

// Whoever a new file in the transaction's folder belongs to: they are all alike.
int Stager::find_owner(int fd) {
  if (owner_) return 0;
  struct stat about {};
  int status = fs_.fstat(fd, about);
  if (status == 0) owner_ = about;
  return status;
}

Result<Fd> Stager::open_model(const std::string& path) {
  auto [folder, name] = split_path(path);
  int dir = folders_.open(folder);
  if (dir < 0 && dir != -ENOENT) return fail(folder_failure(path, -dir));
  Fd model(fs_, dir < 0 ? dir : fs_.open(dir, std::string(name).c_str(), O_RDONLY | O_NONBLOCK, 0));
  if (model.error() == ENOENT || model.error() == ELOOP) return fail(changed_meanwhile(path));
  if (!model.ok()) return fail(io_failure("cannot open", path, model.error()));
  return model;
}

// The group in a folder that hands its group on, and the ACL that the folder gives to new files: what
// the file would have had if it had been made there. With such an ACL the umask has no say.
int Stager::inherit(int fd, uint32_t wanted, Step& step) {
  const Heritage* heritage = nullptr;
  int status = heritages_.find(split_path(step.file.path).first, heritage);
  if (status == 0 && heritage->has_group) status = fs_.fchown(fd, static_cast<uid_t>(-1), heritage->group);
  if (status < 0 || !heritage->has_acl) return status;
  int folder = folders_.open(heritage->from);
  status = folder < 0 ? folder : fs_.inherit_acl(folder, fd);
  struct stat about {};
  if (status == 0) status = fs_.fstat(fd, about);
  if (status < 0) return status;
  set_mode(step.file.after, about.st_mode & wanted & 07777);
  return fs_.fchmod(fd, step.file.after.mode);
}

}  // namespace aptix::disk
