#include "ops/publish/judge.h"

#include "disk/confined.h"
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

Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options) {
  const Guard* guard = workspace.guard().get();
  if (guard != nullptr)
    options.judge = [guard](const disk::Record& reversed) {
      Diagnostics said = judge_undo(*guard, reversed);
      if (guard->is_strict()) said.make_strict();
      return said;
    };
  return disk::undo(workspace, options);
}

}  // namespace aptix::ops
