// Checkpoints: the content of the whole work tree at one time. `.aptix/checkpoints/NAME` lists the files of one; their
// texts are in `.aptix/texts`, each once, named by SHA-256. The listing is written after all of its texts. So a killed
// run leaves only texts that no listing names, and the next collection removes them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/os/file_on_disk.h"
#include "disk/workspace.h"

namespace aptix::disk {

struct CheckpointFile {
  std::string path;  // relative to the workspace
  StoredState state;
};

struct Checkpoint {
  std::string name;
  int64_t time_ns = 0;
  std::string caller{};
  std::vector<CheckpointFile> files{};  // sorted bytewise by path
};

// Letters, digits, '.', '_' and '-', a letter first; at most 64 bytes; not "base", "disk", "cloud", and no "*.new".
bool is_checkpoint_name(std::string_view name);

// Oldest first. A listing that cannot be read is skipped, with a warning. Needs no lock. Fails with state_untrusted,
// io_error.
Outcome<std::vector<Checkpoint>> read_checkpoints(Workspace& workspace);
// nullopt if no checkpoint has that name. Fails with state_untrusted (also for a damaged listing), io_error.
Result<std::optional<Checkpoint>> read_checkpoint(Workspace& workspace, const std::string& name);
// nullopt if the text is missing or its hash does not match.
std::optional<std::string> checkpoint_text(Workspace& workspace, const Sha256& sha);

// Stores one checkpoint: the texts first, then the listing. REQUIRES: the lock is held; the workspace outlives the
// writer.
class CheckpointWriter {
 public:
  // Fails with state_untrusted, io_error.
  static Result<CheckpointWriter> open(Workspace& workspace);
  // Writes the text unless it is stored already. Fails with io_error, io_no_space.
  Status add(const Sha256& sha, std::string_view text);
  // Fails with file_exists (a checkpoint has that name), io_error, io_no_space.
  Status finish(const Checkpoint& checkpoint, Syncs syncs);

  uint64_t new_texts() const { return new_texts_.size(); }
  uint64_t new_bytes() const { return new_bytes_; }

 private:
  CheckpointWriter(Site& site, Fd folder, Fd texts)
      : site_(&site),
        folder_(std::move(folder)),
        texts_(std::move(texts)) {}
  int name_texts(Syncs syncs);

  Site* site_;
  Fd folder_, texts_;
  std::set<std::string> new_texts_;  // written as NAME.new; finish() renames them
  uint64_t new_bytes_ = 0;
};

// Fails with version_unknown (no checkpoint has that name), io_error. The next collection removes its texts. REQUIRES:
// the lock is held.
Status drop_checkpoint(Workspace& workspace, const std::string& name);

struct CheckpointsGone {
  uint64_t checkpoints = 0, texts = 0, bytes = 0;
};
struct CheckpointLimits {
  uint64_t keep = 0;
  bool looks_only = false;
};
// Removes the oldest checkpoints beyond the limit, then each text that no checkpoint names. If a listing cannot be
// read, no text is removed, and a warning says so. Fails with state_untrusted, io_error. REQUIRES: the lock is held,
// unless limits.looks_only.
Outcome<CheckpointsGone> collect_checkpoints(Workspace& workspace, const CheckpointLimits& limits);

}  // namespace aptix::disk
