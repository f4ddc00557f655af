// Looks at each folder once, however many files are in it.
#include "disk/run/plan_folders.h"

#include <algorithm>
#include <cerrno>

#include "disk/os/folders.h"
#include "disk/os/io_error.h"

namespace aptix::disk {
namespace {

class FolderPlanner {
 public:
  FolderPlanner(Site& site, const Draft& draft) : fs_(site.fs), draft_(draft), folders_(site.fs, site.top.get()) {
    for (const Step& step : draft.steps)
      if (!step.file.after.exists) leaving_.insert(step.file.path);
  }

  Result<FolderPlan> run() {
    for (const Step& step : draft_.steps)
      if (step.file.after.exists) TRY(need(split_path(step.file.path).first, step.file.before.exists, step.file.path));
    for (const std::string& folder : draft_.made) TRY(need(folder, false, folder));
    for (const std::string& path : leaving_) TRY(may_go(split_path(path).first, path));
    for (const std::string& folder : draft_.removed)
      if (int dir = folders_.open(folder); dir != -ENOTDIR && dir != -ELOOP) TRY(may_go(folder, folder));
    for (const Step& step : draft_.steps)
      if (step.file.after.exists && removable_.contains(step.file.path)) TRY(is_vacated(step.file.path));
    FolderPlan plan{{missing_.begin(), missing_.end()}, {}};
    for (const auto& [path, mode] : removable_) plan.removed.push_back({path, mode});
    return plan;
  }

 private:
  // A path in this folder will exist: the folder and those above it are made where they are missing.
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

  // A file takes the place of this folder: nothing may be left in it.
  Status is_vacated(const std::string& folder) {
    std::vector<std::string> names;
    int dir = folders_.open(folder);
    if (dir < 0 || fs_.list(dir, names) < 0) return {};  // publishing will find out
    for (const std::string& name : names) {
      std::string inner = join_path(folder, name);
      if (leaving_.contains(inner)) continue;
      if (!removable_.contains(inner))
        return fail(make_error(Code::path_conflict,
            quoted(folder) + " is a folder with something in it: " + quoted(inner), "move that away first")
                        .at(folder));
      TRY(is_vacated(inner));
    }
    return {};
  }

  // A file or link of this path, or of a folder of it, is deleted by the same transaction.
  bool is_leaving(std::string_view path) const {
    for (; !path.empty(); path = split_path(path).first)
      if (leaving_.contains(std::string(path))) return true;
    return false;
  }

  // A path in this folder is removed: so may the folder be and those above it, up to the first that is needed.
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
  std::set<std::string, std::less<>> needed_;
  std::set<std::string> missing_;
  std::map<std::string, uint32_t> removable_;
};

}  // namespace

Result<FolderPlan> plan_folders(Site& site, const Draft& draft) { return FolderPlanner(site, draft).run(); }

}  // namespace aptix::disk
