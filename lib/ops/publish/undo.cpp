#include "ops/publish/undo.h"

#include <utility>
#include <vector>

#include "ops/files/record_changes.h"
#include "ops/publish/judge.h"

namespace aptix::ops {
namespace {

// Where it puts one text in the place of another, it reads both. A file that it takes away or brings back is shown to
// nobody.
Diagnostics judge_undo(const Guard& guard, const disk::Record& reversed) {
  Diagnostics said;
  for (const disk::RecordedFile& file : reversed.files) {
    bool changes_text = file.before.exists && file.after.exists;
    auto refused = changes_text ? guard.refuses_reading(file.path) : std::nullopt;
    if (refused) said.errors.push_back(std::move(*refused));
    else said.add(guard.judge_write(file.path));
  }
  return said;
}

// An undo that waits, with the change that it makes.
void wait_for_undo(disk::Workspace& workspace, const disk::Undone& undone, Diagnostics& said) {
  disk::Record effect = ops::effect(undone);
  std::vector<Diagnostic> unreadable;
  auto texts = disk::SavedTexts::open(workspace, unreadable);
  if (!texts) return;
  Outcome<ChangeSet> changes = record_changes(workspace, *texts, effect);
  if (!changes.ok() || changes.value.changes.size() != effect.files.size()) return;
  hash_changes(changes.value, 1);
  wait_for_person(workspace, changes.value, "", said, {.transaction = undone.target.id, .restores = undone.restores});
}

Diagnostics note_undone(const disk::Workspace& workspace, const disk::Record& effect, uint64_t transaction) {
  std::vector<TouchedPath> all;
  for (const disk::RecordedFile& file : effect.files) {
    TouchedPath touched = touched_path(file);
    if (transaction == 0) touched.after = touched.before;
    all.push_back(std::move(touched));
  }
  return note_touched(workspace, std::move(all), transaction);
}

}  // namespace

disk::Record effect(const disk::Undone& undone) { return undone.restores ? undone.target : reversed(undone.target); }

Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options) {
  const Guard* guard = workspace.guard().get();
  bool writes = !options.dry_run;
  uint64_t approved = 0;  // the transaction that a person said yes about
  options.judge = [&](const disk::Record& target) {
    Diagnostics said = guard != nullptr ? judge_undo(*guard, target) : Diagnostics();
    if (guard != nullptr && guard->is_strict()) said.make_strict();
    if (only_waits(said) && target.id == approved) said.errors.clear();
    Status ready = said.ok() && writes ? workspace.ready() : Status();
    if (!ready) said.errors.push_back(std::move(ready).error());
    return said;
  };
  Outcome<disk::Undone> done = disk::undo(workspace, options);
  if (writes && only_waits(done.diagnostics)) {
    wait_for_undo(workspace, done.value, done.diagnostics);
    approved = done.ok() ? done.value.target.id : 0;
    if (done.ok()) done = disk::undo(workspace, options);
  }
  done.diagnostics.add(note_undone(workspace, effect(done.value), done.value.committed.id));
  return done;
}

}  // namespace aptix::ops
