// One folder is one piece of work: its names are read, sorted as the paths below them, and classified. Its folders wait
// on a stack, so that few are open at once. Tracked files are sorted as well and are merged. Adding or removing a name
// changes the times of its folder: if they are those of a known folder, its names are known, too.
#include "ops/registry/registry.h"

#include <fcntl.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/parallel.h"

namespace aptix::ops {
namespace {

using context::PathKind;
using context::IgnoreVerdict;
using disk::EntryKind;

constexpr uint64_t kLongestRules = 100 << 20;
constexpr size_t kDeep = 200;  // deeper folders are opened by path, so that not too many stay open

struct Folder {
  std::string path;  // relative to the top: "" or ending in '/'
  size_t depth = 0;
  std::shared_ptr<disk::Fd> above{};  // null: open it by path
  context::IgnoreRules git{}, own{};  // .gitignore and the like; .aptixignore
  size_t tracked_first = 0, tracked_last = 0;
  bool ignored = false;  // by git: only tracked files are listed
  context::Selection::Below selected{};

  FileStamp stamp{};           // of the folder, if its names may be cached
  std::string read{};          // entries that were not cached
  std::string_view entries{};  // sorted
  std::string names{};         // paths relative to the top; the files point into them
  std::vector<RegisteredFile> files{};
  struct Inside {
    size_t files_before;
    std::unique_ptr<Folder> folder;
  };
  std::vector<Inside> inside{};
  std::vector<Diagnostic> warnings{};
};

struct Name {
  std::string_view text;
  EntryKind kind;
};

// The order of the paths below: a '/' follows a folder's name.
bool stands_before(const Name& a, const Name& b) {
  size_t common = std::min(a.text.size(), b.text.size());
  if (int order = std::memcmp(a.text.data(), b.text.data(), common); order != 0) return order < 0;
  auto next = [common](const Name& name) -> int {
    if (name.text.size() > common) return static_cast<unsigned char>(name.text[common]);
    return name.kind == EntryKind::folder ? '/' : -1;
  };
  return next(a) < next(b);
}

std::vector<Name> names_of(std::string_view entries) {
  std::vector<Name> names;
  names.reserve(static_cast<size_t>(std::count(entries.begin(), entries.end(), '\0')));
  while (!entries.empty()) {
    size_t end = entries.find('\0');
    names.push_back({entries.substr(1, end - 1), static_cast<EntryKind>(entries[0])});
    entries.remove_prefix(end + 1);
  }
  return names;
}

bool has_name(const std::vector<Name>& names, std::string_view text) {
  return std::ranges::any_of(names, [&](const Name& name) { return name.text == text; });
}

// Reads folders one by one; one reader per thread.
class FolderReader {
 public:
  FolderReader(disk::FileSystem& fs, const WalkRequest& request) : fs_(fs), request_(request), tree_(request.tree) {}

  // Returns the subfolders to read, the last one first.
  std::vector<Folder*> read(Folder& folder) {
    int status = open(folder);
    if (status == 0 && !is_known(folder)) status = read_entries(folder);
    if (status < 0) return unreadable(folder, -status);
    std::vector<Name> names = names_of(folder.entries);
    bool is_own_repository = tree_.exists && !folder.path.empty() && folder.tracked_first == folder.tracked_last &&
        has_name(names, ".git") && is_repository(fs_, dir_->get());
    if (is_own_repository) return {};
    add_rules(folder, names);
    folder.files.reserve(names.size());
    folder.names.reserve(folder.entries.size() + names.size() * folder.path.size());
    next_tracked_ = folder.tracked_first;
    for (const Name& name : names) add(folder, name);
    std::vector<Folder*> inside;
    for (auto child = folder.inside.rbegin(); child != folder.inside.rend(); ++child)
      inside.push_back(child->folder.get());
    return inside;
  }

 private:
  int open(Folder& folder) {
    std::string path = folder.path.empty() ? "." : folder.path.substr(0, folder.path.size() - 1);
    constexpr int kFlags = O_RDONLY | O_DIRECTORY;
    if (folder.above) {
      dir_ = std::make_shared<disk::Fd>(
          fs_, fs_.open(folder.above->get(), path.substr(path.rfind('/') + 1).c_str(), kFlags, 0));
      folder.above.reset();
    } else {
      disk::Folders folders(fs_, tree_.top.get(), 1);
      int by_path = folder.path.empty() ? tree_.top.get() : folders.open(path);
      dir_ = std::make_shared<disk::Fd>(fs_, by_path < 0 ? by_path : fs_.open(by_path, ".", kFlags, 0));
    }
    return -dir_->error();
  }

  // A folder on another file system is always read: its times may not be reliable.
  bool is_known(Folder& folder) {
    if (request_.known == nullptr) return false;
    struct stat about {};
    if (fs_.fstat(dir_->get(), about) < 0 || about.st_dev != request_.device) return false;
    folder.stamp = stamp_of(about);
    auto known = request_.known->find(folder.stamp);
    folder.entries = known.value_or(std::string_view());
    return known.has_value();
  }

  int read_entries(Folder& folder) const {
    std::string entries;
    if (int status = fs_.entries(dir_->get(), entries); status < 0) return status;
    std::vector<Name> names = names_of(entries);
    for (Name& name : names)
      if (name.kind == EntryKind::unknown) name.kind = look(name.text);
    std::ranges::sort(names, stands_before);
    folder.read.reserve(entries.size());
    for (const Name& name : names)
      folder.read.append(1, static_cast<char>(name.kind)).append(name.text).push_back('\0');
    folder.entries = folder.read;
    return 0;
  }

  // A folder that is gone, or is something else now, is skipped.
  std::vector<Folder*> unreadable(Folder& folder, int error) const {
    folder.stamp = {};
    if (error == ENOENT || error == ENOTDIR || error == ELOOP) return {};
    std::string path = folder.path.empty() ? "." : folder.path.substr(0, folder.path.size() - 1);
    folder.warnings.push_back(disk::io_failure("cannot read the folder", path, error).at(path));
    return {};
  }

  EntryKind look(std::string_view name) const {
    struct stat about {};
    if (fs_.stat(dir_->get(), std::string(name).c_str(), about) < 0) return EntryKind::other;
    if (S_ISDIR(about.st_mode)) return EntryKind::folder;
    return S_ISREG(about.st_mode) ? EntryKind::file : S_ISLNK(about.st_mode) ? EntryKind::link : EntryKind::other;
  }

  void add_rules(Folder& folder, const std::vector<Name>& names) const {
    if (request_.ignored == Ignored::listed) return;
    auto read_into = [&](context::IgnoreRules& rules, const char* name, Glob::Letters letters) {
      std::string text;
      if (!has_name(names, name)) return;
      int status = disk::read_whole(fs_, dir_->get(), name, kLongestRules, text);
      if (status == -EACCES || status == -EIO || status == -EFBIG)
        folder.warnings.push_back(disk::io_failure("cannot read", folder.path + name, -status).at(folder.path + name));
      if (status == 0) rules = with_list(rules, context::IgnoreList(text, folder.path, letters));
    };
    if (tree_.exists) read_into(folder.git, ".gitignore", tree_.letters);
    read_into(folder.own, ".aptixignore", Glob::Letters::count);
  }

  void add(Folder& folder, const Name& name) {
    if (name.kind == EntryKind::other || is_state_folder(name.text)) return;
    size_t start = folder.names.size();
    path_ = std::string_view(folder.names.append(folder.path).append(name.text)).substr(start);
    if (name.kind == EntryKind::folder) add_folder(folder);
    else if (add_file(folder, name)) return;
    folder.names.resize(start);
  }

  // Adds a folder on the way to the start, or below it.
  void add_folder(Folder& folder) {
    bool on_the_way = tree_.start.size() > folder.path.size();
    if (on_the_way && !(tree_.start + "/").starts_with(std::string(path_) + "/")) return;
    auto inside = std::make_unique<Folder>(Folder{.path = std::string(path_) + "/", .depth = folder.depth + 1});
    take_tracked_below(folder, *inside);
    bool has_tracked = inside->tracked_first != inside->tracked_last;
    inside->ignored = folder.ignored || verdict_of(folder.git, path_, PathKind::folder) == IgnoreVerdict::ignored;
    if (inside->ignored && !has_tracked) return;
    if (verdict_of(folder.own, path_, PathKind::folder) == IgnoreVerdict::ignored) return;
    const std::vector<std::string_view>& submodules = tree_.tracked.submodules;
    if (std::binary_search(submodules.begin(), submodules.end(), path_)) return;
    inside->selected = folder.selected;
    if (request_.selection != nullptr && !on_the_way)
      inside->selected = request_.selection->folder(from_start(path_), folder.selected);
    if (inside->selected.removed) return;
    if (folder.depth < kDeep) inside->above = dir_;
    inside->git = folder.git;
    inside->own = folder.own;
    folder.inside.push_back({folder.files.size(), std::move(inside)});
  }

  // False: it is not listed.
  bool add_file(Folder& folder, const Name& name) {
    if (tree_.start.size() > folder.path.size()) return false;
    // Can git ignore an untracked file here?
    bool may_hide = tree_.exists && (folder.ignored || folder.git != nullptr || tree_.any_case);
    if (may_hide && !take_tracked(folder)) {
      if (folder.ignored || verdict_of(folder.git, path_, PathKind::file) == IgnoreVerdict::ignored) return false;
      if (tree_.any_case && is_twin_of_tracked(name)) return false;
    }
    if (verdict_of(folder.own, path_, PathKind::file) == IgnoreVerdict::ignored) return false;
    RegisteredFile file{.path = from_start(path_), .link = name.kind == EntryKind::link};
    if (request_.selection != nullptr && !request_.selection->takes(file.path, folder.selected)) return false;
    if (request_.stamps == Stamps::read || (request_.stamps == Stamps::of_links && file.link)) {
      struct stat about {};
      if (fs_.stat(dir_->get(), name.text.data(), about) < 0) return false;  // removed meanwhile
      if (!S_ISREG(about.st_mode) && !S_ISLNK(about.st_mode)) return false;
      file.link = S_ISLNK(about.st_mode);
      file.stamp = stamp_of(about);
    }
    folder.files.push_back(file);
    return true;
  }

  // With core.ignoreCase, git treats path_ as a tracked file whose name differs only in case, so path_ is not listed.
  // On a disk that ignores case, too, both names are the same file, and this returns false.
  bool is_twin_of_tracked(const Name& name) const {
    std::string tracked(tree_.any_case->find(path_));
    struct stat own {};
    struct stat other {};
    return !tracked.empty() &&
        !(fs_.stat(tree_.top.get(), tracked.c_str(), other) == 0 && fs_.stat(dir_->get(), name.text.data(), own) == 0 &&
            own.st_ino == other.st_ino && own.st_dev == other.st_dev);
  }

  std::string_view from_start(std::string_view path) const {
    return path.substr(tree_.start.empty() ? 0 : tree_.start.size() + 1);
  }

  // True if path_ is tracked. Advances in the index, which has the same order as the names.
  bool take_tracked(const Folder& folder) {
    const std::vector<std::string_view>& paths = tree_.tracked.paths;
    int order = -1;
    while (next_tracked_ < folder.tracked_last && (order = paths[next_tracked_].compare(path_)) < 0) ++next_tracked_;
    if (order == 0) ++next_tracked_;
    return order == 0;
  }

  void take_tracked_below(const Folder& folder, Folder& inside) {
    const std::vector<std::string_view>& paths = tree_.tracked.paths;
    auto last = paths.begin() + static_cast<ptrdiff_t>(folder.tracked_last);
    auto first = paths.begin() + static_cast<ptrdiff_t>(next_tracked_);
    first = std::lower_bound(first, last, std::string_view(inside.path));
    last = std::partition_point(first, last, [&](std::string_view path) { return path.starts_with(inside.path); });
    inside.tracked_first = static_cast<size_t>(first - paths.begin());
    inside.tracked_last = static_cast<size_t>(last - paths.begin());
    next_tracked_ = inside.tracked_last;
  }

  disk::FileSystem& fs_;
  const WalkRequest& request_;
  const GitTree& tree_;
  std::shared_ptr<disk::Fd> dir_;
  std::string_view path_;    // of the current entry
  size_t next_tracked_ = 0;  // position in the index
};

// The folders that wait to be read by several threads.
class FolderStack {
 public:
  explicit FolderStack(Folder& top) : waiting_{&top} {}

  // Takes some folders, the next one last; several at once to lock less often. Empty: all are read, or stop() was
  // called.
  std::vector<Folder*> take() {
    constexpr size_t kMostAtOnce = 16;
    std::unique_lock lock(mutex_);
    ++idle_;
    changed_.wait(lock, [this] { return !waiting_.empty() || busy_ == 0; });
    --idle_;
    if (waiting_.empty()) return {};
    size_t share = std::min(kMostAtOnce, (waiting_.size() + 3) / 4);
    std::vector<Folder*> taken(waiting_.end() - static_cast<ptrdiff_t>(share), waiting_.end());
    waiting_.resize(waiting_.size() - share);
    ++busy_;
    return taken;
  }

  // Adds the subfolders of the folders that were taken.
  void done(const std::vector<Folder*>& inside) {
    bool wanted = false;
    {
      std::lock_guard lock(mutex_);
      waiting_.insert(waiting_.end(), inside.begin(), inside.end());
      --busy_;
      wanted = idle_ != 0 && (!inside.empty() || busy_ == 0);
    }
    if (wanted) changed_.notify_all();
  }

  void stop() {
    std::lock_guard lock(mutex_);
    waiting_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Folder*> waiting_;
  size_t busy_ = 0, idle_ = 0;  // threads
};

// Collects the files in the order of a walk, without recursion, because a tree may be deep.
void flatten(Folder& top, size_t count, Listing& listing, std::vector<Diagnostic>& warnings) {
  struct At {
    Folder* folder;
    size_t inside = 0, file = 0;
  };
  std::vector<At> way{{&top}};
  listing.files.reserve(count);
  while (!way.empty()) {
    auto& [folder, inside, file] = way.back();
    if (inside == 0) {
      std::move(folder->warnings.begin(), folder->warnings.end(), std::back_inserter(warnings));
      if (folder->stamp != FileStamp{}) {
        if (!folder->read.empty()) ++listing.read_anew;
        listing.folders.push_back({folder->stamp, folder->entries});
      }
    }
    bool last = inside == folder->inside.size();
    auto first = folder->files.begin();
    size_t end = last ? folder->files.size() : folder->inside[inside].files_before;
    listing.files.insert(listing.files.end(), first + static_cast<ptrdiff_t>(std::exchange(file, end)),
        first + static_cast<ptrdiff_t>(end));
    if (last) way.pop_back();
    else way.push_back({folder->inside[inside++].folder.get()});
  }
}

}  // namespace

FileStamp stamp_of(const struct stat& about) {
  FileIdentity identity = disk::identity_of(about, 0);
  return {.size = identity.size,
      .inode = identity.inode,
      .modified_ns = identity.mtime_ns,
      .changed_ns = identity.ctime_ns};
}

Outcome<Listing> walk(disk::FileSystem& fs, const WalkRequest& request) {
  auto owner = std::make_shared<Folder>(Folder{.path = {}});
  Folder& top = *owner;
  if (request.ignored == Ignored::left_out) top.git = request.tree.rules;
  if (request.tree.exists) top.tracked_last = request.tree.tracked.paths.size();
  top.selected = request.selection != nullptr ? request.selection->root() : context::Selection::Below{.taken = true};
  FolderStack stack(top);
  std::atomic<size_t> files = 0;
  auto is_interrupted = [&] { return request.interrupted != nullptr && request.interrupted->load(); };
  auto make_turn = [&]() -> Turn {
    return [&, reader = std::make_shared<FolderReader>(fs, request)](size_t) -> Status {
      for (std::vector<Folder*> taken = stack.take(); !taken.empty(); taken = stack.take()) {
        std::vector<Folder*> inside;
        for (auto folder = taken.rbegin(); folder != taken.rend() && !is_interrupted(); ++folder) {
          std::vector<Folder*> more = reader->read(**folder);
          files += (*folder)->files.size();
          inside.insert(inside.begin(), more.begin(), more.end());
        }
        if (is_interrupted()) stack.stop(), inside.clear();
        stack.done(inside);
      }
      return {};
    };
  };
  Outcome<Listing> listing;
  size_t threads = std::max(1u, request.threads);
  (void)in_parallel(threads, {.most = threads}, make_turn);
  if (is_interrupted()) return fail(Code::interrupted, "interrupted");
  flatten(top, files.load(), listing.value, listing.diagnostics.warnings);
  listing.value.owner = std::move(owner);
  return listing;
}

}  // namespace aptix::ops
