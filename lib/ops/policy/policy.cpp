#include "ops/policy/policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "disk/reader.h"
#include "model/rel_path.h"
#include "ops/config.h"
#include "ops/files/sources.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {
std::vector<ListedRule> list_rules(const policy::Policy& policy) {
  std::vector<ListedRule> rows;
  for (size_t list = 0; list < policy::kLists; ++list) {
    for (const policy::Rules* rules : {&policy.user(), &policy.workspace()}) {
      const auto& globs = rules->lists[list];
      if (!globs) continue;
      for (const policy::PathRule& rule : *globs)
        rows.push_back({policy::kListNames[list], rule.pattern(), rules->from});
      if (globs->empty() && static_cast<policy::List>(list) == policy::List::allow_write)
        rows.push_back({policy::kListNames[list], "", rules->from});
    }
  }
  for (const policy::SensitiveRule& rule : policy::sensitive_defaults())
    rows.push_back({policy::kListNames[static_cast<size_t>(policy::List::sensitive)], rule.glob, "default"});
  return rows;
}

Result<std::vector<CheckedPath>> check_paths(disk::Workspace& workspace, const Settings& settings,
    const std::vector<std::string>& paths, policy::Access access, policy::Asker asker) {
  TRY_ASSIGN(sources, Sources::open(workspace, settings.repository, {}));
  TRY_ASSIGN(top, Tree::open_top(workspace.path(), workspace.guard()));
  bool writes = access == policy::Access::write;
  std::vector<CheckedPath> all;
  for (const std::string& typed : paths) {
    CheckedPath& checked = all.emplace_back(CheckedPath{.path = typed});
    auto path = sources.path_in_workspace(typed);
    auto there = path ? top.exists(*path) : Result<bool>(false);
    bool maybe_key = !path || (there && !*there);
    if (auto by_key = maybe_key ? sources.doc_paths().path_of(typed) : fail(Code::file_missing, "")) {
      path = std::move(by_key);
      there = true;
    }
    bool by_rules = path && there && (writes ? RelPath::parse(*path).has_value() : !leads_into_own_state(*path));
    checked.verdict = {.decision = policy::Decision::denied, .rule = "path", .from = "path"};
    if (!by_rules) continue;
    checked.verdict = settings.policy.judge(*path, access, asker);
    // An existing file is read before it is changed.
    policy::Verdict read = settings.policy.judge(*path, policy::Access::read, asker);
    bool is_denied = checked.verdict.decision == policy::Decision::denied;
    if (writes && *there && !is_denied && read.decision == policy::Decision::denied) checked.verdict = read;
  }
  return all;
}

namespace {

Error stale_change(const std::string& path, const std::string& id) {
  return error_at(path, Code::approval_stale,
      fmt::format("{} has changed since the change was stored", in_quotes(path)),
      fmt::format("let it be made again for the file as it is; 'aptix approve --reject {}' drops this one", id));
}

// True if the undo does what the person was shown; the stored change may be planted.
bool is_as_shown(const Pending& pending, const disk::Record& effect) {
  auto same = [](const PendingFile& shown, const disk::RecordedFile& file) {
    return shown.path == file.path && shown.after.exists == file.after.exists &&
        (!file.after.exists || (shown.after.sha == file.after.sha && shown.after.kind == file.after.kind));
  };
  return std::equal(pending.files.begin(), pending.files.end(), effect.files.begin(), effect.files.end(), same);
}

// An undo or redo: a dry run first, then the real one.
void reverse(disk::Workspace& workspace, const Making& how, Outcome<Approved>& out) {
  const Reversal& reversal = out.value.pending.reversal;
  disk::UndoOptions options{.id = reversal.transaction, .redo = reversal.restores, .dry_run = true};
  options.commit = how.commit;
  disk::Undone undone = out.diagnostics.take(disk::undo(workspace, options));
  if (out.ok() && !is_as_shown(out.value.pending, effect(undone)))
    out.add(stale_change(out.value.pending.files.front().path, out.value.pending.id));
  if (!out.ok() || how.dry_run) return;
  options.dry_run = false;
  undone = out.diagnostics.take(ops::undo(workspace, options));
  out.value.published.transaction = undone.committed.id;
  out.value.reversed = std::move(undone.target);
}

}  // namespace

// If killed after the change was made, the stored change remains; it is then stale.
Outcome<Approved> approve(disk::Workspace& workspace, const std::string& id, const Making& how) {
  Outcome<Approved> out;
  Pending& pending = out.value.pending;
  TRY_SET(pending, find_pending(workspace, id));
  std::unique_ptr<Reader> reader = disk::reader(workspace, {}, disk::Links::seen);
  TRY_ASSIGN(stale, stale_paths(*reader, pending));
  for (const std::string& path : stale) out.add(stale_change(path, pending.id));
  TRY_SET(out.value.changes, changes_of(*reader, pending));
  bool reverses = pending.reversal.transaction != 0;
  using End = PublishRequest::End;
  PublishRequest tail{.end = !out.ok() ? End::refused
          : reverses                   ? End::planned
          : how.dry_run                ? End::foreseen
                                       : End::committed,
      .want_diff = true,
      .commit = how.commit};
  out.value.published = out.diagnostics.take(publish(workspace, out.value.changes, tail));
  if (reverses && out.ok()) reverse(workspace, how, out);
  if (out.ok() && !how.dry_run) drop_pending(workspace, pending.id);
  return out;
}

}  // namespace aptix::ops
