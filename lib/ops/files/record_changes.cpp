// Finds the contents that a record speaks of and hands them to the one printer of diffs.
#include "ops/files/record_changes.h"

#include <fmt/format.h>

#include "base/text/text.h"
#include "ops/files/tree_file.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

// The bytes of that hash that the log has, or that stand at the path.
std::optional<std::string> text_of(
    disk::Workspace& workspace, const disk::SavedTexts& texts, const std::string& path, const Sha256& sha) {
  if (auto saved = texts.find(sha)) return saved;
  auto tree = Tree::open_top(workspace.path(), workspace.guard());
  auto bytes = tree ? tree->read_file(path) : fail(std::move(tree).error());
  return bytes && sha256(*bytes) == sha ? std::optional(std::move(*bytes)) : std::nullopt;
}

Diagnostic gone(const std::string& path) {
  return error_at(path, Code::undo_changed,
      fmt::format("'{}' is left out: its content is no longer there", escape_for_display(path)));
}

}  // namespace

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
      outcome.diagnostics.warnings.push_back(gone(file.path));
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
