#include "ops/publish/publish.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/assert.h"
#include "base/parallel.h"
#include "context/redact.h"
#include "disk/confined.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

Result<Error> store_waiting(disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix,
    const Diagnostics& said, const Reversal& reversal) {
  TRY(workspace.ready());
  TRY_ASSIGN(id, store_pending(workspace, changes, prefix, reversal));
  Error waiting = make_error(Code::policy_approval_needed, "the change waits for the approval of a person",
      "'aptix approve " + id + "' shows it and carries it out");
  for (const Diagnostic& error : said.errors) waiting.notes.push_back(error.message);
  if (said.errors.size() == 1) waiting.at(said.errors.front().path);
  waiting.approval = std::move(id);
  return waiting;
}

// The lock is released meanwhile: a person may take long.
Result<std::optional<bool>> ask_without_lock(
    disk::Workspace& workspace, const ChangeSet& changes, const Diagnostics& said, std::vector<Diagnostic>& warnings) {
  if (!workspace.ask()) return std::optional<bool>();
  std::vector<std::string> paths;
  for (const Diagnostic& error : said.errors) paths.push_back(error.path);
  disk::unlock(workspace);
  Result<std::optional<bool>> answer = workspace.ask()(render::unified_diff(changes), paths);
  auto locked = disk::lock(workspace);
  warnings = std::move(locked.diagnostics.warnings);
  if (!locked.ok()) return fail(std::move(locked.diagnostics.errors.front()));
  return answer;
}

// Asks the policy about each file that is written, and about files whose content goes into others. A source that is
// changed itself is judged as a write. Returns for each change whether its content comes from a sensitive file.
std::vector<bool> ask_policy(
    const Guard& guard, const ChangeSet& changes, const std::string& prefix, Diagnostics& said) {
  std::set<std::string_view> written;  // filled only if a change has a source; few do
  std::vector<bool> from_sensitive;
  bool any_source =
      std::ranges::any_of(changes.changes, [](const FileChange& change) { return change.from.has_value(); });
  for (const FileChange& change : changes.changes)
    if (any_source) written.insert(change.path.str());
  for (const FileChange& change : changes.changes) {
    said.add(guard.judge_write(disk::join_path(prefix, change.path.str())));
    Diagnostics copied;
    if (change.from) copied = guard.judge_copy(disk::join_path(prefix, change.from->str()));
    from_sensitive.push_back(!copied.ok() || !copied.warnings.empty());
    if (change.from && !written.contains(change.from->str())) said.add(std::move(copied));
  }
  for (const SubmoduleChange& change : changes.submodules)
    said.add(guard.judge_write(disk::join_path(prefix, change.path.str())));
  return from_sensitive;
}

// Searches several files at once if there is much text.
void add_new_secrets(
    const ChangeSet& changes, const std::vector<bool>& from_sensitive, unsigned threads, Diagnostics& said) {
  constexpr size_t kInARow = 16;
  std::vector<std::vector<Diagnostic>> found(changes.changes.size());
  bool one_by_one = found.size() < 2 || when_beside(changes, threads) == Background::When::at_finish;
  size_t in_a_row = found.size() < 4 * kInARow ? 1 : kInARow;
  Status done = in_parallel(found.size(), {.most = one_by_one ? 1 : threads, .in_a_row = in_a_row}, [&] {
    return [&](size_t i) -> Status {
      const FileChange& change = changes.changes[i];
      if (!from_sensitive[i] || !change.after_exists) {
        found[i] = context::new_secrets(change);
        return {};
      }
      FileChange alone = change;  // what comes from a sensitive file is all new at its target
      std::string bytes = change.after_bytes();
      alone.set_after(change.after_kind, change.after_mode, bytes);
      alone.compared_with = {};
      found[i] = context::new_secrets(alone);
      return {};
    };
  });
  ASSERT(done.has_value());
  for (std::vector<Diagnostic>& warnings : found) said.add({.warnings = std::move(warnings)});
}

}  // namespace

bool only_waits(const Diagnostics& said) {
  return !said.errors.empty() && std::ranges::all_of(said.errors, [](const Diagnostic& error) {
    return error.code == Code::policy_approval_needed;
  });
}

Diagnostics judge(const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix,
    const StatesBase& states_base, unsigned threads) {
  Diagnostics said;
  auto stated = [&](const FileChange& change) { return !states_base || states_base(change); };
  if (workspace.memory() != nullptr) said = workspace.memory()->judge(changes, prefix, stated);
  const Guard* guard = workspace.guard().get();
  if (guard == nullptr) return said;
  std::vector<bool> from_sensitive = ask_policy(*guard, changes, prefix, said);
  if (said.ok() || only_waits(said)) add_new_secrets(changes, from_sensitive, threads, said);
  if (guard->is_strict()) said.make_strict();
  return said;
}

std::optional<Error> judge_shown(const disk::Workspace& workspace, const FileChange& change) {
  auto refused_at = [&](const RelPath& path) {
    return reading_refused(workspace.guard().get(), disk::join_path(workspace.root_prefix(), path.str()));
  };
  auto refused = refused_at(change.path);
  return refused || !change.from ? refused : refused_at(*change.from);
}

Diagnostics judge_shown(const disk::Workspace& workspace, const ChangeSet& changes) {
  Diagnostics said;
  for (const FileChange& change : changes.changes)
    if (auto refused = judge_shown(workspace, change)) said.errors.push_back(std::move(*refused));
  return said;
}

void wait_for_person(disk::Workspace& workspace, ChangeSet& changes, const std::string& prefix, Diagnostics& said,
    const Reversal& reversal) {
  if (!only_waits(said)) {
    for (Diagnostic& error : said.errors)
      if (error.code == Code::policy_approval_needed)
        error.hint = "leave out what is refused beside it; then it is stored for a person";
    return;
  }
  std::vector<Diagnostic> warnings;
  auto answer = ask_without_lock(workspace, changes, said, warnings);
  if (!answer) said.errors = {std::move(answer).error()};
  else if (*answer && **answer) said.errors.clear();
  else if (*answer)
    said.errors = {make_error(Code::policy_approval_needed, "the change was not approved",
        "run this again where it is to be made; 'aptix policy list' lists the rules")};
  else {
    auto stored = store_waiting(workspace, changes, prefix, said, reversal);
    said.errors = {stored ? std::move(*stored) : std::move(stored).error()};
  }
  said.add({.warnings = std::move(warnings)});
}

Diagnostics note_touched(const disk::Workspace& workspace, std::vector<TouchedPath> touched, uint64_t transaction) {
  Diagnostics said;
  if (workspace.memory() != nullptr && transaction != 0) said = workspace.memory()->note_written(touched, transaction);
  if (workspace.watch() == nullptr) return said;
  std::vector<TouchedPath>& all = workspace.watch()->touched;
  if (all.empty()) all = std::move(touched);
  else all.insert(all.end(), std::make_move_iterator(touched.begin()), std::make_move_iterator(touched.end()));
  return said;
}

Diagnostics note_touched(
    const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, uint64_t transaction) {
  std::vector<TouchedPath> all;
  all.reserve(changes.changes.size());
  for (const FileChange& change : changes.changes) {
    TouchedPath touched{.path = disk::join_path(prefix, change.path.str()), .size = change.after_size};
    if (change.from) touched.from = disk::join_path(prefix, change.from->str());
    if (change.before.exists) touched.before = change.before_sha;
    if (transaction == 0) touched.after = touched.before;
    else if (change.after_exists) touched.after = change.after_sha;
    all.push_back(std::move(touched));
  }
  return note_touched(workspace, std::move(all), transaction);
}

}  // namespace aptix::ops
