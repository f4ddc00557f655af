// The versions of a file: what the log, git, the cloud and the disk have of it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/checkpoints.h"
#include "disk/history.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "ops/files/run_git.h"
#include "ops/files/sources.h"
#include "ops/history/timeline.h"

namespace aptix::ops {

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
  Result<FileVersion> on_disk_once(const std::string& path);
  Result<FileVersion> logged(const std::string& path, const VersionName& name);
  Result<FileVersion> in_git(const std::string& path, const std::string& revision);
  Status open_reader();
  Result<FileVersion> in_cloud(const std::string& path);
  struct CheckpointFiles {
    int64_t time_ns = 0;
    std::map<std::string, disk::StoredState, std::less<>> states;
  };
  Result<const CheckpointFiles*> checkpoint(const std::string& name);
  Result<std::vector<CheckpointRow>> checkpoints_with(const std::string& path);
  bool was_there(const CheckpointFiles& files, const std::string& path);
  Result<FileVersion> in_checkpoint(const std::string& path, const std::string& name);

  disk::Workspace& workspace_;
  disk::SavedTexts texts_;
  Timeline timeline_;
  VersionPlaces places_;
  std::optional<FileVersion> seen_on_disk_;                                      // the last one
  std::map<std::string, bool> known_to_git_;                                     // revisions that git was asked for
  std::map<std::pair<std::string, std::string>, Result<FileVersion>> from_git_;  // by revision and path
  std::map<std::string, CheckpointFiles> checkpoints_;                           // those that were asked for
  std::map<std::string, uint64_t> later_bases_;                                  // by path: the transaction after it
  std::unique_ptr<disk::Workspace> top_;
  std::unique_ptr<Reader> reader_;
};

}  // namespace aptix::ops
