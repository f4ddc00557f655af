// From a ChangeSet to the steps of a transaction.
#include "disk/commit.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "base/text/text.h"
#include "disk/back/back.h"
#include "disk/os/folders.h"
#include "disk/record/state.h"
#include "disk/run/run.h"
#include "model/rel_path.h"

namespace aptix::disk {
namespace {

constexpr uint64_t kMostPieceBytes = 64 << 10;  // of one transaction; every reader of the log reads them

// Records the new text if it fits into `room`. Allocates only for what is recorded: most texts of a large change are
// not.
void describe_text(const FileChange& change, uint64_t& room, RecordedFile& file) {
  std::string_view old = change.old_text();
  auto grows = [&](std::string_view piece) { return change.is_old(piece); };
  file.whole = change.before.exists && std::none_of(change.pieces.begin(), change.pieces.end(), grows);
  uint64_t taken = 0;
  for (std::string_view piece : change.pieces) {
    if (piece.empty()) continue;
    taken += sizeof(TextPiece) + (grows(piece) ? 0 : piece.size());
    if (taken > room || (!grows(piece) && find_invalid_utf8(piece))) return;
  }
  file.pieces.reserve(change.pieces.size());
  for (std::string_view piece : change.pieces) {
    if (piece.empty()) continue;
    if (grows(piece)) file.pieces.push_back({static_cast<uint64_t>(piece.data() - old.data()), piece.size(), {}});
    else file.pieces.push_back({.text = std::string(piece)});
  }
  room -= taken;
}

void fill_step(const FileChange& change, const std::string& prefix, uint64_t& room, Step& step) {
  RecordedFile& file = *step.file;
  file.path = join_path(prefix, change.path.str());
  if (change.from) file.from = join_path(prefix, change.from->str());
  file.before = state_before(change);
  file.after = state_after(change);
  if (change.after_exists && !file.after.is_link()) describe_text(change, room, file);
  step.seen = change.before.identity;
  step.pieces = &change.pieces;
  if (change.metadata_of) step.metadata_of = join_path(prefix, change.metadata_of->str());
  if (change.metadata_of == change.path && change.before.exists && !change.before.has_attributes)
    step.owner = Owner{change.before.user, change.before.group};
  step.keeps_owner = change.metadata_of == change.path && change.before.keeps_owner;
}

// An existing folder is listed in `made`, too: it must stay if all files in it are deleted.
void add_folders(Draft& draft, const std::vector<SubmoduleChange>& submodules, const std::string& prefix) {
  bool any_effect = !draft.steps.empty();
  for (const SubmoduleChange& submodule : submodules) {
    any_effect = any_effect || submodule.goes == submodule.has_folder;
    if (submodule.goes && !submodule.has_folder) continue;
    (submodule.goes ? draft.removed : draft.made).push_back(join_path(prefix, submodule.path.str()));
  }
  if (!any_effect) draft.made.clear();
}

Draft draft_of(const Site& site, const ChangeSet& changes, const CommitOptions& options) {
  Draft draft;
  draft.kind = options.kind;
  draft.reverses = options.reverses;
  draft.top = site.root_prefix;
  draft.reserve(changes.changes.size());
  uint64_t room = kMostPieceBytes;
  for (const FileChange& change : changes.changes)
    if (change.before.exists || change.after_exists) fill_step(change, site.root_prefix, room, draft.add());
  add_folders(draft, changes.submodules, site.root_prefix);
  return draft;
}

}  // namespace

StoredState state_before(const FileChange& change) {
  const FileImage& image = change.before;
  if (!image.exists) return {};
  uint32_t mode = image.kind == FileKind::symlink ? 0777 : image.mode & 07777;
  return {.exists = true, .kind = image.kind, .mode = mode, .size = image.bytes.size(), .sha = {}};
}

StoredState state_after(const FileChange& change) {
  if (!change.after_exists) return {};
  uint32_t mode = change.after_kind == FileKind::symlink ? 0777 : change.after_mode & 07777;
  return {.exists = true, .kind = change.after_kind, .mode = mode, .size = change.after_size, .sha = {}};
}

Outcome<bool> lock(Workspace& workspace, Unmade unmade) {
  Site& site = workspace.site();
  // Paths in a manifest are relative to the workspace, and recovery accepts only those that pass the path rules.
  if (!site.root_prefix.empty()) TRY(RelPath::parse(site.root_prefix));
  if (auto taken = take_lock(site); !taken) {
    if (site.no_state && unmade == Unmade::waits) return {};
    return fail(std::move(taken).error());
  }
  Outcome<Recovered> recovered = recover_locked(site);
  bool locked = recovered.ok();
  return {locked, std::move(recovered.diagnostics)};
}

// The state folder has a lock of its own, which belongs to its descriptor.
void unlock(Workspace& workspace) {
  Site& site = workspace.site();
  if (site.lock) site.lock->close();
  site.own_state.close();
  site.state.close();
}

Outcome<Committed> commit(Workspace& workspace, ChangeSet& changes, const CommitOptions& options, Background& hashing) {
  Site& site = workspace.site();
  Draft draft = draft_of(site, changes, options);
  if (draft.steps.empty()) {
    hashing.finish();  // for files that do not change
    return run_transaction(site, std::move(draft), options);
  }
  draft.finish_hashes = [&](std::vector<RecordedFile>& files) {
    hashing.finish();
    size_t next = 0;
    for (const FileChange& change : changes.changes) {
      if (!change.before.exists && !change.after_exists) continue;
      files[next].before.sha = change.before_sha;
      files[next++].after.sha = change.after_sha;
    }
  };
  return run_transaction(site, std::move(draft), options);
}

Diagnostics foresee(Workspace& workspace, const ChangeSet& changes) {
  return foresee(workspace.site(), draft_of(workspace.site(), changes, {}));
}

}  // namespace aptix::disk
