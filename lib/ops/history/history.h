// Versions of files from the log, git, the cloud, checkpoints and the disk; differences between two versions; and
// restoring files to a version.
#pragma once

#include "disk/checkpoints.h"
#include "ops/files/git.h"
#include "ops/files/sources.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

// A record that touched a file, and the file's name before it, if that was different.
struct Touch {
  const disk::Record* record = nullptr;
  const disk::RecordedFile* file = nullptr;
  std::string_view from = {};
  bool dropped = false;  // by the limits of the log: only the record is known, no texts
};

// Index of the operation log by path, so that questions about a file need no further walk over the log. Pure: uses the
// records only.
class Timeline {
 public:
  // REQUIRES: both are in order, oldest first, `dropped` before `log`, and outlive this.
  explicit Timeline(const std::vector<disk::Record>& log, const std::vector<disk::Record>& dropped = kNoRecords);

  // The history of the file that has this name now, newest first. Follows renames.
  std::vector<Touch> trace(std::string_view path) const;

  // The state of exactly this path after transaction `id`; nullopt: no record touched the path.
  std::optional<disk::StoredState> state_after(std::string_view path, uint64_t id) const;
  const Touch* newest(std::string_view path) const;  // null: the newest touch was dropped, or there is none
  // The newest record of the path, if it is kept and left the file in this state; else nullopt.
  std::optional<uint64_t> version_of(std::string_view path, const disk::StoredState& state) const;
  // True if any kept record left the file with this text.
  bool was_left_so(std::string_view path, const disk::StoredState& state) const;
  bool knows(std::string_view path) const { return by_path_.contains(path); }

  // Every path that a record of [first, last] touched, sorted. Without arguments: that a kept record touched.
  std::vector<std::string> touched(uint64_t first, uint64_t last) const;
  std::vector<std::string> touched() const;

  const disk::Record* find(uint64_t id) const;

 private:
  static const std::vector<disk::Record> kNoRecords;
  std::string_view name_before(const disk::Record& record, const disk::RecordedFile& file) const;

  const std::vector<disk::Record>*log_, *dropped_;
  std::map<std::string_view, std::vector<Touch>> by_path_;  // by path, oldest first
};

// Both have the same text, in any mode, or neither exists.
bool is_same_text(const disk::StoredState& a, const disk::StoredState& b);

// What a record did to a file: "create", "replace", "patch", "delete", "rename", "mode".
std::string_view operation_of(const Touch& touch);

// The oldest touch up to which, counted from the newest, all old texts are kept. `is_there` tells whether the text of a
// state is kept. Null: not even that of the newest.
template <class IsThere>
const Touch* oldest_kept(const std::vector<Touch>& trace, IsThere is_there) {
  const Touch* kept = nullptr;
  for (const Touch& touch : trace) {
    if (touch.dropped || (touch.file->before.exists && !is_there(touch.file->before))) break;
    kept = &touch;
  }
  return kept;
}

// A version as a person names it: a transaction's number, `base`, `disk`, `cloud`, `git:REV`, or a checkpoint's name.
struct VersionName {
  enum class Kind : uint8_t { transaction, base, disk, cloud, git, checkpoint };
  Kind kind = Kind::disk;
  uint64_t id = 0;
  std::string revision = {};  // for git; of a checkpoint: its name

  std::string shown() const;
};
Result<VersionName> parse_version(std::string_view text);  // usage

struct OwnedText {
  std::string_view bytes;
  std::shared_ptr<const void> owner;  // memory or mapping
};

// A file, or its absence, at one time.
struct FileVersion {
  disk::StoredState state{};
  std::string path{};                  // its path at that time, relative to the workspace
  std::optional<OwnedText> text = {};  // set if the text cannot be found by its hash
};

struct HistoryRow {
  const Touch* touch = nullptr;  // null: the base
  disk::StoredState state;
  std::string path;
  bool kept = false;  // its text is still available
};

// What a checkpoint has of the file.
struct CheckpointRow {
  std::string name;
  int64_t time_ns = 0;
  disk::StoredState state;
};

struct FileHistory {
  std::string path;
  disk::StoredState current;
  std::optional<uint64_t> version{};         // the transaction that left it in its present state
  bool outside_edit = false;                 // edited outside of aptix since the newest transaction
  std::vector<Touch> trace{};                // viewed by the rows
  std::vector<HistoryRow> rows{};            // newest first; the base follows the oldest one kept
  std::vector<CheckpointRow> checkpoints{};  // newest first
};

// Where to look for texts besides the log.
struct VersionPlaces {
  RunGit run_git;
  Sources* sources = nullptr;  // for the cloud
  // The files of the tree, relative to the workspace.
  std::function<Result<std::vector<std::string>>()> list_files = {};
};

// How to treat records that cannot be read: they may be about the files in question.
enum class Damaged : uint8_t { warned_of, refused };

// Reads the log once and answers for any file. Paths are relative to the workspace.
class Versions {
 public:
  static Outcome<std::unique_ptr<Versions>> open(
      disk::Workspace& workspace, VersionPlaces places, Damaged damaged = Damaged::warned_of);

  const Timeline& timeline() const { return timeline_; }
  const disk::SavedTexts& texts() const { return texts_; }

  // Errors: policy_denied, path_*, version_unknown (the file is neither in the log nor on disk), io_error.
  Result<FileHistory> history(const std::string& path);

  // A version of the file that has this name now. Errors: version_unknown, policy_denied, cloud_not_configured,
  // io_error.
  Result<FileVersion> version(const std::string& path, const VersionName& name);
  Result<FileVersion> on_disk(const std::string& path);
  // The version's text. Errors: version_unknown if it is no longer kept.
  Result<OwnedText> text_of(const FileVersion& version);
  bool is_kept(const disk::StoredState& state, const FileVersion& disk) const;
  Result<bool> knows_git(const std::string& revision);

  bool is_folder(const std::string& path);  // on disk
  // The files at or below `place` that differ between the two versions according to git; one of the two must be git's.
  // Compares names and texts, without the log.
  enum class Untracked : bool { left_out, listed };
  Result<std::vector<std::string>> changed_in_git(
      const std::string& place, const VersionName& from, const VersionName& to, Untracked untracked);
  // Loads these files with two calls of git per 500 paths. Files that the revision does not have are no error.
  Status load_from_git(const std::vector<std::string>& paths, const std::string& revision);

  // The files of a checkpoint and those of the tree, except unreadable ones: all that may differ. Errors:
  // version_unknown, state_untrusted, and those of list_files().
  Result<std::vector<std::string>> paths_of_checkpoint(const std::string& name);
  // True if the ignore files of that time ignore a path that the checkpoint does not have: the file may have existed.
  bool was_ignored(const std::string& checkpoint, const std::string& path);

  // A warning for each file whose `base` was requested, but is no longer the first text that the log had.
  std::vector<Diagnostic> later_bases() const;

 private:
  Versions(disk::Workspace& workspace, disk::SavedTexts texts, VersionPlaces places)
      : workspace_(workspace),
        texts_(std::move(texts)),
        timeline_(texts_.records(), texts_.dropped()),
        places_(std::move(places)) {}
  Result<FileVersion> logged(const std::string& path, const VersionName& name);
  Status open_reader();
  struct CheckpointFiles {
    int64_t time_ns = 0;
    std::map<std::string, disk::StoredState, std::less<>> states;
  };
  Result<const CheckpointFiles*> checkpoint(const std::string& name);
  bool was_there(const CheckpointFiles& files, const std::string& path);

  disk::Workspace& workspace_;
  disk::SavedTexts texts_;
  Timeline timeline_;
  VersionPlaces places_;
  std::map<std::string, bool> known_to_git_;                                     // answers of knows_git()
  std::map<std::pair<std::string, std::string>, Result<FileVersion>> from_git_;  // by revision and path
  std::map<std::string, CheckpointFiles> checkpoints_;                           // those that were read
  std::map<std::string, uint64_t> later_bases_;                                  // by path: the one after the base
  std::unique_ptr<disk::Workspace> top_;
  std::unique_ptr<Reader> reader_;
};

// --- differences

struct CompareRequest {
  std::vector<std::string> paths;   // files and folders, relative to the workspace; empty: all changed files
  std::string below;                // only files below this folder; "": all
  std::optional<VersionName> from;  // nullopt: the newest version of each file, else git's
  VersionName to;
};

// The change from the first versions to the second, with paths of the workspace. Errors: for each file without such a
// version.
Outcome<ChangeSet> compare(Versions& versions, const CompareRequest& request);

// What the transactions of [first, last] did together. Errors: for each file whose text is no longer kept.
Outcome<ChangeSet> changes_of_range(Versions& versions, uint64_t first, uint64_t last);

// The paths of the log at or below these places. A place that the log does not know is kept as it is.
std::vector<std::string> expand(
    const std::vector<std::string>& places, const std::vector<std::string>& touched, std::string_view below);

// As above; folders also yield the files that differ according to git. A folder itself is not included.
Result<std::vector<std::string>> expand(Versions& versions, const std::vector<std::string>& places,
    const std::vector<std::string>& touched, const VersionName& from, const VersionName& to,
    Versions::Untracked untracked);

// --- restoring files, by a new transaction that can be undone like any other

struct RollbackRequest {
  std::vector<std::string> paths;  // files and folders, relative to the workspace; empty: all that later ones touched
  VersionName to;
  bool merge = false;  // keep edits made outside of aptix, if that is clean
  Making how;
};

struct RolledBack {
  ChangeSet changes;
  std::vector<std::string> merged;  // paths whose outside edits were kept
  Published published;
};

// REQUIRES: the root of `workspace` is its top; it is locked unless this is a dry run; `versions` was opened after
// that. Errors: version_unknown, undo_changed (each file that was edited outside since), merge_conflict, and those of
// publish().
Outcome<RolledBack> rollback(disk::Workspace& workspace, Versions& versions, const RollbackRequest& request);

struct MergedUndo {
  uint64_t target = 0;
  ChangeSet changes;
  Published published;
};

// Undoes what later edits did not touch. `id`: 0 for the newest transaction that is not undone. REQUIRES: as
// rollback(). Warnings: undo_changed for parts that stay. Errors: undo_nothing, undo_unknown, undo_changed (nothing can
// be taken back), version_unknown (a text is no longer kept), policy_denied, and those of publish().
Outcome<MergedUndo> undo_merge(disk::Workspace& workspace, Versions& versions, uint64_t id, const Making& how);

// --- checkpoints: the whole work tree as one version, whoever changed its files

struct CheckpointRequest {
  std::string name;                // "": the first unused one of checkpoint-1, checkpoint-2, ...
  std::vector<std::string> paths;  // the files of the tree, relative to the workspace, sorted
  disk::Syncs syncs = disk::Syncs::all;
  bool dry_run = false;
};

struct MadeCheckpoint {
  disk::Checkpoint checkpoint;
  uint64_t bytes = 0;                     // of all its files
  uint64_t new_texts = 0, new_bytes = 0;  // texts not stored before
  uint64_t left_out = 0;                  // files that may not or cannot be read
};

// Skips files that the policy denies, and, with a warning, files that cannot be read or whose name no document could
// contain. Errors: usage (invalid name), file_exists (the name is in use), file_changed (a file changed while it was
// read), state_untrusted, io_error, io_no_space. REQUIRES: the root of `workspace` is its top, and it is locked unless
// this is a dry run.
Outcome<MadeCheckpoint> make_checkpoint(disk::Workspace& workspace, const CheckpointRequest& request);

}  // namespace aptix::ops
