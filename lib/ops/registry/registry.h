// The registry: which files a workspace has, and what is in them. The files that git would list or, outside of git, all
// files; minus those of .aptixignore. Every call looks at the tree. The cache only saves reading what has not changed;
// the answers are the same without it.
#pragma once

#include <atomic>
#include <memory>
#include <set>

#include "context/search.h"
#include "context/tree/git_files.h"
#include "context/tree/ignore.h"
#include "context/tree/selection.h"
#include "context/tree/snapshot.h"
#include "disk/state_files.h"
#include "ops/config.h"
#include "ops/files/doc_paths.h"
#include "ops/files/git.h"

namespace aptix::ops {

// --- what git knows of a work tree, read from its files; git itself is run only if they do not tell

// What the process knows of the user's git.
struct GitSurroundings {
  std::string home;                // "" if unknown
  std::string folder_of_settings;  // ends in '/'; "" if unknown
  // The settings files of the user and the machine, in git's order; nullopt: there are settings elsewhere.
  std::optional<std::vector<std::string>> settings_files;
  std::function<std::string(const std::string& path)> read_file;  // `path` is absolute; "" if there is none
  std::function<RunGit(std::string folder)> run_in;
};

// A work tree of git or, outside of git, the workspace.
struct GitTree {
  bool exists = false;
  disk::Fd top;
  std::string path;   // of the top, absolute
  std::string start;  // the root relative to the top: "" or "a/b"
  context::TrackedFiles tracked{};
  std::optional<context::PathsOfAnyCase> any_case{};  // tracked files, with core.ignoreCase
  context::IgnoreRules rules{};                       // from info/exclude and the user's own file
  Glob::Letters letters = Glob::Letters::count;
};

// The tree that contains the root of the workspace. Git is also looked for above the workspace, but not above the home
// folder. Fails with io_error.
Result<GitTree> open_git_tree(disk::FileSystem& fs, const disk::Workspace& workspace, const GitSurroundings& around);

// --- the walk: all files below a folder, sorted bytewise by path. Lists links, but does not follow them; skips special
// files.

using context::FileStamp;

FileStamp stamp_of(const struct stat& about);

// A listed file, and what the registry then finds out about it.
struct RegisteredFile {
  std::string_view path;  // relative to the start of the walk, which is the root
  FileStamp stamp{};      // filled for Stamps::read; for Stamps::of_links only for links
  uint32_t content = 0;   // index into Registry::read if was_read, else into the snapshot
  bool link = false;
  bool known = false;  // its content was examined; never for links and unreadable files
  bool was_read = false;
  bool certain = true;  // a later change would change the stamp
};

enum class Stamps : uint8_t { none, of_links, read };
enum class Ignored : uint8_t { left_out, listed };

struct WalkRequest {
  const GitTree& tree;  // files below its `start` are listed
  Ignored ignored = Ignored::left_out;
  Stamps stamps = Stamps::none;
  const context::Selection* selection = nullptr;  // of paths relative to the start; null: all
  const context::KnownFolders* known = nullptr;   // folders that need not be read again; null: none
  dev_t device = 0;                               // the device of the known folders
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct Listing {
  std::vector<RegisteredFile> files;
  std::shared_ptr<const void> owner{};  // of the text that paths point into
  // With WalkRequest::known: the folders that were listed; their entries may point into the known ones.
  std::vector<context::FolderNames> folders{};
  size_t read_anew = 0;  // how many of the folders were read
};

// A folder that cannot be read is a warning. Fails with io_error (for the start), interrupted.
Outcome<Listing> walk(disk::FileSystem& fs, const WalkRequest& request);

// --- the content of many files: hash, signature, kind

struct ReadContent {
  std::string path;            // relative to the top
  context::FileStamp stamp{};  // also set if the file cannot be read
  context::FileContent content{};
  std::vector<uint64_t> signature{};  // `content` points into it
  bool certain = false;               // a later change of the file would change the stamp
  int status = 0;                     // -errno; -EINVAL: not a file
};

struct ContentsRequest {
  int top = -1;
  int64_t before_ns = 0;  // no file was read before this time
  bool sign = false;      // make signatures, too
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

// The stamp of the file at that path; empty: there is none.
context::FileStamp stamp_below(disk::Folders& folders, std::string_view path);

// True if every change after `before_ns` gives another stamp. `grain`: FileSystem::time_grain().
bool shows_changes(const context::FileStamp& stamp, int64_t before_ns, int64_t grain);

// Fills in everything but the paths. Fails with interrupted.
Status read_contents(disk::FileSystem& fs, const ContentsRequest& request, std::vector<ReadContent>& files);

// --- both, with the cache

// Each level includes those before it. Signatures serve only searches; making them takes longer than hashing.
enum class Detail : uint8_t { names, stamps, contents, signatures };

// A part of the list: at most that many files after that path.
struct ListPage {
  std::string after{};
  uint64_t most = 0;
};

struct ListRequest {
  std::vector<std::string> globs{};  // relative to the root
  Ignored ignored = Ignored::left_out;
  Detail detail = Detail::names;
  std::optional<ListPage> page{};  // only files on this page are read
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

// Sorted bytewise by path.
struct Registry {
  std::vector<RegisteredFile> files;
  uint64_t total = 0;  // `files` may be one page of them
  std::string prefix;  // of the root, relative to the workspace: "" or ending in '/'
  GitTree tree;
  context::FileContent content_of(const RegisteredFile& file) const;  // empty if not known

  // What the files point into.
  Listing listing;
  context::Snapshot snapshot;
  disk::CachedText cached{};
  std::vector<ReadContent> read{};
};

// The files below the root. What cannot be read is a warning. A file that the workspace's guard denies is listed, but
// not read. Fails with usage, path_outside_root (globs), io_error, interrupted.
Outcome<Registry> open_registry(disk::Workspace& workspace, const GitSurroundings& git, const ListRequest& request);

// --- questions about the registry

// Describes files beyond what the registry stores. `registry` must outlive this.
class Describer {
 public:
  // Fails with io_error.
  static Result<Describer> open(const disk::Workspace& workspace, const Settings& settings, const Registry& registry);

  std::string from_workspace(const RegisteredFile& file) const { return registry_->prefix + std::string(file.path); }
  context::FileContent content(const RegisteredFile& file) const { return registry_->content_of(file); }
  std::vector<std::string_view> tags(const RegisteredFile& file) const;
  bool has_tag(const RegisteredFile& file, const context::TagFilter& filter) const;
  bool is_sensitive(const RegisteredFile& file) const;
  std::optional<std::string> doc_path(const RegisteredFile& file) const;     // nullopt: its name is not UTF-8
  std::optional<std::string> link_target(const RegisteredFile& file) const;  // nullopt: it is not a link

 private:
  Describer(const Settings& settings, const Registry& registry, DocPaths doc_paths)
      : settings_(&settings),
        registry_(&registry),
        doc_paths_(std::move(doc_paths)) {}

  const Settings* settings_;
  const Registry* registry_;
  DocPaths doc_paths_;
};

// A number of files and their size.
struct FileSum {
  uint64_t count = 0, bytes = 0;
  void add(uint64_t size) {
    ++count;
    bytes += size;
  }
};
using FileSums = std::map<std::string, FileSum, std::less<>>;
FileSums sums_by_tag(const Describer& describer, const Registry& registry);

// The paths, relative to the root, that git calls modified, added, renamed or untracked. Fails with usage outside of
// git.
Result<std::set<std::string, std::less<>>> changed_paths(const GitTree& tree, const GitSurroundings& git);

enum class Readers : uint8_t { people, models };  // models: credentials are removed

struct SearchRequest {
  const context::Needle* needle = nullptr;
  context::WindowOptions windows{};
  uint64_t most = 20;  // hits
  bool binary = false;
  bool sensitive = false;            // search sensitive files, too
  std::vector<std::string> named{};  // paths that a person named: searched even if sensitive
  Readers readers = Readers::people;
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct Hit {
  const RegisteredFile* file = nullptr;
  context::Window window;
  std::string content;  // the text of its lines
  Sha256 sha;           // of the file as searched
  bool whole = false;   // the content is the whole file, and UTF-8
  bool is_utf8 = true;  // the whole file is UTF-8
  uint64_t redactions = 0;
};

struct Found {
  std::vector<Hit> hits;  // best first, then by path
  uint64_t total = 0;
  bool cut = false;  // the last hit is incomplete
};

// Fails with interrupted. Warns of sensitive files that are skipped, and of files that cannot be read.
Outcome<Found> search(const Registry& registry, const policy::Policy& policy, const SearchRequest& request);

}  // namespace aptix::ops
