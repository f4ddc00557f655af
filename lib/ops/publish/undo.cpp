#include "ops/publish/publish.h"

#include <fmt/format.h>

#include <utility>

#include "base/text/text.h"
#include "ops/files/tree_file.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

// The bytes with that hash, from the log or the file at the path.
std::optional<std::string> text_of(
    disk::Workspace& workspace, const disk::SavedTexts& texts, const std::string& path, const Sha256& sha) {
  if (auto saved = texts.find(sha)) return saved;
  auto tree = Tree::open_top(workspace.path(), workspace.guard());
  auto bytes = tree ? tree->read_file(path) : fail(std::move(tree).error());
  return bytes && sha256(*bytes) == sha ? std::optional(std::move(*bytes)) : std::nullopt;
}

// Replacing a text by another reads both. A file that is removed or brought back is shown to nobody.
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

// Lets an undo wait for approval, with the change that it makes.
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

}  // namespace

disk::Record effect(const disk::Undone& undone) { return undone.restores ? undone.target : reversed(undone.target); }

Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options) {
  const Guard* guard = workspace.guard().get();
  bool writes = !options.dry_run;
  uint64_t approved = 0;  // the transaction that a person approved
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
  uint64_t transaction = done.value.committed.id;
  std::vector<TouchedPath> all;
  const disk::Record made = effect(done.value);
  for (const disk::RecordedFile& file : made.files) {
    all.push_back(touched_path(file));
    if (transaction == 0) all.back().after = all.back().before;
  }
  done.diagnostics.add(note_touched(workspace, std::move(all), transaction));
  return done;
}

disk::Record reversed(disk::Record record) {
  for (disk::RecordedFile& file : record.files) {
    std::swap(file.before, file.after);
    file.from.clear();
  }
  return record;
}

TouchedPath touched_path(const disk::RecordedFile& file) {
  TouchedPath touched{.path = file.path, .size = file.after.size, .from = file.from};
  if (file.before.exists) touched.before = file.before.sha;
  if (file.after.exists) touched.after = file.after.sha;
  return touched;
}

const disk::Record* find_record(const std::vector<disk::Record>& log, uint64_t id) {
  for (const disk::Record& record : log)
    if (record.id == id) return &record;
  return nullptr;
}

Outcome<ChangeSet> record_changes(
    disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record) {
  Outcome<ChangeSet> outcome;
  ChangeSet& changes = outcome.value;
  for (const disk::RecordedFile& file : record.files) {
    if (auto refused = reading_refused(workspace.guard().get(), file.path)) {
      outcome.diagnostics.warnings.push_back(std::move(*refused));
      continue;
    }
    auto path = RelPath::parse(file.path, PathRules::git);
    auto before = file.before.exists ? text_of(workspace, texts, file.path, file.before.sha) : std::string();
    auto after = file.after.exists ? text_of(workspace, texts, file.path, file.after.sha) : std::string();
    if (!path || !before || !after) {
      outcome.diagnostics.warnings.push_back(error_at(file.path, Code::undo_changed,
          fmt::format("{} is left out: its content is no longer there", in_quotes(file.path))));
      continue;
    }
    FileChange change{.path = *path};
    if (auto from = RelPath::parse(file.from, PathRules::git)) change.from = *from;
    change.before.exists = file.before.exists;
    change.before.kind = file.before.kind;
    change.before.mode = file.before.mode;
    change.before.bytes = changes.texts.emplace_back(std::move(*before));
    std::string_view new_bytes = changes.texts.emplace_back(std::move(*after));
    if (file.after.exists) change.set_after(file.after.kind, file.after.mode, new_bytes);
    changes.changes.push_back(std::move(change));
  }
  return outcome;
}

Outcome<std::string> record_diff(
    disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record) {
  Outcome<ChangeSet> changes = record_changes(workspace, texts, record);
  return {render::unified_diff(changes.value), std::move(changes.diagnostics)};
}

}  // namespace aptix::ops
