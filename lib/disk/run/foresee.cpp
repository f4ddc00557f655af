// Finds what would stop a transaction from writing, only by looking. It may miss something, but each error is real.
#include "disk/run/run.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>

#include "base/text/text.h"
#include "disk/os/copy.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

class Foresight {
 public:
  Foresight(Site& site, const Draft& draft, const FolderPlan& plan) : site_(site), draft_(draft), plan_(plan) {}

  Diagnostics run() {
    for (const Step& step : draft_.steps) look_at(step);
    for (const ManifestFolder& folder : plan_.removed)
      if (gives_way(folder.path, draft_.files) && look_at_name("cannot remove the empty folder", folder.path))
        look_at_owner(folder.path);
    return std::move(said_);
  }

 private:
  void look_at(const Step& step) {
    const char* doing = step.file->after.exists ? "cannot write" : "cannot delete";
    if (!step.file->before.exists) may_change(split_path(step.file->path).first, doing, step.file->path);
    else if (!look_at_name(doing, step.file->path)) return;
  }

  void say(Error error, int status) { (status == -EROFS ? said_.warnings : said_.errors).push_back(std::move(error)); }

  // Checks that names in the folder may change, or in the one above if the folder has to be made. Each folder is
  // reported once, with the first `path` that needs it.
  bool may_change(std::string_view folder, const char* doing, const std::string& path) {
    if (auto known = may_change_.find(folder); known != may_change_.end()) return known->second;
    bool may =
        made_.contains(folder) ? may_change(split_path(folder).first, doing, path) : may_write(folder, doing, path);
    may_change_.emplace(folder, may);
    return may;
  }

  bool may_write(std::string_view folder, const char* doing, const std::string& path) {
    int dir = folders_.open(folder);
    int status = dir < 0 ? dir : fs_.may_write(dir);
    if (status < 0) say(io_failure(doing, path, -status), status);
    return status == 0;
  }

  bool look_at_name(const char* doing, const std::string& path) {
    if (!may_change(split_path(path).first, doing, path)) return false;
    auto [dir, name] = folders_.target(path);
    int status = dir < 0 ? dir : fs_.may_displace(dir, name.c_str());
    if (status == -EPERM) say(io_failure(doing, path, -status), status);
    return status != -EPERM;
  }

  // A removed folder must be one that rolling back can make again.
  void look_at_owner(const std::string& path) {
    auto [dir, name] = folders_.target(path);
    struct stat about {};
    if (dir < 0 || fs_.stat(dir, name.c_str(), about) < 0) return;
    int status = fs_.may_own(site_.state.ok() ? site_.state.get() : site_.top.get(), about.st_uid, about.st_gid);
    if (status < 0) say(metadata_failure(path, status), status);
  }

  Site& site_;
  FileSystem& fs_ = site_.fs;
  Folders folders_{fs_, site_.top.get()};
  const Draft& draft_;
  const FolderPlan& plan_;
  std::set<std::string_view> made_{plan_.made.begin(), plan_.made.end()};
  std::map<std::string_view, bool> may_change_;  // folders that were checked
  Diagnostics said_;
};

class FolderPlanner {
 public:
  FolderPlanner(Site& site, const Draft& draft) : fs_(site.fs), draft_(draft), folders_(site.fs, site.top.get()) {
    for (const Step& step : draft.steps)
      if (!step.file->after.exists) leaving_.insert(step.file->path);
  }

  Result<FolderPlan> run() {
    for (const Step& step : draft_.steps)
      if (step.file->after.exists)
        TRY(need(split_path(step.file->path).first, step.file->before.exists, step.file->path));
    for (const std::string& folder : draft_.made) TRY(need(folder, false, folder));
    for (const std::string& path : leaving_) TRY(may_go(split_path(path).first, path));
    for (const std::string& folder : draft_.removed)
      if (int dir = folders_.open(folder); dir != -ENOTDIR && dir != -ELOOP) TRY(may_go(folder, folder));
    for (const Step& step : draft_.steps)
      if (step.file->after.exists && removable_.contains(step.file->path)) TRY(is_vacated(step.file->path));
    FolderPlan plan{{missing_.begin(), missing_.end()}, {}};
    for (const auto& [path, mode] : removable_) plan.removed.push_back({path, mode});
    return plan;
  }

 private:
  // A path in this folder will exist: missing folders on the way to it are made.
  Status need(std::string_view folder, bool exists, const std::string& path) {
    for (; !folder.empty() && !needed_.contains(folder); folder = split_path(folder).first) {
      needed_.emplace(folder);
      if (exists) continue;
      int dir = folders_.open(folder);
      bool in_the_way = dir == -ENOTDIR || dir == -ELOOP;
      if (dir == -ENOENT || (in_the_way && is_leaving(folder))) missing_.emplace(folder);
      else if (dir < 0) return fail(folder_failure(path, -dir));
    }
    return {};
  }

  // A file replaces this folder: it must be empty by then.
  Status is_vacated(const std::string& folder) {
    std::vector<std::string> names;
    int dir = folders_.open(folder);
    if (dir < 0 || fs_.list(dir, names) < 0) return {};  // publishing will find it
    for (const std::string& name : names) {
      std::string inner = join_path(folder, name);
      if (leaving_.contains(inner)) continue;
      if (!removable_.contains(inner))
        return fail_at(folder, Code::path_conflict,
            in_quotes(folder) + " is a folder with something in it: " + in_quotes(inner), "move that away first");
      TRY(is_vacated(inner));
    }
    return {};
  }

  // True if the same transaction deletes a file or link at this path or at a folder above it.
  bool is_leaving(std::string_view path) const {
    for (; !path.empty(); path = split_path(path).first)
      if (leaving_.contains(std::string(path))) return true;
    return false;
  }

  // A path in this folder is removed: the folder and those above it may be removed, up to the first that is needed.
  Status may_go(std::string_view folder, const std::string& path) {
    for (; folder.size() > draft_.top.size() && !needed_.contains(folder); folder = split_path(folder).first) {
      if (removable_.contains(std::string(folder))) break;
      if (draft_.removable && !draft_.removable->contains(std::string(folder))) continue;
      struct stat about {};
      int dir = folders_.open(folder);
      if (dir == -ENOENT) continue;
      if (dir < 0) return fail(folder_failure(path, -dir));
      if (int status = fs_.fstat(dir, about); status < 0)
        return fail(io_failure("cannot open the folder of", path, -status));
      removable_.emplace(folder, about.st_mode & 07777);
    }
    return {};
  }

  FileSystem& fs_;
  const Draft& draft_;
  Folders folders_;
  std::set<std::string> leaving_;
  std::set<std::string_view> needed_, missing_;  // views into the draft
  std::map<std::string, uint32_t> removable_;
};

}  // namespace

Diagnostics foresee(Site& site, const Draft& draft) {
  Diagnostics said;
  if (draft.empty()) return said;
  if (Status writable = check_state(site); !writable) {
    bool is_read_only = site.fs.may_write(site.top.get()) == -EROFS;
    (is_read_only ? said.warnings : said.errors).push_back(std::move(writable).error());
  }
  Result<FolderPlan> plan = plan_folders(site, draft);
  if (plan) said.add(Foresight(site, draft, *plan).run());
  else said.errors.push_back(std::move(plan).error());
  return said;
}

bool gives_way(const std::string& folder, const std::vector<RecordedFile>& files) {
  return std::ranges::any_of(files, [&](const RecordedFile& file) {
    return file.after.exists && (folder == file.path || folder.starts_with(file.path + "/"));
  });
}

Result<FolderPlan> plan_folders(Site& site, const Draft& draft) { return FolderPlanner(site, draft).run(); }

// Folders as mkdir makes them are not saved: most are, and each would take a block in the log.
namespace {

// This process may not set or read such an owner or attribute, or the state folder's file system has no attributes.
bool cannot_be_had(int status) {
  return status == -EPERM || status == -EACCES || status == -ENOTSUP || status == -EINVAL || status == -EBADF;
}

class FolderSaver {
 public:
  FolderSaver(const Running& run, const Draft& draft) : run_(run), draft_(draft) {}

  Status run(std::vector<ManifestFolder>& removed) {
    if (removed.empty()) return {};
    if (int status = fs_.fstat(run_.tx, ours_); status < 0) return fail(io_failure("cannot read", "tx", -status));
    std::vector<ManifestFolder> kept;
    for (ManifestFolder& folder : removed) {
      int status = save(folder, saved_folder_name(kept.size()));
      bool stays = cannot_be_had(status) && !gives_way(folder.path, draft_.files);
      if (status < 0 && !stays) return fail(metadata_failure(folder.path, status));
      if (!stays) kept.push_back(std::move(folder));
    }
    removed = std::move(kept);
    std::string failed;
    int status = run_.sync ? changed_.sync(saved_, run_.site.state.get(), {}, failed) : 0;
    if (status < 0) return fail(io_failure("cannot write", failed, -status));
    return {};
  }

 private:
  // 0 or -errno. If the folder no longer exists or is no folder, publishing reports it.
  int save(const ManifestFolder& folder, const std::string& name) {
    int dir = folders_.open(folder.path);
    if (dir < 0) return dir == -ENOENT || dir == -ENOTDIR || dir == -ELOOP ? 0 : dir;
    struct stat about {};
    int status = fs_.fstat(dir, about);
    if (status < 0) return status;
    int attributes = fs_.has_attributes(dir);
    if (attributes == -EBADF) attributes = 0;  // the folder may be entered, but not read
    if (attributes < 0) return attributes;
    bool usual = about.st_uid == ours_.st_uid && about.st_gid == ours_.st_gid && attributes == 0;
    if (usual) return 0;
    changed_.add(name);
    return make_folder_like(fs_, dir, run_.tx, name, folder.mode);
  }

  const Running& run_;
  FileSystem& fs_ = run_.site.fs;
  const Draft& draft_;
  Folders folders_{fs_, run_.site.top.get()};  // of the tree
  Folders saved_{fs_, run_.tx};
  ChangedFolders changed_;
  struct stat ours_ {};
};

}  // namespace

std::string saved_folder_name(size_t k) { return "r" + std::to_string(k); }

bool is_saved_folder(const std::string& name) {
  return name.size() > 1 && name[0] == 'r' && name[1] >= '0' && name[1] <= '9';
}

Status save_folders(const Running& run, const Draft& draft, std::vector<ManifestFolder>& removed) {
  return FolderSaver(run, draft).run(removed);
}

}  // namespace aptix::disk
