// Versions of files: what the log, git, the cloud, checkpoints and the disk have of them, what differs between two of
// them, and how files become as they were.
#pragma once

#include "disk/checkpoints.h"
#include "ops/files/git.h"
#include "ops/files/sources.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

// A record that touched a file, and the name that the file had before it, where that was another.
struct Touch {
  const disk::Record* record = nullptr;
  const disk::RecordedFile* file = nullptr;
  std::string_view from = {};
  bool dropped = false;  // by the limits of the log: the record is known, and nothing else of it
};

// What the operation log knows of each path, so that any question about a file is answered without another walk over
// the whole log. Pure: by the records alone.
class Timeline {
 public:
  // REQUIRES: both are in order, oldest first, `dropped` before `log`, and outlive it.
  explicit Timeline(const std::vector<disk::Record>& log, const std::vector<disk::Record>& dropped = kNoRecords);

  // Of the file that has this name now, newest first. Renames are followed.
  std::vector<Touch> trace(std::string_view path) const;

  // What stood at this very path after transaction `id`; nothing: no record touched it.
  std::optional<disk::StoredState> state_after(std::string_view path, uint64_t id) const;
  const Touch* newest(std::string_view path) const;  // null: no record that is kept touched it
  // The kept record that left the file so; nothing: none did.
  std::optional<uint64_t> version_of(std::string_view path, const disk::StoredState& state) const;
  // Whether some kept record left the file so, the newest or an earlier one.
  bool was_left_so(std::string_view path, const disk::StoredState& state) const;
  bool knows(std::string_view path) const { return by_path_.contains(path); }

  // Every path that a record of [first, last] touched, sorted; without numbers: that a kept one did.
  std::vector<std::string> touched(uint64_t first, uint64_t last) const;
  std::vector<std::string> touched() const;

  const disk::Record* find(uint64_t id) const;

 private:
  static const std::vector<disk::Record> kNoRecords;
  std::string_view name_before(const disk::Record& record, const disk::RecordedFile& file) const;

  const std::vector<disk::Record>*log_, *dropped_;
  std::map<std::string_view, std::vector<Touch>> by_path_;  // oldest first
};

// The same text, under whatever mode, or no file.
bool is_same_text(const disk::StoredState& a, const disk::StoredState& b);

// What a record did to a file: "create", "replace", "patch", "delete", "rename", "mode".
std::string_view operation_of(const Touch& touch);

// How far its last copy can be had: the touch that is the oldest of those whose old text is there. `is_there` tells it
// of a state. Null: of none.
template <class IsThere>
const Touch* oldest_kept(const std::vector<Touch>& trace, IsThere is_there) {
  const Touch* kept = nullptr;
  for (const Touch& touch : trace) {
    if (touch.dropped || (touch.file->before.exists && !is_there(touch.file->before))) break;
    kept = &touch;
  }
  return kept;
}

// What a person calls a version: a transaction's number, `base`, `disk`, `cloud`, `git:REV`, a checkpoint's name.
struct VersionName {
  enum class Kind : uint8_t { transaction, base, disk, cloud, git, checkpoint };
  Kind kind = Kind::disk;
  uint64_t id = 0;
  std::string revision = {};  // git; of a checkpoint its name

  std::string shown() const;
};
Result<VersionName> parse_version(std::string_view text);  // usage

struct OwnedText {
  std::string_view bytes;
  std::shared_ptr<const void> owner;  // memory or mapping
};

// A file at one time, or that there was none.
struct FileVersion {
  disk::StoredState state{};
  std::string path{};                  // that it had then, from the workspace on
  std::optional<OwnedText> text = {};  // where it is not to be found by its hash
};

struct HistoryRow {
  const Touch* touch = nullptr;  // null: the base
  disk::StoredState state;
  std::string path;
  bool kept = false;  // its text can still be had
};

// What a checkpoint has of it.
struct CheckpointRow {
  std::string name;
  int64_t time_ns = 0;
  disk::StoredState state;
};

struct FileHistory {
  std::string path;
  disk::StoredState current;
  std::optional<uint64_t> version{};         // the transaction that left it as it is
  bool outside_edit = false;                 // edited since the newest one
  std::vector<Touch> trace{};                // the rows view it
  std::vector<HistoryRow> rows{};            // newest first; the base after the oldest that is kept
  std::vector<CheckpointRow> checkpoints{};  // newest first
};

// Where texts are looked for besides the log.
struct VersionPlaces {
  RunGit run_git;
  Sources* sources = nullptr;  // for the cloud
  // The files of the tree, from the workspace on.
  std::function<Result<std::vector<std::string>>()> list_files = {};
};

// What is made of records that cannot be read: they may be of what is asked for.
enum class Damaged : uint8_t { warned_of, refused };

// Reads the log once, and answers for any file. Paths are from the workspace on.
class Versions {
 public:
  static Outcome<std::unique_ptr<Versions>> open(
      disk::Workspace& workspace, VersionPlaces places, Damaged damaged = Damaged::warned_of);

  const Timeline& timeline() const { return timeline_; }
  const disk::SavedTexts& texts() const { return texts_; }

  // Errors: policy_denied, path_*, version_unknown (neither in the log nor on the disk), io_error.
  Result<FileHistory> history(const std::string& path);

  // A version of the file that has this name now. Errors: version_unknown, policy_denied, cloud_not_configured,
  // io_error.
  Result<FileVersion> version(const std::string& path, const VersionName& name);
  Result<FileVersion> on_disk(const std::string& path);
  // Its text. Errors: version_unknown where it is no longer there.
  Result<OwnedText> text_of(const FileVersion& version);
  bool is_kept(const disk::StoredState& state, const FileVersion& disk) const;
  Result<bool> knows_git(const std::string& revision);

  bool is_folder(const std::string& path);  // on the disk
  // The files below `place`, or that is one, that differ between the two versions, one of which git has: as far as git
  // tells. It compares names and texts, not the log.
  enum class Untracked : bool { left_out, listed };
  Result<std::vector<std::string>> changed_in_git(
      const std::string& place, const VersionName& from, const VersionName& to, Untracked untracked);
  // Asks git for them in two calls. Those that it does not have are no error.
  Status load_from_git(const std::vector<std::string>& paths, const std::string& revision);

  // The files of a checkpoint and those of the tree, but for what may not be read: what may differ between the two.
  // Errors: version_unknown, state_untrusted, and list_files()'s.
  Result<std::vector<std::string>> paths_of_checkpoint(const std::string& name);
  // Whether the ignore files of that time leave out what the checkpoint does not have: it may have been there.
  bool was_ignored(const std::string& checkpoint, const std::string& path);

  // A warning for each file whose `base` was asked for, and is not the first text that the log ever had of it.
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
  std::map<std::string, bool> known_to_git_;                                     // revisions that git was asked for
  std::map<std::pair<std::string, std::string>, Result<FileVersion>> from_git_;  // by revision and path
  std::map<std::string, CheckpointFiles> checkpoints_;                           // those that were asked for
  std::map<std::string, uint64_t> later_bases_;                                  // by path: the transaction after it
  std::unique_ptr<disk::Workspace> top_;
  std::unique_ptr<Reader> reader_;
};

// --- what differs

struct CompareRequest {
  std::vector<std::string> paths;   // files and folders, from the workspace on; none: all that was changed
  std::string below;                // only what is below this folder; "": all
  std::optional<VersionName> from;  // nothing: the newest version of each file, else what git has of it
  VersionName to;
};

// The change that makes the first versions the second, by paths of the workspace. Errors: for each file that has no
// such version.
Outcome<ChangeSet> compare(Versions& versions, const CompareRequest& request);

// What the transactions of [first, last] did, taken together. Errors: for each file whose text is no longer kept.
Outcome<ChangeSet> changes_of_range(Versions& versions, uint64_t first, uint64_t last);

// The paths of the log below one of these, or that is one of them; a path that the log does not know is kept.
std::vector<std::string> expand(
    const std::vector<std::string>& places, const std::vector<std::string>& touched, std::string_view below);

// The same, and of folders what git says differs between the two versions. A folder itself is not among them.
Result<std::vector<std::string>> expand(Versions& versions, const std::vector<std::string>& places,
    const std::vector<std::string>& touched, const VersionName& from, const VersionName& to,
    Versions::Untracked untracked);

// --- files as they were, by a new transaction that can be undone like any other

struct RollbackRequest {
  std::vector<std::string> paths;  // files and folders, from the workspace on; none: all that later ones touched
  VersionName to;
  bool merge = false;  // carry edits from outside over, where that is clean
  Making how;
};

struct RolledBack {
  ChangeSet changes;
  std::vector<std::string> merged;  // paths whose edits from outside were carried over
  Published published;
};

// REQUIRES: `workspace` is opened at its top, and locked unless this is a dry run; `versions` was opened after that.
// Errors: version_unknown, undo_changed (each file that was edited outside since), merge_conflict, and publish()'s.
Outcome<RolledBack> rollback(disk::Workspace& workspace, Versions& versions, const RollbackRequest& request);

struct MergedUndo {
  uint64_t target = 0;
  ChangeSet changes;
  Published published;
};

// `id`: 0 for the newest transaction that is not undone. REQUIRES: as rollback(). Warnings: undo_changed for what stays
// as it is. Errors: undo_nothing, undo_unknown, undo_changed (nothing of it can be taken back), version_unknown (a text
// is no longer kept), policy_denied, and publish()'s.
Outcome<MergedUndo> undo_merge(disk::Workspace& workspace, Versions& versions, uint64_t id, const Making& how);

// --- the whole work tree as one version, whoever changed its files

struct CheckpointRequest {
  std::string name;                // "": the first that is free of checkpoint-1, checkpoint-2, ...
  std::vector<std::string> paths;  // the files of the tree, from the workspace on, sorted
  disk::Syncs syncs = disk::Syncs::all;
  bool dry_run = false;
};

struct MadeCheckpoint {
  disk::Checkpoint checkpoint;
  uint64_t bytes = 0;                     // of all its files
  uint64_t new_texts = 0, new_bytes = 0;  // that were not stored before
  uint64_t left_out = 0;                  // files that may not or cannot be read
};

// A file that the policy denies is not opened, and is no part of it; nor is one that cannot be read, or whose name no
// document could give, of which a warning tells. Errors: usage (no such name can be given),
// file_exists (it is taken), file_changed (while it was read), state_untrusted, io_error, io_no_space. REQUIRES:
// `workspace` is opened at its top, and locked unless this is a dry run.
Outcome<MadeCheckpoint> make_checkpoint(disk::Workspace& workspace, const CheckpointRequest& request);

}  // namespace aptix::ops
