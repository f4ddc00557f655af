#include "ops/session/session.h"

#include <algorithm>

#include "ops/batch/batches.h"
#include "ops/files/tree_file.h"
#include "ops/publish/publish.h"
#include "ops/registry/registry.h"

namespace aptix::ops {
namespace {

// One that may not be read any more is told as it is known.
bool is_stale(const Tree& tree, const NotedRead& read, const std::optional<Sha256>& held) {
  auto bytes = tree.read_file(read.path);
  if (!bytes && bytes.error().code == Code::policy_denied) return false;
  if (!bytes) return held.has_value();
  return !held || sha256(*bytes) != *held;
}

void view_reads(const Tree& tree, const SessionState& state, SessionView& view) {
  for (const auto& [path, read] : state.reads) {
    auto held = state.held.find(path);
    view.reads.push_back({read, is_stale(tree, read, held == state.held.end() ? read.sha : held->second)});
  }
  std::stable_sort(view.reads.begin(), view.reads.end(), [](const ViewedRead& a, const ViewedRead& b) {
    return a.stale != b.stale ? a.stale : a.read.time_ns > b.read.time_ns;
  });
  for (const auto& [path, write] : state.writes) view.writes.push_back(write);
  std::stable_sort(view.writes.begin(), view.writes.end(),
      [](const NotedWrite& a, const NotedWrite& b) { return a.time_ns > b.time_ns; });
}

Status view_pending(disk::Workspace& workspace, SessionView& view, std::vector<Diagnostic>& warnings) {
  auto approvals = list_pending(workspace);
  for (const Pending& pending : approvals.value) {
    WaitingChange waiting{.id = pending.id, .kind = "approval", .paths = {}};
    for (const PendingFile& file : pending.files) waiting.paths.push_back(file.path);
    view.pending.push_back(std::move(waiting));
  }
  std::move(approvals.diagnostics.warnings.begin(), approvals.diagnostics.warnings.end(), std::back_inserter(warnings));
  TRY_ASSIGN(batches, list_batches(workspace));
  auto log = disk::read_log(workspace);
  for (store::StoredBatch& batch : batches) {
    follow_log(batch, log.value);
    if (state_of(batch) == BatchState::stored) view.pending.push_back({.id = batch.id, .kind = "batch", .paths = {}});
  }
  return {};
}

Status view_uncommitted(disk::Workspace& workspace, const GitSurroundings& git, SessionView& view) {
  TRY_ASSIGN(tree, open_git_tree(disk::posix_file_system(), workspace, git));
  if (!tree.exists) return {};
  TRY_ASSIGN(changed, changed_paths(tree, git));
  view.uncommitted.assign(changed.begin(), changed.end());
  return {};
}

}  // namespace

Outcome<SessionView> view_session(
    disk::Workspace& workspace, Sources& sources, const GitSurroundings& git, const SessionState& state) {
  Outcome<SessionView> out;
  std::vector<Diagnostic>& warnings = out.diagnostics.warnings;
  auto note = [&](Status status) {
    if (!status) warnings.push_back(std::move(status).error());
  };
  if (auto tree = Tree::open_top(workspace.path(), workspace.guard())) view_reads(*tree, state, out.value);
  else note(fail(std::move(tree).error()));
  if (auto active = sources.active()) out.value.active = std::move(*active);
  else note(fail(std::move(active).error()));
  note(view_pending(workspace, out.value, warnings));
  auto top = workspace.at_top();
  note(top ? view_uncommitted(**top, git, out.value) : fail(std::move(top).error()));
  return out;
}

}  // namespace aptix::ops
