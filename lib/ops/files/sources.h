// Sources of file contents: the Active File List, the Cloud File Set, the disk (AGN-007 §3, §4); and how the first two
// are kept in sync with the disk.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "model/plan.h"
#include "ops/files/doc_paths.h"
#include "store/cloud.h"
#include "store/workspace_tables.h"

namespace aptix::ops {

using aptix::name;
using aptix::FileSource;

Error not_in_cloud(std::string_view doc_path);  // file_missing
Error not_active(std::string_view typed);       // file_missing

// A path at which nothing was found may be meant as a docPath. If there is no such docPath either (is_unknown_key),
// report the first error.
bool may_be_doc_path(std::string_view path, const Error& error);
bool is_unknown_key(const Error& error);

// The copy that a docPath names.
struct FoundCopy {
  std::string doc_path;
  std::string path;  // relative to the workspace
  FileSource source = FileSource::disk;
  std::optional<store::CloudFile> cloud{};  // FileSource::cloud
  std::string content{};                    // only if it was read; the hash is always of this copy
};

Error active_is_gone(const FoundCopy& file);  // file_missing

// An active file compared with its cloud copy.
struct ActiveEntry {
  store::ActiveFile file;
  uint64_t size = 0;
  bool dirty = true;     // differs from the cloud copy, or has none
  bool missing = false;  // no longer on disk
};

enum class CloudState : uint8_t { same, changed_here, changed_there, changed_both, only_here, only_there };
std::string_view name(CloudState state);

struct CloudEntry {
  std::string doc_path, path;
  CloudState state = CloudState::same;
};

class Sources {
 public:
  // `cloud`: empty if none is configured. Opens no database yet. Does not keep `workspace`.
  static Result<Sources> open(const disk::Workspace& workspace, const std::string& repository, store::CloudPlace cloud);

  DocPaths& doc_paths() { return doc_paths_; }
  bool has_cloud() const { return !cloud_place_.empty(); }
  // How long to wait for a busy Cloud File Set; 30 s by default. REQUIRES: it is not open yet.
  void set_patience(int milliseconds) { cloud_busy_ms_ = milliseconds; }
  // A flag that ends that wait; the call then fails with interrupted. REQUIRES: as above.
  void set_interrupt(const std::atomic<bool>* interrupted) { interrupted_ = interrupted; }

  // Reads a file from the given source, or by precedence: the active file, else the cloud copy, else the disk. Errors:
  // file_missing, docpath_twins (active files are identified by docPath, too), cloud_not_configured, io_error.
  Result<FoundCopy> read(const std::string& doc_path, std::optional<FileSource> only);
  // As read(), without the content, which need not exist.
  Result<FoundCopy> find(const std::string& doc_path, std::optional<FileSource> only);
  Result<std::string> content_of(const FoundCopy& copy);
  // True if a docPath is in the Active File List. Creates no database.
  Result<bool> is_active(std::string_view doc_path);

  // The entry that the list would have for a file. `path`: relative to the workspace. Errors: file_missing,
  // docpath_twins, path_invalid.
  Result<store::ActiveFile> active_entry(const std::string& path);
  // `typed`: an existing path takes precedence, else the path or docPath of an entry, whose file may be gone. nullopt:
  // not in the list.
  Result<std::optional<store::ActiveFile>> find_active(const std::string& typed);
  // REQUIRES for its calls that write, and for all calls below that change something: lock(workspace) succeeded.
  store::ActiveList& active_list() { return active_list_; }
  Result<std::vector<ActiveEntry>> active();

  // Stores a file in the cloud, if the cloud has no copy or still the one last seen here. False: the cloud already has
  // this content. Errors: cloud_conflict, cloud_not_configured, io_error.
  struct Pusher {
    std::string caller;
    int64_t time_ns = 0;
    bool dry_run = false;  // only reports what would happen; needs no lock
  };
  Result<bool> push(const std::string& path, const Pusher& by);
  // The same after an apply: `expected` is the hash of the copy that the cloud must have.
  Result<bool> push(const std::string& path, const std::optional<Sha256>& expected, const Pusher& by);
  // The same for a path relative to the workspace; only files that are active or have a cloud copy are pushed.
  Result<bool> push_applied(const std::string& path, const std::optional<Sha256>& before, const Pusher& by);
  Result<std::vector<CloudEntry>> status();
  Result<store::CloudSet*> cloud();                        // cloud_not_configured, io_error
  Result<std::string> read_disk(const std::string& path);  // relative to the workspace; file_missing, io_error

  // A path as typed (relative to the root, or absolute) as a path relative to the workspace. Fails with
  // path_outside_root.
  Result<std::string> path_in_workspace(std::string_view typed) const;
  // What a person typed as a path relative to the workspace: an existing path takes precedence over a docPath.
  Result<std::string> locate(const std::string& typed);

 private:
  Sources(const disk::Workspace& workspace, DocPaths doc_paths, store::CloudPlace cloud)
      : workspace_(workspace.path()),
        root_(workspace.root_path()),
        guard_(workspace.guard()),
        doc_paths_(std::move(doc_paths)),
        active_list_(workspace.state_path() + "/aptix.db"),
        cloud_place_(std::move(cloud)) {}
  Result<std::string> path_of(const store::ActiveFile& entry);   // where the file is now; docpath_twins
  Result<std::string> key_alone(const std::string& path);        // the docPath of a file; path_invalid, docpath_twins
  Result<uint64_t> size_on_disk(const std::string& path) const;  // file_missing, path_*, io_error

  std::string workspace_, root_;  // absolute
  std::shared_ptr<const Guard> guard_;
  DocPaths doc_paths_;
  store::ActiveList active_list_;
  store::CloudPlace cloud_place_;
  int cloud_busy_ms_ = store::kPatientMs;
  const std::atomic<bool>* interrupted_ = nullptr;
  std::unique_ptr<store::CloudSet> cloud_;
};

}  // namespace aptix::ops
