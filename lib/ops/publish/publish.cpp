#include "ops/publish/publish.h"

#include <fmt/format.h>

#include "base/parallel.h"
#include "edit/line_stats.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

using End = PublishRequest::End;

void check_size(const ChangeSet& changes, uint64_t most, Diagnostics& said) {
  uint64_t total = 0;
  for (const FileChange& change : changes.changes) total += change.after_size;
  if (most == 0 || total <= most) return;
  said.errors.push_back(
      make_error(Code::limit_exceeded, fmt::format("the result has {} bytes, more than the limit of {}", total, most),
          "raise the limit with --max-result"));
}

void check_page(
    const disk::Workspace& workspace, const ChangeSet& changes, const PublishRequest& request, Diagnostics& said) {
  if (request.end == End::refused || request.page == nullptr || !*request.page) return;
  said.add({.errors = overwritten_by_page(**request.page, workspace.root_path(), changes), .warnings = {}});
}

void write(disk::Workspace& workspace, ChangeSet& changes, const PublishRequest& request, Outcome<Published>& out) {
  if (request.end == End::committed) {
    auto committed = disk::commit(workspace, changes, request.commit);
    out.value.transaction = committed.value.id;
    out.value.directories_removed = std::move(committed.value.directories_removed);
    out.diagnostics.add(std::move(committed.diagnostics));
    return;
  }
  if (request.end == End::foreseen) out.diagnostics.add(disk::foresee(workspace, changes));
  hash_changes(changes, request.commit.threads);
}

std::string page_of(const ChangeSet& changes, const PublishRequest& request, const Outcome<Published>& out) {
  ShownChange shown{.transaction = out.value.transaction, .is_preview = request.end != End::committed, .remarks = {}};
  if (request.said != nullptr) shown.remarks = *request.said;
  if (request.said != nullptr) shown.remarks.add(Diagnostics(out.diagnostics));
  bool is_as_told = shown.transaction != 0 || shown.is_preview || shown.remarks.ok();
  return is_as_told ? change_page(**request.page, changes, shown) : std::string();
}

}  // namespace

Outcome<Published> publish(disk::Workspace& workspace, ChangeSet& changes, const PublishRequest& request) {
  Outcome<Published> out;
  check_size(changes, request.most_bytes, out.diagnostics);
  if (out.ok()) check_page(workspace, changes, request, out.diagnostics);
  bool goes_on = out.ok() && request.end != End::refused;
  Background counting;
  counting.plan(when_beside(changes, request.commit.threads), [&changes] { edit::count_changed_lines(changes); });
  if (goes_on) {
    write(workspace, changes, request, out);
    if (request.see) request.see(changes, workspace);
    if (request.want_diff) out.value.diff = render::unified_diff(changes);
    if (request.page != nullptr && *request.page) out.value.page = page_of(changes, request, out);
  }
  if (!goes_on || !out.ok()) hash_changes(changes, request.commit.threads);
  counting.finish();
  return out;
}

}  // namespace aptix::ops
