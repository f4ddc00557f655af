// Finds the workspace of a root, and holds both open. Opening makes nothing.
#include "disk/workspace.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

bool is_same_folder(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// What the search for a workspace knows of the home directory.
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

std::string parent_of(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

// The nearest folder above `root_path` that is a workspace, below the home directory; not open
// when there is none. `path` becomes its path.
Fd find_above(FileSystem& fs, int root, const std::string& home_path, std::string& path) {
  Fd folder;
  Home home(fs, home_path);
  struct stat about {};
  while (path != "/") {
    int dir = folder.ok() ? folder.get() : root;
    if (fs.fstat(dir, about) < 0 || home.is(about)) return {};
    int above = fs.open(dir, "..", O_RDONLY | O_DIRECTORY, 0);
    if (above == -EACCES) above = fs.open(dir, "..", O_PATH | O_DIRECTORY, 0);
    if (above < 0) return {};
    folder = Fd(fs, above);
    path = parent_of(path);
    if (fs.fstat(folder.get(), about) < 0 || home.is(about)) return {};
    if (holds_workspace(fs, folder.get())) return folder;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Workspace>> Workspace::open(FileSystem& fs, const std::string& root, Surroundings surroundings) {
  const std::string named = root.empty() ? "." : root;
  Fd opened(fs, fs.open_root(named.c_str()));
  if (!opened.ok()) return fail(root_failure(named, opened.error()));
  std::string path;
  if (int status = fs.path_of(opened.get(), path); status < 0) return fail(root_failure(named, -status));
  Site site{.fs = fs, .around = std::move(surroundings), .path = path, .root_path = path};
  if (holds_workspace(fs, opened.get())) {
    site.top = std::move(opened);
  } else {
    std::string above = path;
    Fd found = find_above(fs, opened.get(), site.around.home, above);
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

}  // namespace aptix::disk
