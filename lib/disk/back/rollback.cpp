// What recovery finds at each path, and what it does (T: in the tree, n: in the transaction's folder):
//   new path      T new, n missing       published: remove T
//                 T missing, n there     not published
//                 T something else       somebody else's: T stays
//   replaced      T old                  not published, or already put back
//                 T new, n not new       published: exchange them (n is the old text, or what an editor wrote just
//                                        before it was displaced; that goes back, too)
//                 T something else       T stays; n, if it is old, goes to `kept/`
//   removed       T missing, n there     published: put n back
//                 T old                  not published, or already put back
//                 T something else       T stays; n goes to `kept/`
// If the command of --verify has run, "something else" in T is what it wrote: T is taken out of the tree like a
// published file and so becomes n, which goes to `kept/`. An n next to an old T is then such a file.
#include "disk/back/back.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <unordered_set>

#include "base/text/text.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"
#include "disk/run/run.h"
#include "model/rel_path.h"

namespace aptix::disk {
namespace {

constexpr size_t kLongestKeptName = 200;

// The file was not written since `then`.
bool is_unwritten_since(const FileOnDisk& now, const FileOnDisk& then) {
  return now.kind == then.kind && now.about.st_size == then.about.st_size &&
      now.about.st_mtim.tv_sec == then.about.st_mtim.tv_sec && now.about.st_mtim.tv_nsec == then.about.st_mtim.tv_nsec;
}

class Rollback {
 public:
  Rollback(Site& site, int tx, const Manifest& manifest, RollbackOptions options)
      : site_(site),
        tx_(tx),
        manifest_(manifest),
        options_(options) {}

  RollbackReport run() {
    PublishOrder order = publish_order(manifest_);
    find_unpublished();
    for (size_t i : reversed(order.created)) one(i, &Rollback::undo_create);
    remove_made();
    for (size_t i : reversed(order.replaced)) one(i, &Rollback::undo_replace);
    make_removed();
    for (size_t i : reversed(order.removed)) one(i, &Rollback::undo_remove);
    if (options_.sync && report_.failed.empty()) sync();
    if (report_.failed.empty()) discard();
    return std::move(report_);
  }

 private:
  // What is known of the path that is being rolled back.
  struct Path {
    size_t i;
    const RecordedFile& file;
    Target target;
    FileOnDisk there;   // T
    FileOnDisk staged;  // n
  };
  using Step = int (Rollback::*)(Path&);

  static std::vector<size_t> reversed(std::vector<size_t> order) {
    std::reverse(order.begin(), order.end());
    return order;
  }

  void one(size_t i, Step step) {
    const RecordedFile& file = manifest_.files[i];
    std::optional<size_t> tree = file.before.exists ? std::nullopt : trees_.tree_of(file.path);
    if (tree && unpublished_.contains(*tree)) return;
    Path path{i, file, folders_.target(file.path), {}, {}};
    int status = moves_.settle(i, path.target, file.before);
    if (status == 0) status = look(fs_, path.target.dir, path.target.name, path.there);
    if (status == 0) status = look(fs_, tx_, staged_name(i), path.staged);
    if (status == 0 && is_away(path))
      return failed(file.path, state_word(file) + ", its folder cannot be opened", path.target.dir);
    if (status == 0) status = (this->*step)(path);
    if (status < 0) failed(file.path, state_word(file), status);
  }

  // Finds the trees of new files that are still in the transaction's folder.
  void find_unpublished() {
    struct stat about {};
    for (size_t tree = 0; tree < trees_.tops().size(); ++tree)
      if (fs_.stat(tx_, tree_name(tree).c_str(), about) == 0) unpublished_.insert(tree);
  }

  static std::string state_word(const RecordedFile& file) {
    if (!file.before.exists) return "may still be there";
    return file.after.exists ? "may still be new" : "may still be deleted";
  }

  // It was published, but its place is unknown: its folder was moved away, or something else has the folder's name. A
  // missing folder that the transaction made is no problem: without it the tree is the old one.
  bool is_away(const Path& path) const {
    if (path.target.dir >= 0) return false;
    if (!path.file.before.exists) return path.staged.missing() && !made_.contains(split_path(path.file.path).first);
    return !path.staged.missing() && (!path.file.after.exists || !is_new(path.staged, path.file));
  }

  // If both sides have the same content, they differ in the mode.
  static bool matches(const FileOnDisk& sight, const StoredState& state, const StoredState& other) {
    bool same_content = state.exists && other.exists && state.is_link() == other.is_link() && state.sha == other.sha;
    return same_content ? sight.is(state) : sight.has_content_of(state);
  }
  static bool is_old(const FileOnDisk& sight, const RecordedFile& file) {
    return matches(sight, file.before, file.after);
  }
  static bool is_new(const FileOnDisk& sight, const RecordedFile& file) {
    return matches(sight, file.after, file.before);
  }

  int undo_create(Path& path) {
    bool published = path.staged.missing() || path.staged.same_inode(path.there);
    if (is_copied_out(path)) return finish_copy(path);
    if (!published) return set_aside(path);
    bool may_be_elsewhere = options_.first && path.target.dir < 0 && !options_.verified;  // moved along with its folder
    if (path.there.missing()) return may_be_elsewhere ? foreign(path) : 0;
    bool is_ours = is_new(path.there, path.file);
    if (!is_ours && !is_of_command(path)) return foreign(path);
    if (!path.staged.missing())
      if (int status = fs_.unlink(tx_, staged_name(path.i).c_str()); status < 0) return status;
    int status = is_ours ? moves_.drop(path.i, path.target) : moves_.take(path.i, path.target);
    if (status < 0) return status;
    if (!came_out(path, path.there)) {
      status = moves_.put(path.i, path.target);
      return status < 0 ? status : foreign(path);
    }
    return restored(path);
  }

  int undo_replace(Path& path) {
    if (is_old(path.there, path.file)) return set_aside(path);
    if (is_new(path.staged, path.file)) return 0;
    if (!is_new(path.there, path.file) && !is_of_command(path)) return foreign(path);
    if (path.staged.missing()) return -ENOENT;
    if (!may_go_back(path)) return foreign(path);
    return path.there.missing() ? put_back(path) : swap_back(path);
  }

  int swap_back(Path& path) {
    int status = moves_.swap(path.i, path.target);
    if (status < 0) return status;
    if (!came_out(path, path.there)) {
      status = moves_.swap(path.i, path.target);
      return status < 0 ? status : foreign(path);
    }
    return restored(path);
  }

  int put_back(Path& path) {
    int status = moves_.put(path.i, path.target);
    if (status == -EEXIST) return foreign(path);
    return status < 0 ? status : restored(path);
  }

  int undo_remove(Path& path) {
    if (path.staged.missing()) return 0;
    if (is_old(path.there, path.file)) return set_aside(path);
    if (!may_go_back(path)) return foreign(path);
    if (path.there.missing()) return put_back(path);
    return is_of_command(path) ? swap_back(path) : foreign(path);
  }

  // A file that the command of --verify wrote or removed.
  bool is_of_command(const Path& path) const {
    return options_.verified && path.there.kind != FileOnDisk::Kind::other &&
        (!path.file.before.exists || is_old(path.staged, path.file));
  }

  // What the command made on another file system was copied out, but a roll-back was killed before it removed the file.
  bool is_copied_out(const Path& path) const {
    bool is_copy = path.staged.kind == path.there.kind && path.staged.sha == path.there.sha;
    return options_.verified && is_copy && !path.staged.missing() && !is_new(path.staged, path.file);
  }

  int finish_copy(Path& path) {
    int status = fs_.unlink(path.target.dir, path.target.name.c_str());
    return status < 0 ? status : restored(path);
  }

  // Keeps the command's text, which was taken out of the tree just now or by a roll-back that was killed.
  int set_aside(const Path& path) {
    FileOnDisk out;
    int status = options_.verified ? look(fs_, tx_, staged_name(path.i), out) : 0;
    if (status < 0 || out.missing() || is_old(out, path.file) || is_new(out, path.file)) return status;
    std::string where;
    if (status = keep(path, where); status < 0) return status;
    report_.set_aside.push_back(error_at(path.file.path, Code::verify_changed,
        "the command of '--verify' changed " + in_quotes(path.file.path) + "; what it wrote is in " + in_quotes(where),
        "take from there what you need"));
    return 0;
  }

  // This process puts back what it displaced, whatever it is. What a later process finds may be planted: it puts back
  // only what the manifest names, and no link that leads out of the tree.
  bool may_go_back(const Path& path) const {
    if (options_.first) return true;
    if (!path.file.before.is_link()) return path.staged.kind == FileOnDisk::Kind::file;
    std::string target;
    return path.staged.kind == FileOnDisk::Kind::link && read_link(fs_, tx_, staged_name(path.i), target) == 0 &&
        stays_inside(path.file.path, target);
  }

  // True if n<i> is the file that was in the tree a moment ago. Without n<i>, the file was removed in its place.
  bool came_out(const Path& path, const FileOnDisk& then) {
    FileOnDisk now;
    if (look_without_hash(fs_, tx_, staged_name(path.i), now) < 0) return false;
    return now.missing() || (is_unwritten_since(now, then) && (moves_.copied() || now.same_inode(then)));
  }

  int restored(const Path& path) {
    changed_.add(split_path(path.file.path).first);
    report_.restored.push_back(path.file.path);
    return set_aside(path);
  }

  // Somebody else's content stays. An old text that would be lost with the transaction goes to `kept/`.
  int foreign(const Path& path) {
    std::string where;
    if (path.file.before.exists && !path.staged.missing())
      if (int status = keep(path, where); status < 0) return status;
    std::string shown = in_quotes(path.file.path);
    Diagnostic warning = error_at(path.file.path, Code::recovered_kept,
        shown + " was changed by somebody else during an interrupted run; it was left as it is");
    if (!where.empty()) {
      warning.notes.push_back("the text that it had before the run is in " + in_quotes(where));
      warning.hint = "compare the two and take what you need";
    }
    report_.warnings.push_back(std::move(warning));
    report_.kept.push_back(where.empty() ? path.file.path : path.file.path + " (old text: " + where + ")");
    return 0;
  }

  int keep(const Path& path, std::string& where) {
    Result<Fd> kept = make_in_state(site_, "kept");
    if (!kept) return -EIO;
    std::string base = std::to_string(manifest_.id) + "-" + std::to_string(path.i) + "-" + short_name(path.target.name);
    for (int n = 1;; ++n) {
      std::string name = n == 1 ? base : base + "-" + std::to_string(n);
      int status = rename_new(fs_, tx_, staged_name(path.i).c_str(), kept->get(), name.c_str());
      if (status == -EEXIST) continue;
      where = shown_state(site_, "kept/" + name);
      if (status == 0 && options_.sync) status = fs_.sync(kept->get());
      return status;
    }
  }

  static std::string short_name(const std::string& name) {
    size_t end = std::min(name.size(), kLongestKeptName);
    while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
    return name.substr(0, end);
  }

  // Removes the folders that the transaction made, unless somebody has put something into them. If a folder was not
  // made yet, the file that it was to replace may still be there.
  void remove_made() {
    for (auto folder = manifest_.made.rbegin(); folder != manifest_.made.rend(); ++folder) {
      auto [dir, name] = folders_.target(*folder);
      struct stat about {};
      int status = dir < 0 ? dir : fs_.stat(dir, name.c_str(), about);
      if (status == 0) status = S_ISDIR(about.st_mode) ? fs_.rmdir(dir, name.c_str()) : -ENOTDIR;
      folders_.forget(*folder);
      if (dir >= 0) moves_.drop_unmade(dir);
      if (status == 0) changed_.remove(*folder);
      bool stays =
          status == -ENOTEMPTY || status == -EEXIST || status == -ENOENT || status == -ENOTDIR || status == -ELOOP;
      if (status < 0 && !stays) failed(*folder, "could not be removed", status);
    }
  }

  void make_removed() {
    for (size_t k = 0; k < manifest_.removed.size(); ++k)
      if (int status = make_again(k); status < 0) failed(manifest_.removed[k].path, "could not be made again", status);
  }

  int make_again(size_t k) {
    const ManifestFolder& folder = manifest_.removed[k];
    Target target = folders_.target(folder.path);
    if (target.dir == -ENOTDIR || target.dir == -ELOOP) return 0;  // somebody else made it: the old text is kept
    if (target.dir < 0) return target.dir;
    struct stat about {};
    moves_.drop_unmade(target.dir);
    if (fs_.stat(target.dir, target.name.c_str(), about) == 0) return 0;
    int status = moves_.make_folder(target, {tx_, saved_folder_name(k), folder.mode});
    if (status == -EEXIST) return 0;
    if (status == 0) changed_.add_made(folder.path);
    return status;
  }

  void sync() {
    std::string folder;
    if (int status = changed_.sync(folders_, site_.state.get(), {.crossed = moves_.crossed()}, folder); status < 0)
      failed(folder, "is old again, but may not survive a power cut", status);
  }

  void discard() {
    report_.left_behind = -throw_away(site_, site_.state.get(), "tx");
    if (report_.left_behind == 0) empty_trash(site_);
  }

  void failed(const std::string& path, const std::string& state, int status) {
    report_.failed.push_back(in_quotes(path) + " " + state + ": " + system_message(-status));
  }

  Site& site_;
  FileSystem& fs_ = site_.fs;
  int tx_;
  const Manifest& manifest_;
  RollbackOptions options_;
  Folders folders_{fs_, site_.top.get()};
  TreeMoves moves_{fs_, tx_, {.id = manifest_.id, .sync = options_.sync}};
  ChangedFolders changed_;
  NewTrees trees_{manifest_.made};
  std::unordered_set<std::string_view> made_{manifest_.made.begin(), manifest_.made.end()};
  std::set<size_t> unpublished_;
  RollbackReport report_;
};

}  // namespace

RollbackReport roll_back(Site& site, int tx, const Manifest& manifest, RollbackOptions options) {
  return Rollback(site, tx, manifest, options).run();
}

Error rollback_failure(const RollbackReport& report) {
  Error error = make_error(Code::rollback_failed, "the old tree could not be restored completely",
      "repair the cause and run 'aptix recover'");
  if (report.failed.empty()) error.hint = "compare the files with their old texts and take what you need";
  error.notes = report.failed;
  for (const Diagnostic& kept : report.warnings)
    error.notes.push_back(kept.notes.empty() ? kept.message : kept.message + "; " + kept.notes.front());
  return error;
}

}  // namespace aptix::disk
