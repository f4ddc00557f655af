// Where the content of a file comes from: the Active File List, the Cloud File Set, the disk (AGN-007 §3,
// §4), and how the first two are kept in step.
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

// A path at which nothing was found may have been meant as a docPath. When there is no such docPath either
// (is_unknown_key), the first error says more.
bool may_be_doc_path(std::string_view path, const Error& error);
bool is_unknown_key(const Error& error);

// The copy that a docPath stands for.
struct FoundCopy {
  std::string doc_path;
  std::string path;  // from the workspace on
  FileSource source = FileSource::disk;
  std::optional<store::CloudFile> cloud{};  // FileSource::cloud
  std::string content{};                    // where it was read: the hash is always of this, so of the same source
};

Error active_is_gone(const FoundCopy& file);  // file_missing

// How a file of the list stands to its cloud copy.
struct ActiveEntry {
  store::ActiveFile file;
  uint64_t size = 0;
  bool dirty = true;     // differs from the cloud copy, or has none
  bool missing = false;  // not on the disk any more
};

enum class CloudState : uint8_t { same, changed_here, changed_there, changed_both, only_here, only_there };
std::string_view name(CloudState state);

struct CloudEntry {
  std::string doc_path, path;
  CloudState state = CloudState::same;
};

class Sources {
 public:
  // `cloud`: empty when none is configured. Opens no database yet. The workspace is not kept.
  static Result<Sources> open(const disk::Workspace& workspace, const std::string& repository, store::CloudPlace cloud);

  DocPaths& doc_paths() { return doc_paths_; }
  bool has_cloud() const { return !cloud_place_.empty(); }
  // How long a busy Cloud File Set is waited for; at first half a minute. REQUIRES: it is not opened yet.
  void set_patience(int milliseconds) { cloud_busy_ms_ = milliseconds; }
  // When this is set, that wait ends, and the call fails with interrupted. REQUIRES: the same.
  void set_interrupt(const std::atomic<bool>* interrupted) { interrupted_ = interrupted; }

  // By precedence: an active file wins, else the cloud copy, else the disk; or the one source that is asked for.
  // Errors: file_missing, docpath_twins (an active file, too, is known by its docPath alone), cloud_not_configured,
  // io_error.
  Result<FoundCopy> read(const std::string& doc_path, std::optional<FileSource> only);
  // The same without the content, which need not be there.
  Result<FoundCopy> find(const std::string& doc_path, std::optional<FileSource> only);
  Result<std::string> content_of(const FoundCopy& copy);
  // Whether a docPath is in the Active File List. Makes no database.
  Result<bool> is_active(std::string_view doc_path);

  // What the list would say of a file, from the workspace on. Errors: file_missing, docpath_twins, path_invalid.
  Result<store::ActiveFile> active_entry(const std::string& path);
  // As it was typed: an existing path wins, else the path or the docPath of an entry, whose file may be gone. Nothing:
  // it is not in the list.
  Result<std::optional<store::ActiveFile>> find_active(const std::string& typed);
  // REQUIRES for its calls that write, and for all below that change something: lock(workspace) succeeded.
  store::ActiveList& active_list() { return active_list_; }
  Result<std::vector<ActiveEntry>> active();

  // Puts a file's content into the cloud where that still has the copy that was last seen here, or has none.
  // Errors: cloud_conflict, cloud_not_configured, io_error. False: the cloud has it already.
  struct Pusher {
    std::string caller;
    int64_t time_ns = 0;
    bool dry_run = false;  // only find out: nothing needs to be locked
  };
  Result<bool> push(const std::string& path, const Pusher& by);
  // The same with the copy that is expected there named by its hash: after an apply.
  Result<bool> push(const std::string& path, const std::optional<Sha256>& expected, const Pusher& by);
  // After an apply, of a path from the workspace on: only a file that is active or has a cloud copy is pushed.
  Result<bool> push_applied(const std::string& path, const std::optional<Sha256>& before, const Pusher& by);
  Result<std::vector<CloudEntry>> status();
  Result<store::CloudSet*> cloud();                        // cloud_not_configured, io_error
  Result<std::string> read_disk(const std::string& path);  // from the workspace on; file_missing, io_error

  // A path as it was typed, relative to the root or absolute, from the workspace on. Fails with path_outside_root.
  Result<std::string> path_in_workspace(std::string_view typed) const;
  // From what a person typed to the path from the workspace on: an existing path wins, then a docPath.
  Result<std::string> locate(const std::string& typed);

 private:
  Sources(const disk::Workspace& workspace, DocPaths doc_paths, store::CloudPlace cloud)
      : workspace_(workspace.path()),
        root_(workspace.root_path()),
        guard_(workspace.guard()),
        doc_paths_(std::move(doc_paths)),
        active_list_(workspace.state_path() + "/aptix.db"),
        cloud_place_(std::move(cloud)) {}
  Result<std::string> path_of(const store::ActiveFile& entry);   // where it is now; docpath_twins
  Result<std::string> key_alone(const std::string& path);        // of a file; path_invalid, docpath_twins
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
