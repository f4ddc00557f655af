// Changes that wait for a person: stored whole below `.aptix/approvals`, with the hashes of the files that they were
// made for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/history.h"
#include "disk/workspace.h"
#include "model/change_set.h"

namespace aptix::ops {

struct PendingFile {
  std::string path, from{}, metadata_of{};  // from the workspace on; the last two: "" for none
  disk::StoredState before{}, after{};
  std::string text{};  // the new one
};

// A change that takes back a transaction, or restores it: it is carried out as that.
struct Reversal {
  uint64_t transaction = 0;  // 0: the change is none
  bool restores = false;
};

struct Pending {
  std::string id;
  int64_t time_ns = 0;
  std::string caller, command;
  std::vector<PendingFile> files{};
  Reversal reversal{};
};

// `prefix`: of the paths of the changes. REQUIRES: their hashes are filled, and the lock is held or can be taken. Gives
// the id; where the same change of the same caller waits already, the id of that. Fails with io_error, state_untrusted.
Result<std::string> store_pending(
    disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, const Reversal& reversal = {});

// Oldest first. Warnings: what cannot be read. Needs no lock.
Outcome<std::vector<Pending>> list_pending(disk::Workspace& workspace);
// Fails with approval_unknown.
Result<Pending> find_pending(disk::Workspace& workspace, std::string_view id);
// The paths whose files are no longer those that it was made for. Errors: those of reading.
Result<std::vector<std::string>> stale_paths(Reader& reader, const Pending& pending);
// As a change of the tree as it is now. REQUIRES: `reader` is of the workspace's own folder.
Result<ChangeSet> changes_of(Reader& reader, const Pending& pending);
void drop_pending(disk::Workspace& workspace, const std::string& id);

std::string encode_pending(const Pending& pending);
std::optional<Pending> decode_pending(std::string_view text);

}  // namespace aptix::ops
