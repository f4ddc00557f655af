// Opens what a person names with the confined calls of the file system, never by its full path.
#include "ops/files/tree_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <algorithm>
#include <cerrno>
#include <deque>
#include <functional>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "model/rel_path.h"

namespace aptix::ops {
namespace {

// O_NONBLOCK: opening a FIFO must not wait for a writer.
constexpr int kFileFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY;

Error outside(const std::string& path) {
  return error_at(path, Code::path_outside_root, fmt::format("{} is outside the root", in_quotes(path)),
      "name a file below the root, or give another root with '--root'");
}

Error open_failure(const std::string& path, int error) {
  switch (error) {
    case EXDEV: return outside(path);
    case ELOOP:
      return error_at(path, Code::path_symlink,
          fmt::format("{} is, or leads through, a symbolic link", in_quotes(path)),
          "name the file that the link points to");
    case ENOENT:
    case ENOTDIR:
      return error_at(path, Code::file_missing, fmt::format("there is no file {}", in_quotes(path)), "check the path");
    case ENXIO: return error_at(path, Code::path_special, fmt::format("{} is not a plain file", in_quotes(path)));
    default: return disk::io_failure("cannot open", path, error).at(path);
  }
}

}  // namespace

Result<Tree> Tree::open(disk::FileSystem& fs, const std::string& root) {
  disk::Fd top(fs, fs.open_root(root.empty() ? "." : root.c_str()));
  if (!top.ok()) return fail(disk::root_failure(root, top.error()));
  std::string path;
  if (int error = fs.path_of(top.get(), path); error < 0) return fail(disk::io_failure("cannot find", root, -error));
  return Tree(fs, std::move(top), std::move(path));
}

Result<Tree> Tree::open_root(const disk::Workspace& workspace) {
  TRY_ASSIGN(top, workspace.open_root_folder());
  Tree tree(disk::posix_file_system(), std::move(top), workspace.root_path());
  tree.guard_ = workspace.guard();
  tree.prefix_ = workspace.root_prefix();
  return tree;
}

Result<Tree> Tree::open_top(const std::string& workspace, std::shared_ptr<const Guard> guard) {
  TRY_ASSIGN(tree, open(disk::posix_file_system(), workspace));
  tree.guard_ = std::move(guard);
  return tree;
}

std::string cleared_of_dots(std::string_view path) {
  std::vector<std::string_view> names;
  for (std::string_view name : split(path, '/')) {
    if (name == ".." && !names.empty()) names.pop_back();
    else if (!name.empty() && name != ".") names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, "/"));
}

// A denied file that does not exist may be reported as missing.
Status Tree::check_guard(const std::string& path, const std::string& below) const {
  std::string plain = disk::join_path(prefix_, cleared_of_dots(below));
  if (leads_into_own_state(plain))
    return fail_at(path, Code::path_reserved,
        fmt::format("{} is in the folder of aptix itself, which is not for reading", in_quotes(path)),
        "'aptix log', 'aptix session show' and 'aptix approve' show what is kept there");
  auto refused = reading_refused(guard_.get(), plain);
  auto there = refused ? exists(path) : Result<bool>(false);
  if (!refused || (there && !*there)) return {};
  refused->path = path;
  return fail(std::move(*refused));
}

// Cuts an absolute path to what is below the root, by text only: a root that was reached through a link is one path,
// and the confined call decides in the end.
Result<std::string> Tree::relative(const std::string& path) const {
  if (!path.starts_with('/')) return path;
  if (path_ == "/") return path.substr(std::min(path.find_first_not_of('/'), path.size()));
  if (path == path_) return std::string(".");
  if (!path.starts_with(path_) || path[path_.size()] != '/') return fail(outside(path));
  size_t start = path.find_first_not_of('/', path_.size());
  return start == std::string::npos ? std::string(".") : path.substr(start);
}

int Tree::open_beneath(const std::string& path, int flags) const {
  int fd = fs_->open_beneath(top_.get(), path.c_str(), flags);
  if (fd != -ENOSYS && fd != -EPERM) return fd;
  // Without openat2: one component at a time, and never upwards.
  std::string folder;
  std::string name;
  for (std::string_view component : split(path, '/')) {
    if (component.empty() || component == ".") continue;
    if (component == "..") return -EXDEV;
    folder = disk::join_path(folder, name);
    name = component;
  }
  disk::Folders folders(*fs_, top_.get(), 1);
  int dir = folders.open(folder);
  if (dir < 0) return dir;
  return fs_->open(dir, name.empty() ? "." : name.c_str(), flags, 0);
}

Result<TreeFile> Tree::open_file(const std::string& path) const {
  if (path.find('\0') != std::string::npos || path.empty()) return fail(open_failure(path, ENOENT));
  TRY_ASSIGN(below, relative(path));
  TRY(check_guard(path, below));
  disk::Fd fd(*fs_, open_beneath(below, kFileFlags));
  if (!fd.ok()) {
    Error failure = open_failure(path, fd.error());
    disk::Folders folders(*fs_, top_.get(), 1);
    std::string target = fd.error() == ELOOP ? disk::followed(folders, below) : std::string();
    if (!target.empty()) failure.hint += ": " + in_quotes(target);
    return fail(std::move(failure));
  }
  struct stat about;
  if (int error = fs_->fstat(fd.get(), about); error < 0) return fail(open_failure(path, -error));
  if (S_ISDIR(about.st_mode))
    return fail_at(path, Code::path_special, fmt::format("{} is a folder", in_quotes(path)), "name the files in it");
  if (!S_ISREG(about.st_mode))
    return fail_at(path, Code::path_special, fmt::format("{} is not a plain file", in_quotes(path)));
  return TreeFile{std::move(fd), about};
}

Result<std::string> Tree::read_file(const std::string& path) const {
  TRY_ASSIGN(file, open_file(path));
  std::string bytes(static_cast<size_t>(file.size()) + 1, '\0');  // one byte more shows that the file ends
  for (size_t filled = 0;;) {
    if (filled == bytes.size()) bytes.resize(filled + (size_t{1} << 16));
    ssize_t got = fs_->read(file.fd.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0) return fail(disk::io_failure("cannot read", path, static_cast<int>(-got)));
    filled += static_cast<size_t>(got);
    if (got > 0) continue;
    bytes.resize(filled);
    return bytes;
  }
}

Result<TreeText> Tree::view_file(const std::string& path) const {
  TRY_ASSIGN(file, open_file(path));
  TreeText text{.path = path, .size = static_cast<size_t>(file.size())};
  if (text.size >= disk::kMappedFrom && fs_->map(file.fd.get(), text.size, text.mapped) == 0) {
    text.fd = std::make_shared<const disk::Fd>(std::move(file.fd));
    return text;
  }
  TRY_SET(text.held, read_file(path));
  text.mapped.reset();
  text.size = text.held.size();
  return text;
}

Result<std::string_view> TreePieces::first_of(std::string_view part) {
  std::string_view all = text_.view(), piece = part.substr(0, kPiece);
  std::less<const char*> before;
  bool is_mapped = text_.mapped && !before(part.data(), all.data()) && before(part.data(), all.data() + all.size());
  if (!is_mapped) return piece;
  auto start = static_cast<size_t>(part.data() - all.data());
  if (start < start_ || start + piece.size() > start_ + copied_.size()) {
    start_ = start;
    copied_.resize(std::min(kPiece, all.size() - start));
    for (size_t have = 0; have < copied_.size();) {
      ssize_t got = fs_.read_at(text_.fd->get(), copied_.data() + have, copied_.size() - have, start + have);
      if (got < 0) return fail(disk::io_failure("cannot read", text_.path, static_cast<int>(-got)));
      if (got == 0) return fail(changed_while_read(text_.path));
      have += static_cast<size_t>(got);
    }
  }
  return std::string_view(copied_).substr(start - start_, piece.size());
}

Error changed_while_read(std::string_view path) {
  return error_at(path, Code::file_changed,
      fmt::format("{} was changed by another process while it was read", in_quotes(path)), "run the command again");
}

Result<bool> Tree::exists(const std::string& path) const {
  TRY_ASSIGN(below, relative(path));
  disk::Fd fd(*fs_, open_beneath(below, O_PATH | O_NOFOLLOW));
  if (fd.error() == ENOENT || fd.error() == ENOTDIR) return false;
  if (!fd.ok()) return fail(open_failure(path, fd.error()));
  struct stat about;
  if (int error = fs_->fstat(fd.get(), about); error < 0) return fail(open_failure(path, -error));
  if (S_ISLNK(about.st_mode)) return fail(open_failure(path, ELOOP));
  return true;
}

bool Tree::is_folder(const std::string& path) const {
  auto below = relative(path);
  if (!below || path.empty()) return false;
  return disk::Fd(*fs_, open_beneath(*below, kFolderFlags | O_PATH)).ok();
}

Result<std::vector<std::string>> Tree::list_files(const std::string& folder, size_t most, size_t most_folders) const {
  std::vector<std::string> files;
  std::deque<std::string> waiting{folder == "." ? std::string() : folder};
  for (size_t seen = 0; !waiting.empty() && seen < most && most_folders > 0; --most_folders) {
    std::string path = std::move(waiting.front());
    waiting.pop_front();
    TRY_ASSIGN(below, relative(path.empty() ? "." : path));
    disk::Fd fd(*fs_, open_beneath(below, kFolderFlags));
    if (!fd.ok()) return fail(open_failure(path, fd.error()));
    std::vector<std::string> names;
    if (int error = fs_->list(fd.get(), names); error < 0)
      return fail(disk::io_failure("cannot read the folder", path, -error));
    for (const std::string& name : names) {
      if (is_state_folder(name)) continue;
      if (++seen > most) break;
      struct stat about;
      if (fs_->stat(fd.get(), name.c_str(), about) < 0) continue;  // removed meanwhile
      std::string whole = path.empty() || path.ends_with('/') ? path + name : path + "/" + name;
      if (S_ISDIR(about.st_mode)) waiting.push_back(std::move(whole));
      else if (S_ISREG(about.st_mode)) files.push_back(std::move(whole));
    }
  }
  std::ranges::sort(files);
  return files;
}

namespace {

constexpr size_t kMostFiles = 20'000;  // looked at
constexpr size_t kMostMissing = 20;    // handled in one run
constexpr size_t kMostNearPaths = 5;

using Components = std::vector<std::string_view>;

// How near a path is to a missing one: larger is nearer. Ignores case.
struct Likeness {
  bool same_name = false;
  size_t last = 0, first = 0;  // number of equal components, from the end and from the start
  size_t letters = 0;          // number of equal letters in the name, in the same folder
  auto operator<=>(const Likeness&) const = default;
};

Likeness likeness(const Components& missing, const Components& file) {
  Likeness like;
  like.same_name = missing.back() == file.back();
  like.last = static_cast<size_t>(
      std::mismatch(missing.rbegin(), missing.rend(), file.rbegin(), file.rend()).first - missing.rbegin());
  like.first = static_cast<size_t>(
      std::mismatch(missing.begin(), missing.end(), file.begin(), file.end()).first - missing.begin());
  if (like.same_name) return like;
  bool same_folder = missing.size() == file.size() && like.first + 1 == missing.size();
  size_t most = std::max<size_t>(1, missing.back().size() / 3);
  size_t distance = same_folder ? edit_distance(missing.back(), file.back(), most) : most + 1;
  auto stem = [](std::string_view name) { return name.substr(0, name.find('.', 1)); };  // "a" of "a.txt"
  bool shares_letter = stem(file.back()).find_first_of(stem(missing.back())) != std::string_view::npos;
  if (distance > most || !shares_letter) return {};
  return {.first = like.first, .letters = missing.back().size() + 1 - distance};
}

bool tells_of_missing(const Diagnostic& error) { return error.code == Code::file_missing && !error.path.empty(); }

}  // namespace

std::vector<std::string> near_paths(std::string_view missing, std::span<const std::string> files) {
  std::string wanted = fold_case(missing);
  Components components = split(wanted, '/');
  std::vector<std::string> nearest;
  Likeness best;
  for (const std::string& file : files) {
    if (file == missing) continue;  // an earlier edit removes it
    std::string folded = fold_case(file);
    Likeness like = likeness(components, split(folded, '/'));
    if (like == Likeness{} || like < best) continue;
    if (like > best) nearest.clear();
    best = like;
    if (nearest.size() < kMostNearPaths) nearest.push_back(file);
  }
  return nearest;
}

void name_near_files(const Tree& tree, std::span<Diagnostic> errors) {
  if (std::ranges::none_of(errors, tells_of_missing)) return;
  auto files = tree.list_files("", kMostFiles);
  if (!files) return;
  size_t answered = 0;
  for (Diagnostic& error : errors) {
    if (!tells_of_missing(error) || ++answered > kMostMissing) continue;
    std::vector<std::string> near = near_paths(error.path, *files);
    if (near.size() == 1) error.hint = fmt::format("did you mean {}?", in_quotes(near.front()));
    for (size_t i = 0; near.size() > 1 && i < near.size(); ++i) error.notes.push_back("there is " + in_quotes(near[i]));
  }
}

void name_near_files(disk::Workspace& workspace, std::span<Diagnostic> errors) {
  if (std::ranges::none_of(errors, tells_of_missing)) return;
  if (auto tree = Tree::open(disk::posix_file_system(), workspace.root_path())) name_near_files(*tree, errors);
  if (workspace.root_prefix().empty()) return;
  // A root below the workspace's top does not reach files of the top.
  auto top = Tree::open(disk::posix_file_system(), workspace.path());
  for (Diagnostic& error : errors)
    if (top && tells_of_missing(error) && top->open_file(error.path))
      error.hint = fmt::format("the workspace's top has such a file: run this with -C {}", in_quotes(workspace.path()));
}

}  // namespace aptix::ops
