// The registry: which files a workspace has, and what is in them. What git would list or, outside of git, all there
// are; .aptixignore takes away more. Looks at the tree whenever it is asked: the cache only saves reading what has not
// changed, and without it the answers are the same.
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

// --- what git knows of a work tree: read off its own files; git itself is run only for what those do not tell

// What the process knows of the user's git.
struct GitSurroundings {
  std::string home;                // "" when not known
  std::string folder_of_settings;  // ends in '/'; "" likewise
  // Those of the user and the machine, in git's order; nothing: there are settings elsewhere.
  std::optional<std::vector<std::string>> settings_files;
  std::function<std::string(const std::string& path)> read_file;  // by its absolute path; "" when there is none
  std::function<RunGit(std::string folder)> run_in;
};

// A work tree of git or, outside of git, the workspace.
struct GitTree {
  bool exists = false;
  disk::Fd top;
  std::string path;   // of the top, absolute
  std::string start;  // the root from the top on: "" or "a/b"
  context::TrackedFiles tracked{};
  std::optional<context::PathsOfAnyCase> any_case{};  // tracked ones, with core.ignoreCase
  context::IgnoreRules rules{};                       // of info/exclude and of the user's own file
  Glob::Letters letters = Glob::Letters::count;
};

// The tree that the root of the workspace is in: git is looked for above the workspace, too, but not above the home
// folder. Fails with io_error.
Result<GitTree> open_git_tree(disk::FileSystem& fs, const disk::Workspace& workspace, const GitSurroundings& around);

// --- the walk: all files below a folder, sorted bytewise by path. Links are listed, never followed; special files are
// not.

using context::FileStamp;

FileStamp stamp_of(const struct stat& about);

// A file that was listed, and what the registry then finds out about it.
struct RegisteredFile {
  std::string_view path;  // from the start of the walk on, which is the root
  FileStamp stamp{};      // with Stamps::read; Stamps::of_links: of a link
  uint32_t content = 0;   // of the registry: its place in the snapshot, or in what was read
  bool link = false;
  bool known = false;  // its content was looked at: not that of a link, nor of what cannot or may not be read
  bool was_read = false;
  bool certain = true;  // a later change would show in the stamp
};

enum class Stamps : uint8_t { none, of_links, read };
enum class Ignored : uint8_t { left_out, listed };

struct WalkRequest {
  const GitTree& tree;  // what is below its `start` is listed
  Ignored ignored = Ignored::left_out;
  Stamps stamps = Stamps::none;
  const context::Selection* selection = nullptr;  // of paths from the start on; null: all
  const context::KnownFolders* known = nullptr;   // need not be read again; null: each is read
  dev_t device = 0;                               // of the known folders
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct Listing {
  std::vector<RegisteredFile> files;
  std::shared_ptr<const void> owner{};  // of what the paths point into
  // With WalkRequest::known: the folders that were listed, of whose entries some may point into what is known.
  std::vector<context::FolderNames> folders{};
  size_t read_anew = 0;  // of the folders
};

// A folder that cannot be read is a warning. Fails with io_error (the start), interrupted.
Outcome<Listing> walk(disk::FileSystem& fs, const WalkRequest& request);

// --- what the bytes of many files tell: their hashes, signatures, kinds

struct ReadContent {
  std::string path;            // from the top
  context::FileStamp stamp{};  // as well of a file that cannot be read
  context::FileContent content{};
  std::vector<uint64_t> signature{};  // that content points to
  bool certain = false;               // a later change of the file would show in its stamp
  int status = 0;                     // -errno; -EINVAL: not a file
};

struct ContentsRequest {
  int top = -1;
  int64_t before_ns = 0;  // no file was read before this moment
  bool sign = false;      // makes signatures, too
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

// Of what has that path; empty: there is none.
context::FileStamp stamp_below(disk::Folders& folders, std::string_view path);

// Does each change after the moment `before_ns` give another stamp? `grain`: FileSystem::time_grain().
bool shows_changes(const context::FileStamp& stamp, int64_t before_ns, int64_t grain);

// Fills in all but the paths. Fails with interrupted.
Status read_contents(disk::FileSystem& fs, const ContentsRequest& request, std::vector<ReadContent>& files);

// --- both, with the cache

// Each with what is before it. Signatures are for searches alone, and making them takes longer than hashing.
enum class Detail : uint8_t { names, stamps, contents, signatures };

// A part of the list: so many files after that path.
struct ListPage {
  std::string after{};
  uint64_t most = 0;
};

struct ListRequest {
  std::vector<std::string> globs{};  // from the root on
  Ignored ignored = Ignored::left_out;
  Detail detail = Detail::names;
  std::optional<ListPage> page{};  // only what is in these files is read
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

// Sorted bytewise by path.
struct Registry {
  std::vector<RegisteredFile> files;
  uint64_t total = 0;  // of which `files` may be a page
  std::string prefix;  // of the root from the workspace on: "" or with '/' at its end
  GitTree tree;
  context::FileContent content_of(const RegisteredFile& file) const;  // empty: it is not known

  // What the files point into.
  Listing listing;
  context::Snapshot snapshot;
  disk::CachedText cached{};
  std::vector<ReadContent> read{};
};

// The files below the root. What cannot be read is a warning; a file that the workspace's guard refuses is listed, not
// read. Fails with usage, path_outside_root (globs), io_error, interrupted.
Outcome<Registry> open_registry(disk::Workspace& workspace, const GitSurroundings& git, const ListRequest& request);

// --- what is asked of it

// What is said of a file beyond what the registry holds. Of the files of one registry, which outlives it.
class Describer {
 public:
  // Fails with io_error.
  static Result<Describer> open(const disk::Workspace& workspace, const Settings& settings, const Registry& registry);

  std::string from_workspace(const RegisteredFile& file) const { return registry_->prefix + std::string(file.path); }
  context::FileContent content(const RegisteredFile& file) const { return registry_->content_of(file); }
  std::vector<std::string_view> tags(const RegisteredFile& file) const;
  bool has_tag(const RegisteredFile& file, const context::TagFilter& filter) const;
  bool is_sensitive(const RegisteredFile& file) const;
  std::optional<std::string> doc_path(const RegisteredFile& file) const;     // nothing: its name is not UTF-8
  std::optional<std::string> link_target(const RegisteredFile& file) const;  // nothing: it is not a link

 private:
  Describer(const Settings& settings, const Registry& registry, DocPaths doc_paths)
      : settings_(&settings),
        registry_(&registry),
        doc_paths_(std::move(doc_paths)) {}

  const Settings* settings_;
  const Registry* registry_;
  DocPaths doc_paths_;
};

// How many files, and their bytes.
struct FileSum {
  uint64_t count = 0, bytes = 0;
  void add(uint64_t size) {
    ++count;
    bytes += size;
  }
};
using FileSums = std::map<std::string, FileSum, std::less<>>;
FileSums sums_by_tag(const Describer& describer, const Registry& registry);

// The paths, from the root on, that git calls modified, added, renamed or untracked. Fails with usage outside of git.
Result<std::set<std::string, std::less<>>> changed_paths(const GitTree& tree, const GitSurroundings& git);

enum class Readers : uint8_t { people, models };  // models: without credentials

struct SearchRequest {
  const context::Needle* needle = nullptr;
  context::WindowOptions windows{};
  uint64_t most = 20;  // hits
  bool binary = false;
  bool sensitive = false;            // sensitive files, too
  std::vector<std::string> named{};  // paths that people have named: searched, if they are sensitive or not
  Readers readers = Readers::people;
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

struct Hit {
  const RegisteredFile* file = nullptr;
  context::Window window;
  std::string content;  // of its lines
  Sha256 sha;           // of the file as it was searched
  bool whole = false;   // the content is all of it, in UTF-8
  bool is_utf8 = true;  // all of the file is
  uint64_t redactions = 0;
};

struct Found {
  std::vector<Hit> hits;  // the best first, then by path
  uint64_t total = 0;
  bool cut = false;  // of the last hit a part is missing
};

// Fails with interrupted. Warns of sensitive files that are left out, and of what cannot be read.
Outcome<Found> search(const Registry& registry, const policy::Policy& policy, const SearchRequest& request);

}  // namespace aptix::ops
