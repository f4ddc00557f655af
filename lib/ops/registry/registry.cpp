// Merges the listing and the snapshot, which are sorted alike. A file with the same stamp as in the snapshot has its
// content.
#include "ops/registry/registry.h"

#include <fcntl.h>
#include <algorithm>
#include <cerrno>
#include <deque>

#include "base/parallel.h"
#include "base/text/text.h"

namespace aptix::ops {
namespace {

// A pattern that is also an existing path means that path: "app/[id]".
std::vector<std::string> as_meant(const GitTree& tree, const std::vector<std::string>& globs) {
  std::vector<std::string> meant;
  disk::Folders folders(disk::posix_file_system(), tree.top.get(), 1);
  for (const std::string& typed : globs) {
    size_t removes = typed.starts_with('!') ? 1 : 0;
    std::string_view path = std::string_view(typed).substr(removes);
    while (path.starts_with("./")) path.remove_prefix(2);
    while (path.ends_with('/')) path.remove_suffix(1);
    bool is_there = path.find_first_of("*?[\\") != std::string_view::npos && !path.starts_with('/') &&
        stamp_below(folders, disk::join_path(tree.start, path)) != context::FileStamp{};
    std::string literal = is_there ? context::literal_glob(std::string_view(typed).substr(removes)) : "";
    meant.push_back(is_there ? typed.substr(0, removes) + literal : typed);
  }
  return meant;
}

constexpr const char* kCacheName = "registry";
constexpr const char* kFoldersName = "folders";
// Below these numbers, reading the files or folders again costs less than writing a cache.
constexpr size_t kManyFiles = 256;
constexpr uint64_t kManyBytes = 4 << 20;

struct FolderCache {
  context::KnownFolders folders;
  disk::CachedText text;
  dev_t device = 0;
};

// nullopt if only reading a folder shows which names it has.
std::optional<FolderCache> known_folders(disk::Workspace& workspace, const GitTree& tree) {
  disk::FileSystem& fs = disk::posix_file_system();
  struct stat about {};
  if (fs.times_tell_names(tree.top.get()) != 1 || fs.fstat(tree.top.get(), about) < 0) return std::nullopt;
  FolderCache cache{.folders = {}, .text = {}, .device = about.st_dev};
  if (auto cached = disk::read_cache(workspace, kFoldersName)) cache.text = std::move(*cached);
  if (auto folders = context::KnownFolders::read(cache.text.text)) cache.folders = *folders;
  return cache;
}

// Folders that were not listed keep their entries in the cache.
void save_folders(
    disk::Workspace& workspace, const GitTree& tree, const FolderCache& cache, Listing& listing, bool whole) {
  int64_t grain = disk::posix_file_system().time_grain(tree.top.get());
  size_t too_new = std::erase_if(listing.folders,
      [&](const context::FolderNames& folder) { return !shows_changes(folder.stamp, workspace.now_ns(), grain); });
  if (listing.read_anew < too_new + kManyFiles) return;
  for (size_t i = 0; i < cache.folders.count() && !whole; ++i) listing.folders.push_back(cache.folders.at(i));
  disk::write_cache(workspace, kFoldersName, {context::write_folders(std::move(listing.folders))});
}

// If nothing is cached, each file will be opened, which gives its stamp.
Stamps stamps_for(Detail detail, const context::Snapshot& snapshot) {
  if (detail == Detail::names) return Stamps::none;
  return detail >= Detail::contents && snapshot.count() == 0 ? Stamps::of_links : Stamps::read;
}

// Takes unchanged files from the snapshot. Returns the indices of the others.
std::vector<size_t> take_known(Registry& registry, Detail detail) {
  std::vector<size_t> unknown;
  const context::Snapshot& snapshot = registry.snapshot;
  size_t next = snapshot.first_from(registry.prefix);
  size_t cut = registry.prefix.size();
  for (size_t i = 0; i < registry.files.size(); ++i) {
    RegisteredFile& file = registry.files[i];
    if (file.link) continue;
    int order = 1;
    for (; next < snapshot.count(); ++next) {
      std::string_view known = snapshot.path(next);
      order = known.starts_with(registry.prefix) ? known.substr(cut).compare(file.path) : 1;
      if (order >= 0) break;
    }
    bool is_known = order == 0 && snapshot.stamp(next) == file.stamp;
    if (is_known && (detail < Detail::signatures || snapshot.content(next).is_signed)) {
      file.content = static_cast<uint32_t>(next);
      file.known = true;
    } else {
      unknown.push_back(i);
    }
  }
  return unknown;
}

// A file that the guard denies keeps only its name and stamp.
void leave_out_refused(const disk::Workspace& workspace, Registry& registry, std::vector<size_t>& unknown) {
  const Guard* guard = workspace.guard().get();
  if (guard == nullptr) return;
  std::string path;
  auto is_refused = [&](const RegisteredFile& file) {
    std::string_view whole = registry.prefix.empty() ? file.path : path.assign(registry.prefix).append(file.path);
    return guard->refuses_reading(whole).has_value();
  };
  for (RegisteredFile& file : registry.files)
    if (file.known && is_refused(file)) file.known = false;
  disk::Folders folders(disk::posix_file_system(), registry.tree.top.get(), 1);
  std::erase_if(unknown, [&](size_t i) {
    RegisteredFile& file = registry.files[i];
    if (!is_refused(file)) return false;
    file.stamp = stamp_below(folders, disk::join_path(registry.tree.start, file.path));
    return true;
  });
}

Status read_unknown(
    disk::Workspace& workspace, const ListRequest& request, Registry& registry, std::vector<Diagnostic>& warnings) {
  std::vector<size_t> unknown = take_known(registry, request.detail);
  leave_out_refused(workspace, registry, unknown);
  std::string start = registry.tree.start.empty() ? "" : registry.tree.start + "/";
  for (size_t i : unknown) registry.read.push_back({.path = start + std::string(registry.files[i].path)});
  ContentsRequest contents{.top = registry.tree.top.get(),
      .before_ns = workspace.now_ns(),
      .sign = request.detail == Detail::signatures,
      .threads = request.threads,
      .interrupted = request.interrupted};
  TRY(read_contents(disk::posix_file_system(), contents, registry.read));
  std::vector<bool> gone(registry.files.size());
  for (size_t n = 0; n < unknown.size(); ++n) {
    ReadContent& read = registry.read[n];
    RegisteredFile& file = registry.files[unknown[n]];
    int status = read.status;  // a file removed since it was listed is dropped
    if (status == -ENOENT || status == -ENOTDIR || status == -ELOOP || status == -EINVAL) gone[unknown[n]] = true;
    else if (status < 0) warnings.push_back(disk::io_failure("cannot read", file.path, -read.status).at(file.path));
    file.stamp = read.stamp;
    if (read.status < 0) continue;
    file.known = true;
    file.certain = read.certain;
    file.content = static_cast<uint32_t>(n);
    file.was_read = true;
  }
  size_t i = 0;
  std::erase_if(registry.files, [&](const RegisteredFile&) { return gone[i++]; });
  return {};
}

bool pays(const Registry& registry) {
  uint64_t bytes = 0;
  for (const ReadContent& read : registry.read) bytes += read.certain ? read.stamp.size : 0;
  return registry.read.size() >= kManyFiles || bytes >= kManyBytes;
}

// Saves what is certain. Files outside the listing keep their entries in the snapshot.
void save(disk::Workspace& workspace, const Registry& registry, bool whole) {
  std::vector<context::SnapshotFile> files;
  std::deque<std::string> names;
  const context::Snapshot& snapshot = registry.snapshot;
  size_t next = 0;
  auto keep_until = [&](std::string_view path) {
    for (; next < snapshot.count() && (path.empty() || snapshot.path(next) < path); ++next) {
      if (whole) continue;
      files.push_back({snapshot.path(next), snapshot.stamp(next), snapshot.content(next)});
    }
  };
  for (const RegisteredFile& file : registry.files) {
    std::string_view path = file.path;
    if (!registry.prefix.empty()) path = names.emplace_back(registry.prefix + std::string(path));
    keep_until(path);
    if (next < snapshot.count() && snapshot.path(next) == path) ++next;
    if (!file.known || !file.certain) continue;
    files.push_back({path, file.stamp, registry.content_of(file)});
  }
  keep_until({});
  disk::write_cache(workspace, kCacheName, {context::write_snapshot(files)});
}

// Contents are not known yet.
void keep_page(const ListPage& page, Registry& registry) {
  auto first = std::upper_bound(registry.files.begin(), registry.files.end(), page.after,
      [](const std::string& after, const RegisteredFile& file) { return after < file.path; });
  registry.files.erase(registry.files.begin(), first);
  if (registry.files.size() > page.most) registry.files.resize(page.most);
}

}  // namespace

context::FileContent Registry::content_of(const RegisteredFile& file) const {
  if (!file.known) return {};
  return file.was_read ? read[file.content].content : snapshot.content(file.content);
}

Outcome<Registry> open_registry(disk::Workspace& workspace, const GitSurroundings& git, const ListRequest& request) {
  Outcome<Registry> opened;
  Registry& registry = opened.value;
  Background loading;
  if (request.detail >= Detail::contents && !request.page)
    loading.plan(Background::When::now, [&] {
      auto cached = disk::read_cache(workspace, kCacheName);
      auto snapshot = cached ? context::Snapshot::read(cached->text) : std::nullopt;
      if (!snapshot) return;
      registry.cached = std::move(*cached);
      registry.snapshot = *snapshot;
    });
  TRY_ASSIGN(tree, open_git_tree(disk::posix_file_system(), workspace, git));
  loading.finish();
  TRY_ASSIGN(selection, context::Selection::parse(as_meant(tree, request.globs)));
  auto cache = known_folders(workspace, tree);
  auto listed = walk(disk::posix_file_system(),
      {.tree = tree,
          .ignored = request.ignored,
          .stamps = stamps_for(request.detail, registry.snapshot),
          .selection = selection.all() ? nullptr : &selection,
          .known = cache ? &cache->folders : nullptr,
          .device = cache ? cache->device : 0,
          .threads = request.threads,
          .interrupted = request.interrupted});
  opened.diagnostics = std::move(listed.diagnostics);
  if (!opened.ok()) return opened;
  bool whole = workspace.root_prefix().empty() && selection.all();
  if (cache) save_folders(workspace, tree, *cache, listed.value, whole);
  registry.tree = std::move(tree);
  registry.listing = std::move(listed.value);
  if (!workspace.root_prefix().empty()) registry.prefix = workspace.root_prefix() + "/";
  registry.files = std::move(registry.listing.files);
  registry.total = registry.files.size();
  if (request.page) keep_page(*request.page, registry);
  if (request.detail < Detail::contents) return opened;
  TRY(read_unknown(workspace, request, registry, opened.diagnostics.warnings));
  if (!request.page && pays(registry)) save(workspace, registry, whole);
  return opened;
}

namespace {

constexpr size_t kPiece = 256 << 10;
constexpr size_t kKeptFolders = 16;
constexpr size_t kFilesInARow = 32;
constexpr int kTries = 3;
constexpr int64_t kSecond = 1'000'000'000, kCoarse = 2 * kSecond;

// Reads a file once, in pieces for both hash and signature. Its stamp is taken before and after.
class ContentReader {
 public:
  ContentReader(disk::FileSystem& fs, const ContentsRequest& request, int64_t grain)
      : fs_(fs),
        request_(request),
        grain_(grain),
        folders_(fs, request.top, kKeptFolders),
        buffer_(kPiece, '\0') {}

  void read(ReadContent& file) {
    for (int i = 0; i < kTries; ++i)
      if (read_once(file)) return;
    file.certain = false;  // somebody keeps writing it
  }

 private:
  // False: it was changed meanwhile.
  bool read_once(ReadContent& file) {
    disk::Target target = folders_.target(file.path);
    disk::Fd fd(fs_, target.dir < 0 ? target.dir : fs_.open(target.dir, target.name.c_str(), O_RDONLY | O_NONBLOCK, 0));
    struct stat about {};
    file.status = fd.ok() ? fs_.fstat(fd.get(), about) : -fd.error();
    if (file.status == 0 && !S_ISREG(about.st_mode)) file.status = -EINVAL;
    file.stamp = fd.ok() ? stamp_of(about) : stamp_below(folders_, file.path);
    if (file.status < 0) return true;
    if (request_.sign) signer_.expect(file.stamp.size);
    take_bytes(fd.get(), file);
    file.content.sha = hasher_.finish();
    if (request_.sign) {  // over all bytes; not kept for a binary file
      context::Signature signature = signer_.finish();
      if (!file.content.binary) file.signature.assign(signature.begin(), signature.end());
      file.content.signature = file.signature;
      file.content.is_signed = true;
    }
    if (file.status < 0) return true;
    struct stat after {};
    if (fs_.fstat(fd.get(), after) < 0 || stamp_of(after) != file.stamp) return false;
    file.certain = shows_changes(file.stamp, request_.before_ns, grain_);
    return true;
  }

  void take_bytes(int fd, ReadContent& file) {
    file.content = {};
    uint64_t taken = 0;
    const uint64_t all = std::max<uint64_t>(file.stamp.size, 1);  // if the file grows, hash and size still agree
    for (ssize_t got = 1; got > 0 && taken < all;) {
      got = fs_.read(fd, buffer_.data(), static_cast<size_t>(std::min<uint64_t>(buffer_.size(), all - taken)));
      if (got < 0) file.status = static_cast<int>(got);
      if (got <= 0) return;
      std::string_view piece(buffer_.data(), static_cast<size_t>(got));
      if (taken == 0) {
        file.content.binary = is_binary(piece);
        file.content.generated = !file.content.binary && context::is_generated(piece);
      }
      hasher_.update(piece);
      if (request_.sign && !file.content.binary) signer_.take(piece);
      taken += piece.size();
    }
  }

  disk::FileSystem& fs_;
  const ContentsRequest& request_;
  int64_t grain_;
  disk::Folders folders_;
  Sha256Hasher hasher_;
  context::Signer signer_;
  std::string buffer_;
};

}  // namespace

context::FileStamp stamp_below(disk::Folders& folders, std::string_view path) {
  disk::Target target = folders.target(path);
  struct stat about {};
  bool found = target.dir >= 0 && folders.fs().stat(target.dir, target.name.c_str(), about) == 0;
  return found ? stamp_of(about) : context::FileStamp{};
}

bool shows_changes(const context::FileStamp& stamp, int64_t before_ns, int64_t grain) {
  if (grain < 0) grain = kCoarse;
  bool whole_seconds = stamp.modified_ns % kSecond == 0 && stamp.changed_ns % kSecond == 0;
  if (whole_seconds) grain = std::max(grain, kCoarse);
  return std::max(stamp.modified_ns, stamp.changed_ns) < before_ns - grain;
}

Status read_contents(disk::FileSystem& fs, const ContentsRequest& request, std::vector<ReadContent>& files) {
  int64_t grain = fs.time_grain(request.top);
  auto make_turn = [&]() -> Turn {
    return [&, reader = std::make_shared<ContentReader>(fs, request, grain)](size_t i) -> Status {
      if (request.interrupted != nullptr && request.interrupted->load()) return fail(Code::interrupted, "interrupted");
      reader->read(files[i]);
      return {};
    };
  };
  size_t in_a_row = files.size() < 4 * kFilesInARow ? 1 : kFilesInARow;
  size_t turns = (files.size() + in_a_row - 1) / in_a_row;
  return in_parallel(
      files.size(), {.most = std::min<size_t>(std::max(1u, request.threads), turns), .in_a_row = in_a_row}, make_turn);
}

}  // namespace aptix::ops
