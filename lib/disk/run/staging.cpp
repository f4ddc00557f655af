// A staged file is complete before it is published; in place, nothing of it changes any more. Two threads write many
// files: measured, they take 0.6 of the time of one.
#include "disk/run/run.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "base/parallel.h"
#include "disk/os/copy.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr size_t kWorthAThread = 64;  // files
constexpr size_t kMostThreads = 2;    // each holds hundreds of folders open, and all create files in one folder
constexpr size_t kTurns = 16;         // chunks of steps: two threads in one folder wait for each other

// The umask removes bits only from new permissions; what the old file allowed stays allowed.
uint32_t limited(uint32_t wanted, uint32_t old_mode, uint32_t umask) { return wanted & (old_mode | ~umask); }

void set_mode(StoredState& state, uint32_t mode) {
  state.mode = mode;
  state.kind = (mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
}

// What a new file inherits from its folder: the group, if the folder is setgid, and the folder's default ACL.
class NewFileDefaults {
 public:
  struct Of {
    std::string from{};  // the nearest existing folder
    bool has_group = false;
    gid_t group = 0;
    bool has_acl = false;
  };

  // For paths below the top of `folders`, which outlives this.
  explicit NewFileDefaults(Folders& folders) : folders_(folders) {}

  // For new files in the folder. A folder that does not exist yet will inherit from the nearest one that does. 0 or
  // -errno. `found` stays valid.
  int find(std::string_view folder, const Of*& found) {
    auto known = known_.find(folder);
    if (known == known_.end()) {
      Of given{.from = std::string(folder)};
      int dir = folders_.open(given.from);
      while ((dir == -ENOENT || dir == -ENOTDIR || dir == -ELOOP) && !given.from.empty()) {
        given.from = split_path(given.from).first;
        dir = folders_.open(given.from);
      }
      struct stat about {};
      int status = dir < 0 ? dir : folders_.fs().fstat(dir, about);
      int has_acl = status < 0 ? status : folders_.fs().gives_acl(dir);
      if (has_acl < 0) return has_acl;
      given.has_group = (about.st_mode & S_ISGID) != 0;
      given.group = about.st_gid;
      given.has_acl = has_acl > 0;
      known = known_.emplace(folder, std::move(given)).first;
    }
    found = &known->second;
    return 0;
  }

 private:
  Folders& folders_;
  std::map<std::string, Of, std::less<>> known_;  // by folder
};

// Builds the new folders in the transaction's folder and decides which steps are staged in them. Builds only trees that
// contain a staged file: those will be published, and a tree that is left tells roll_back() that nothing in it was
// published. If the folder above passes on a group or an ACL, the new folders must be made there instead.
Status build_trees(
    const Running& run, std::vector<Step>& steps, const std::vector<std::string>& made, const NewTrees& trees) {
  FileSystem& fs = run.site.fs;
  Folders above(fs, run.site.top.get());
  NewFileDefaults defaults(above);
  std::set<size_t> wanted, shut;
  for (Step& step : steps) {
    if (step.file->after.exists && step.is_new()) step.tree = trees.tree_of(split_path(step.file->path).first);
    if (step.tree) wanted.insert(*step.tree);
  }
  for (size_t tree : wanted) {
    const NewFileDefaults::Of* given = nullptr;
    int status = defaults.find(split_path(trees.tops()[tree]).first, given);
    if (status < 0 || given->has_group || given->has_acl) shut.insert(tree);
  }
  for (Step& step : steps)
    if (step.tree && shut.contains(*step.tree)) step.tree.reset();
  Folders built(fs, run.tx);
  for (const std::string& folder : made) {
    size_t tree = *trees.tree_of(folder);
    if (!wanted.contains(tree) || shut.contains(tree)) continue;
    auto [dir, name] = built.target(trees.built_path(tree, folder));
    int status = dir < 0 ? dir : fs.mkdir(dir, name.c_str(), 0777 & ~run.site.around.umask);
    if (status < 0) return fail(io_failure("cannot make the folder", folder, -status));
  }
  return {};
}

// Writes postimages one by one, in one thread: it holds folders of its own open. Several stagers may work on different
// steps of one transaction at the same time.
class Stager {
 public:
  // REQUIRES: all arguments outlive this.
  Stager(const Running& run, const NewTrees& trees, Flusher& flusher) : run_(run), trees_(trees), flusher_(flusher) {}

  // Writes the postimage of the i-th step and fills file.after.mode and .kind. Errors: file_changed, path_*, io_error,
  // io_no_space.
  Status stage(size_t i, Step& step) {
    if (step.pieces == nullptr) return stage_saved(i, step);
    if (step.file->after.is_link()) return stage_link(i, step);
    if (step.metadata_of.empty()) return stage_new(i, step);
    return step.owner ? stage_plain(i, step) : stage_like(i, step);
  }

 private:
  // The place where the postimage is written.
  Result<Target> spot_of(size_t i, const Step& step) {
    if (!step.tree) return Target{run_.tx, staged_name(i)};
    Target spot = built_.target(trees_.built_path(*step.tree, step.file->path));
    if (spot.dir < 0) return write_failure(step.file->path, spot.dir);
    return spot;
  }

  int write(int fd, const Step& step) { return write_pieces(fs_, fd, *step.pieces, flusher_.write_back()); }

  // Links the saved file under a second name: its inode, links and attributes come back with it.
  Status stage_saved(size_t i, const Step& step) {
    std::string name = staged_name(i);
    int status = fs_.link(step.saved_in, step.saved.c_str(), run_.tx, name.c_str());
    if (status < 0 && status != -ENOENT)
      status = copy_file(fs_, step.saved_in, step.saved, run_.tx, name, {.sync = run_.sync});
    // The program that wrote it, before it was displaced, may not have made it durable.
    if (status == 0 && step.has_data() && flusher_.wants_files()) {
      Fd fd(fs_, fs_.open(run_.tx, name.c_str(), O_RDONLY | O_NONBLOCK, 0));
      status = fd.ok() ? flusher_.wrote(i, std::move(fd)) : -fd.error();
    }
    if (status < 0) return write_failure(step.file->path, status);
    return {};
  }

  Status stage_link(size_t i, Step& step) {
    std::string target;
    for (std::string_view piece : *step.pieces) target += piece;
    TRY_ASSIGN(spot, spot_of(i, step));
    int status = fs_.symlink(target.c_str(), spot.dir, spot.name.c_str());
    if (status < 0) return write_failure(step.file->path, status);
    return {};
  }

  Status stage_new(size_t i, Step& step) {
    uint32_t wanted = step.file->after.mode;
    set_mode(step.file->after, wanted & ~run_.site.around.umask);
    TRY_ASSIGN(spot, spot_of(i, step));
    Fd fd(fs_, fs_.open(spot.dir, spot.name.c_str(), O_WRONLY | O_CREAT | O_EXCL, step.file->after.mode));
    int status = fd.ok() ? inherit(fd.get(), wanted, step) : -fd.error();
    if (status == 0) status = write(fd.get(), step);
    if (status == 0) status = flusher_.wrote(i, std::move(fd));
    if (status < 0) return write_failure(step.file->path, status);
    return {};
  }

  // Content first, then owner, attributes and mode: writing clears set-id bits.
  Status stage_like(size_t i, Step& step) {
    TRY_ASSIGN(model, open_model(step.metadata_of));
    struct stat about {};
    int status = fs_.fstat(model.get(), about);
    if (status < 0) return write_failure(step.file->path, status);
    if (!S_ISREG(about.st_mode)) return fail(changed_meanwhile(step.metadata_of));
    mode_t mode = limited(step.file->after.mode, about.st_mode & 07777, run_.site.around.umask);
    Fd fd = make_staged(i, step, 0600);
    if (!fd.ok()) return write_failure(step.file->path, -fd.error());
    status = copy_metadata(fs_, {model.get(), about}, {fd.get(), *made_}, mode, owners_of(step));
    if (status < 0) return fail(metadata_failure(step.file->path, status));
    set_mode(step.file->after, mode);
    status = flusher_.wrote(i, std::move(fd));
    if (status < 0) return write_failure(step.file->path, status);
    return {};
  }

  // Usually the file has the right owner and mode when it is created.
  Status stage_plain(size_t i, Step& step) {
    mode_t mode = limited(step.file->after.mode, step.file->before.mode, run_.site.around.umask);
    Fd fd = make_staged(i, step, mode & 0777);
    if (!fd.ok()) return write_failure(step.file->path, -fd.error());
    int status = give_owner(fs_, {fd.get(), *made_}, *step.owner, owners_of(step), mode);
    set_mode(step.file->after, mode);
    bool same_owner = *step.owner == Owner{made_->st_uid, made_->st_gid};
    if (status == 0 && (!same_owner || (made_->st_mode & 07777) != mode)) status = fs_.fchmod(fd.get(), mode);
    if (status < 0) return fail(metadata_failure(step.file->path, status));
    status = flusher_.wrote(i, std::move(fd));
    if (status < 0) return write_failure(step.file->path, status);
    return {};
  }

  static Owners owners_of(const Step& step) { return step.keeps_owner ? Owners::kept : Owners::kept_if_allowed; }

  // Creates n<i> with its content; on failure the Fd has the error. Fills made_: files created with one mode are alike.
  Fd make_staged(size_t i, const Step& step, mode_t wanted) {
    Fd fd(fs_, fs_.open(run_.tx, staged_name(i).c_str(), O_WRONLY | O_CREAT | O_EXCL, wanted));
    int status = fd.ok() ? write(fd.get(), step) : -fd.error();
    if (status == 0 && (!made_ || made_with_ != wanted)) {
      status = fs_.fstat(fd.get(), made_.emplace());
      made_with_ = wanted;
    }
    return status < 0 ? Fd(fs_, status) : std::move(fd);
  }

  Result<Fd> open_model(const std::string& path) {
    auto [dir, name] = folders_.target(path);
    if (dir < 0 && dir != -ENOENT) return fail(folder_failure(path, -dir));
    Fd model(fs_, dir < 0 ? dir : fs_.open(dir, name.c_str(), O_RDONLY | O_NONBLOCK, 0));
    if (model.error() == ENOENT || model.error() == ELOOP) return fail(changed_meanwhile(path));
    if (!model.ok()) return fail(io_failure("cannot open", path, model.error()));
    return model;
  }

  // Gives the file the group and the ACL that it would have if created in its folder. With such an ACL the umask does
  // not apply.
  int inherit(int fd, uint32_t wanted, Step& step) {
    const NewFileDefaults::Of* given = nullptr;
    int status = defaults_.find(split_path(step.file->path).first, given);
    if (status == 0 && given->has_group) status = fs_.fchown(fd, static_cast<uid_t>(-1), given->group);
    if (status < 0 || !given->has_acl) return status;
    int folder = folders_.open(given->from);
    status = folder < 0 ? folder : fs_.inherit_acl(folder, fd);
    struct stat about {};
    if (status == 0) status = fs_.fstat(fd, about);
    if (status < 0) return status;
    set_mode(step.file->after, about.st_mode & wanted & 07777);
    return fs_.fchmod(fd, step.file->after.mode);
  }

  const Running& run_;
  FileSystem& fs_ = run_.site.fs;
  const NewTrees& trees_;
  Flusher& flusher_;
  Folders folders_{fs_, run_.site.top.get()};
  NewFileDefaults defaults_{folders_};
  Folders built_{fs_, run_.tx};      // below the transaction's folder
  std::optional<struct stat> made_;  // owner and mode that files get ...
  mode_t made_with_ = 0;             // ... if created with this mode
};

}  // namespace

Status stage(const Running& run, Draft& draft, const std::vector<std::string>& made, Flusher& flusher) {
  std::vector<Step>& steps = draft.steps;
  run.site.begin_steps(2 * steps.size());
  auto written =
      static_cast<size_t>(std::count_if(steps.begin(), steps.end(), [](const Step& step) { return step.has_data(); }));
  if (int status = flusher.choose(written); status < 0)
    return fail(io_failure("cannot write", std::string(kStateName) + "/tx", -status));
  // Not if each file is flushed by itself: its name must be flushed, too, and the Flusher expects it as n<i>.
  NewTrees trees(made);
  if (!flusher.wants_files() && draft.saved_folders.empty()) TRY(build_trees(run, steps, made, trees));

  size_t threads = written < kWorthAThread ? 1 : std::min<size_t>(run.threads, kMostThreads);
  return in_parallel(steps.size(), {.most = threads, .in_a_row = steps.size() / kTurns + 1}, [&] {
    auto stager = std::make_shared<Stager>(run, trees, flusher);
    return [&, stager](size_t i) -> Status {
      if (run.site.interrupted()) return fail(interruption());
      run.site.count_step();
      if (!steps[i].file->after.exists) return {};
      return stager->stage(i, steps[i]);
    };
  });
}

// Below: names and numbers only, no disk.
std::string tree_name(size_t tree) { return "t" + std::to_string(tree); }

NewTrees::NewTrees(const std::vector<std::string>& made) {
  for (const std::string& folder : made) {
    if (tree_of(folder)) continue;
    numbers_.emplace(folder, tops_.size());
    tops_.push_back(folder);
  }
}

std::optional<size_t> NewTrees::tree_of(std::string_view path) const {
  if (numbers_.empty()) return {};
  for (; !path.empty(); path = split_path(path).first)
    if (auto found = numbers_.find(path); found != numbers_.end()) return found->second;
  return {};
}

std::string NewTrees::built_path(size_t tree, std::string_view path) const {
  return tree_name(tree) + std::string(path.substr(tops_[tree].size()));
}

}  // namespace aptix::disk
