// Finds the workspace of a root and holds both open. Opening creates nothing.
#include "disk/workspace.h"

#include <fcntl.h>

#include <cerrno>

#include "base/text/text.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

bool is_same_folder(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// The home directory, where the search for a workspace stops.
class Home {
 public:
  Home(FileSystem& fs, const std::string& path) {
    Fd fd(fs, path.empty() ? -ENOENT : fs.open_root(path.c_str()));
    known_ = fd.ok() && fs.fstat(fd.get(), about_) == 0;
  }
  bool is(const struct stat& folder) const { return known_ && is_same_folder(folder, about_); }

 private:
  struct stat about_ {};
  bool known_ = false;
};

bool holds_workspace(FileSystem& fs, int dir) {
  struct stat about {};
  if (fs.stat(dir, kStateName, about) == 0 && S_ISDIR(about.st_mode)) return true;
  return fs.stat(dir, ".git", about) == 0;
}

bool is_folder(FileSystem& fs, int dir, const char* name) {
  struct stat about {};
  return fs.stat(dir, name, about) == 0 && S_ISDIR(about.st_mode);
}

// True for what git takes for a repository: `.git` itself, or one without a work tree.
bool is_repository(FileSystem& fs, int dir) {
  struct stat about {};
  return fs.stat(dir, "HEAD", about) == 0 && is_folder(fs, dir, "objects") && is_folder(fs, dir, "refs") &&
      fs.stat(dir, ".git", about) == -ENOENT && fs.stat(dir, kStateName, about) == -ENOENT;
}

Error inside_repository(const std::string& root, const std::string& repository) {
  std::string where =
      root == repository ? " is a git repository" : " is in the git repository " + in_quotes(repository);
  return error_at(
      root, Code::path_reserved, in_quotes(root) + where + ", not in a work tree", "name a work tree with -C");
}

std::string parent_of(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

// The nearest folder above `root_path` that is a workspace, below the home directory; not ok() if there is none. `path`
// becomes its path. Fails with path_reserved inside a repository.
Result<Fd> find_above(FileSystem& fs, int root, const Surroundings& around, std::string& path) {
  const std::string root_path = path;
  Fd folder;
  Home home(fs, around.home);
  struct stat about {};
  while (path != "/") {
    int dir = folder.ok() ? folder.get() : root;
    if (!around.in_repository && is_repository(fs, dir)) return fail(inside_repository(root_path, path));
    if (fs.fstat(dir, about) < 0 || home.is(about)) return Fd();
    int above = fs.open(dir, "..", O_RDONLY | O_DIRECTORY, 0);
    if (above == -EACCES) above = fs.open(dir, "..", O_PATH | O_DIRECTORY, 0);
    if (above < 0) return Fd();
    folder = Fd(fs, above);
    path = parent_of(path);
    if (fs.fstat(folder.get(), about) < 0 || home.is(about)) return Fd();
    if (holds_workspace(fs, folder.get())) return folder;
  }
  return Fd();
}

}  // namespace

Result<std::unique_ptr<Workspace>> Workspace::open(FileSystem& fs, const std::string& root, Surroundings surroundings) {
  const std::string named = root.empty() ? "." : root;
  Fd opened(fs, fs.open_root(named.c_str()));
  if (!opened.ok()) return fail(root_failure(named, opened.error()));
  std::string path;
  if (int status = fs.path_of(named == "." ? AT_FDCWD : opened.get(), path); status < 0)
    return fail(root_failure(named, -status));
  Site site{.fs = fs, .around = std::move(surroundings), .path = path, .root_path = path, .user = fs.user()};
  if (!surroundings.in_repository && is_repository(fs, opened.get())) return fail(inside_repository(path, path));
  if (holds_workspace(fs, opened.get())) {
    site.top = std::move(opened);
  } else {
    std::string above = path;
    TRY_ASSIGN(found, find_above(fs, opened.get(), site.around, above));
    if (found.ok()) {
      site.path = above;
      site.root_prefix = path.substr(above == "/" ? 1 : above.size() + 1);
      site.top = std::move(found);
      site.root = std::move(opened);
    } else {
      site.top = std::move(opened);
    }
  }
  return std::unique_ptr<Workspace>(new Workspace(std::move(site)));
}

Result<Fd> Workspace::open_again(int folder, const std::string& path) const {
  Fd opened(site_.fs, site_.fs.open(folder, ".", O_RDONLY | O_DIRECTORY, 0));
  if (!opened.ok()) return fail(root_failure(path, opened.error()));
  return opened;
}

Result<std::unique_ptr<Workspace>> Workspace::at_top() const {
  Site top{.fs = site_.fs, .around = site_.around, .path = site_.path, .root_path = site_.path, .user = site_.user};
  TRY_SET(top.top, open_again(site_.top.get(), site_.path));
  return std::unique_ptr<Workspace>(new Workspace(std::move(top)));
}

std::string Workspace::state_path() const { return disk::state_path(site_); }

}  // namespace aptix::disk
