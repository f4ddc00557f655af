#include "ops/policy/approve.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "disk/confined.h"
#include "disk/reader.h"
#include "ops/publish/undo.h"

namespace aptix::ops {
namespace {

Error stale_change(const std::string& path, const std::string& id) {
  return error_at(path, Code::approval_stale,
      fmt::format("{} has changed since the change was stored", in_quotes(path)),
      fmt::format("let it be made again for the file as it is; 'aptix approve --reject {}' drops this one", id));
}

// Whether taking back the transaction does what the person is shown: what is stored may have come with the tree.
bool is_as_shown(const Pending& pending, const disk::Record& effect) {
  auto same = [](const PendingFile& shown, const disk::RecordedFile& file) {
    return shown.path == file.path && shown.after.exists == file.after.exists &&
        (!file.after.exists || (shown.after.sha == file.after.sha && shown.after.kind == file.after.kind));
  };
  return std::equal(pending.files.begin(), pending.files.end(), effect.files.begin(), effect.files.end(), same);
}

// An undo or a redo: looked at first, and then made as one.
void reverse(disk::Workspace& workspace, const ApproveRequest& request, Outcome<Approved>& out) {
  const Reversal& reversal = out.value.pending.reversal;
  disk::UndoOptions options{.id = reversal.transaction, .redo = reversal.restores, .dry_run = true};
  options.commit = request.commit;
  disk::Undone undone = out.diagnostics.take(disk::undo(workspace, options));
  if (out.ok() && !is_as_shown(out.value.pending, effect(undone)))
    out.add(stale_change(out.value.pending.files.front().path, out.value.pending.id));
  if (!out.ok() || request.dry_run) return;
  options.dry_run = false;
  undone = out.diagnostics.take(ops::undo(workspace, options));
  out.value.published.transaction = undone.committed.id;
  out.value.reversed = std::move(undone.target);
}

}  // namespace

// Killed after the change is made, it leaves the stored one, which is stale then.
Outcome<Approved> approve(disk::Workspace& workspace, const ApproveRequest& request) {
  Outcome<Approved> out;
  Pending& pending = out.value.pending;
  TRY_SET(pending, find_pending(workspace, request.id));
  std::unique_ptr<Reader> reader = disk::reader(workspace, {}, request.commit.threads, disk::Links::seen);
  TRY_ASSIGN(stale, stale_paths(*reader, pending));
  for (const std::string& path : stale) out.add(stale_change(path, pending.id));
  TRY_SET(out.value.changes, changes_of(*reader, pending));
  bool reverses = pending.reversal.transaction != 0;
  using End = PublishRequest::End;
  PublishRequest tail{.end = !out.ok() ? End::refused
          : reverses                   ? End::planned
          : request.dry_run            ? End::foreseen
                                       : End::committed,
      .want_diff = true,
      .commit = request.commit};
  out.value.published = out.diagnostics.take(publish(workspace, out.value.changes, tail));
  if (reverses && out.ok()) reverse(workspace, request, out);
  if (out.ok() && !request.dry_run) drop_pending(workspace, pending.id);
  return out;
}

}  // namespace aptix::ops
