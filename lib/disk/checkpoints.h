// Checkpoints: what the whole work tree had at one time. The listing of each is `.aptix/checkpoints/NAME`; the texts
// that they name are in `.aptix/texts`, each once, under their SHA-256. A listing is written when all of its texts are
// there, so that a run that is killed leaves nothing but texts that nobody names; they go with the next collection.
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
  std::string path;  // from the workspace on
  StoredState state;
};

struct Checkpoint {
  std::string name;
  int64_t time_ns = 0;
  std::string caller{};
  std::vector<CheckpointFile> files{};  // sorted bytewise by path
};

// Letters, digits, '.', '_' and '-', a letter first; at most 64 bytes; no name that versions have anyway.
bool is_checkpoint_name(std::string_view name);

// Oldest first. What cannot be read is left out, with a warning. Needs no lock. Fails with state_untrusted, io_error.
Outcome<std::vector<Checkpoint>> read_checkpoints(Workspace& workspace);
// Nothing: there is none of that name. Fails with state_untrusted (its listing was damaged, too), io_error.
Result<std::optional<Checkpoint>> read_checkpoint(Workspace& workspace, const std::string& name);
// Nothing: it is not there, or not what it was.
std::optional<std::string> checkpoint_text(Workspace& workspace, const Sha256& sha);

// Stores one checkpoint: first its texts, then its listing. REQUIRES: the lock is held, and the workspace outlives it.
class CheckpointWriter {
 public:
  // Fails with state_untrusted, io_error.
  static Result<CheckpointWriter> open(Workspace& workspace);
  // Fails with io_error, io_no_space. A text that is there is not written again.
  Status add(const Sha256& sha, std::string_view text);
  // Fails with file_exists (there is one of that name), io_error, io_no_space.
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
  std::set<std::string> new_texts_;  // their names, which they get at the end
  uint64_t new_bytes_ = 0;
};

// Fails with version_unknown (there is none of that name), io_error. Its texts go with the next collection. REQUIRES:
// as the writer.
Status drop_checkpoint(Workspace& workspace, const std::string& name);

struct CheckpointsGone {
  uint64_t checkpoints = 0, texts = 0, bytes = 0;
};
struct CheckpointLimits {
  uint64_t keep = 0;
  bool looks_only = false;
};
// Drops the oldest that are over the limit, and each text that no checkpoint names. Where a listing cannot be read, no
// text goes, and a warning tells of it. Fails with state_untrusted, io_error. REQUIRES: as the writer, unless it only
// looks.
Outcome<CheckpointsGone> collect_checkpoints(Workspace& workspace, const CheckpointLimits& limits);

}  // namespace aptix::disk
