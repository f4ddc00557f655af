// Finds the workspace of a root, and holds both open. Opening makes nothing.
#include "disk/workspace.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "disk/back/recover.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/reader.h"
#include "disk/record/state.h"
#include "disk/workspace_impl.h"
#include "model/rel_path.h"

namespace aptix::disk {
namespace {

bool same_inode_as(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// What the search for a workspace knows of the home directory.
class Home {
 public:
  Home(FileSystem& fs, const std::string& path) {
    Fd fd(fs, path.empty() ? -ENOENT : fs.open_root(path.c_str()));
    known_ = fd.ok() && fs.fstat(fd.get(), about_) == 0;
  }
  bool is(const struct stat& folder) const { return known_ && same_inode_as(folder, about_); }

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

Workspace::Workspace(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Workspace::~Workspace() = default;

Result<std::unique_ptr<Workspace>> Workspace::open(FileSystem& fs, const std::string& root, Surroundings surroundings) {
  const std::string named = root.empty() ? "." : root;
  Fd opened(fs, fs.open_root(named.c_str()));
  if (!opened.ok()) return fail(root_failure(named, opened.error()));
  std::string path;
  if (int status = fs.path_of(opened.get(), path); status < 0) return fail(root_failure(named, -status));
  auto impl =
      std::make_unique<Impl>(Impl{.fs = fs, .around = std::move(surroundings), .path = path, .root_path = path});
  if (holds_workspace(fs, opened.get())) {
    impl->top = std::move(opened);
  } else {
    std::string above = path;
    Fd found = find_above(fs, opened.get(), impl->around.home, above);
    if (found.ok()) {
      impl->path = above;
      impl->root_prefix = path.substr(above == "/" ? 1 : above.size() + 1);
      impl->top = std::move(found);
      impl->root = std::move(opened);
    } else {
      impl->top = std::move(opened);
    }
  }
  return std::unique_ptr<Workspace>(new Workspace(std::move(impl)));
}

Result<std::unique_ptr<Workspace>> Workspace::at_top() const { return open(impl_->fs, impl_->path, impl_->around); }

const std::string& Workspace::path() const { return impl_->path; }
const std::string& Workspace::root_path() const { return impl_->root_path; }
const std::string& Workspace::root_prefix() const { return impl_->root_prefix; }

std::unique_ptr<Reader> Workspace::reader(const Limits& limits, unsigned threads, Links links) {
  return make_reader(
      impl_->fs, impl_->root_fd(), limits, {.now_ns = impl_->around.now_ns, .links = links, .threads = threads});
}

Outcome<bool> Workspace::lock(Unmade unmade) {
  Outcome<bool> outcome;
  // Manifests hold paths from the workspace on, and recovery believes only those that pass the rules.
  if (!impl_->root_prefix.empty()) {
    if (auto prefix = RelPath::parse(impl_->root_prefix); !prefix) {
      outcome.diagnostics.errors.push_back(std::move(prefix).error());
      return outcome;
    }
  }
  if (auto taken = take_lock(*impl_); !taken) {
    if (impl_->no_state && unmade == Unmade::waits) return outcome;
    outcome.diagnostics.errors.push_back(std::move(taken).error());
    return outcome;
  }
  Outcome<Recovered> recovered = recover_locked(*impl_);
  outcome.diagnostics = std::move(recovered.diagnostics);
  outcome.value = outcome.ok();
  return outcome;
}

}  // namespace aptix::disk
