#include "ops/publish/judge.h"

#include <algorithm>

#include "disk/confined.h"
#include "ops/files/record_changes.h"
#include "ops/policy/approvals.h"
#include "ops/publish/new_secrets.h"

namespace aptix::ops {
namespace {

// An undo reads the file that it takes away.
Diagnostics judge_undo(const Guard& guard, const disk::Record& reversed) {
  Diagnostics said;
  for (const disk::RecordedFile& file : reversed.files) {
    if (auto refused = guard.refuses_reading(file.path)) said.errors.push_back(std::move(*refused));
    else said.add(guard.judge_write(file.path));
  }
  return said;
}

}  // namespace

Diagnostics judge(const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix) {
  Diagnostics said;
  const Guard* guard = workspace.guard().get();
  if (guard == nullptr) return said;
  for (const FileChange& change : changes.changes)
    said.add(guard->judge_write(disk::join_path(prefix, change.path.str())));
  for (const SubmoduleChange& change : changes.submodules)
    said.add(guard->judge_write(disk::join_path(prefix, change.path.str())));
  if (said.ok())
    for (const FileChange& change : changes.changes) said.add({.errors = {}, .warnings = new_secrets(change)});
  if (guard->is_strict()) said.make_strict();
  return said;
}

Diagnostics judge_shown(const disk::Workspace& workspace, const ChangeSet& changes) {
  Diagnostics said;
  const Guard* guard = workspace.guard().get();
  if (guard == nullptr) return said;
  for (const FileChange& change : changes.changes)
    if (auto refused = guard->refuses_reading(disk::join_path(workspace.root_prefix(), change.path.str())))
      said.errors.push_back(std::move(*refused));
  return said;
}

void store_waiting(disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, Diagnostics& said) {
  bool waits = !said.errors.empty() && std::all_of(said.errors.begin(), said.errors.end(), [](const Diagnostic& error) {
    return error.code == Code::policy_approval_needed;
  });
  if (!waits) return;
  Status ready = may_begin(workspace);
  auto id = ready ? store_pending(workspace, changes, prefix) : fail(std::move(ready).error());
  if (!id) {
    said.errors = {std::move(id).error()};
    return;
  }
  Error waiting = make_error(Code::policy_approval_needed, "the change waits for the approval of a person",
      "'aptix approve " + *id + "' shows it and carries it out");
  for (const Diagnostic& error : said.errors) waiting.notes.push_back(error.message);
  if (said.errors.size() == 1) waiting.at(said.errors.front().path);
  waiting.approval = std::move(*id);
  said.errors = {std::move(waiting)};
}

Status may_begin(const disk::Workspace& workspace) {
  const Watch* watch = workspace.watch();
  return watch != nullptr && watch->ready ? watch->ready() : Status();
}

void note_touched(const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, Noted noted) {
  if (workspace.watch() == nullptr) return;
  for (const FileChange& change : changes.changes) {
    TouchedPath touched{.path = disk::join_path(prefix, change.path.str()), .before = {}, .after = {}};
    if (change.before.exists) touched.before = change.before_sha;
    if (noted == Noted::kept) touched.after = touched.before;
    else if (change.after_exists) touched.after = change.after_sha;
    workspace.watch()->touched.push_back(std::move(touched));
  }
}

// An undo that waits is stored as the change that it makes; carried out, it is a transaction of its own.
static void store_undo(disk::Workspace& workspace, const disk::Record& effect, Diagnostics& said) {
  std::vector<Diagnostic> unreadable;
  auto texts = disk::SavedTexts::open(workspace, unreadable);
  if (!texts) return;
  Outcome<ChangeSet> changes = record_changes(workspace, *texts, effect);
  if (!changes.ok() || changes.value.changes.size() != effect.files.size()) return;
  hash_changes(changes.value, 1);
  store_waiting(workspace, changes.value, "", said);
}

Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options) {
  const Guard* guard = workspace.guard().get();
  bool writes = !options.dry_run;
  options.judge = [&workspace, guard, writes](const disk::Record& reversed) {
    Diagnostics said = guard != nullptr ? judge_undo(*guard, reversed) : Diagnostics();
    if (guard != nullptr && guard->is_strict()) said.make_strict();
    Status ready = said.ok() && writes ? may_begin(workspace) : Status();
    if (!ready) said.errors.push_back(std::move(ready).error());
    return said;
  };
  bool forth = options.redo;
  Outcome<disk::Undone> done = disk::undo(workspace, std::move(options));
  if (writes && !done.ok())
    store_undo(workspace, forth ? done.value.target : reversed(done.value.target), done.diagnostics);
  if (workspace.watch() == nullptr) return done;
  bool changed = done.value.committed.id != 0;
  for (const disk::RecordedFile& file : done.value.target.files) {
    std::optional<Sha256> before, after;
    if (file.before.exists) before = file.before.sha;
    if (file.after.exists) after = file.after.sha;
    if (!forth) std::swap(before, after);
    workspace.watch()->touched.push_back({file.path, before, changed ? after : before});
  }
  return done;
}

}  // namespace aptix::ops
