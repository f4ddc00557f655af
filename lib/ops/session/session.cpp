#include "ops/session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "ops/batch/batches.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {
namespace {

Error ended(const SessionState& state) {
  return make_error(Code::session_unknown, fmt::format("the session {} has ended", in_quotes(state.id)),
      "begin another one with 'aptix session start'");
}

Error stale_read(std::string_view path, const std::optional<Sha256>& held, const std::optional<Sha256>& now) {
  std::string what = !now ? "is gone" : !held ? "has come back" : "has changed";
  Error error =
      make_error(Code::session_stale_read, fmt::format("{} {} since this session read it", in_quotes(path), what),
          now ? "read it again ('aptix read --delta' shows what has changed), and make the edits for what is there now"
              : "look at what became of it, and make the edits for what is there now");
  auto shown = [](const std::optional<Sha256>& sha) { return sha ? sha->hex().substr(0, 12) : "no file"; };
  error.notes.push_back(fmt::format("the session knows {}, and there is {}", shown(held), shown(now)));
  return std::move(error.at(path));
}

Error over_budget(std::string_view what, uint64_t wanted, uint64_t used, uint64_t limit) {
  uint64_t left = limit - std::min(used, limit);
  return make_error(Code::policy_budget,
      fmt::format("the session has {} of {} {} left, and this takes {}", left, limit, what, wanted),
      left == 0 ? "ask a person to raise the budget, or to begin another session"
                : "ask for less, or ask a person to raise the budget");
}

bool exceeds(uint64_t used, uint64_t wanted, uint64_t limit) {
  return limit != 0 && (used > limit || wanted > limit - used);
}

}  // namespace

Status LiveSession::start(disk::Workspace& workspace, const SessionState& state) {
  return disk::SessionFile(workspace, state.id).make(start_line(state));
}

Result<std::shared_ptr<LiveSession>> LiveSession::open(
    const disk::Workspace& workspace, const std::string& id, std::shared_ptr<KnownSession> known) {
  TRY_ASSIGN(top, workspace.at_top());
  std::shared_ptr<LiveSession> session(new LiveSession(std::move(top), id, std::move(known)));
  std::lock_guard held(session->known_->mutex);
  TRY(session->refresh());
  return session;
}

std::string LiveSession::profile() const {
  std::lock_guard held(known_->mutex);
  return known_->state.profile;
}

void LiveSession::lower_budget(const SessionBudget& to) {
  budget_ = {.read_tokens = lower_limit(budget_.read_tokens, to.read_tokens),
      .write_files = lower_limit(budget_.write_files, to.write_files),
      .write_bytes = lower_limit(budget_.write_bytes, to.write_bytes)};
}

Status LiveSession::refresh() {
  auto lines = file_.read_on();
  if (lines && lines->from_start) known_->state = {};
  Status done = lines ? known_->state.take(lines->text) : Status(fail(std::move(lines).error()));
  if (!done) known_->state = {}, *known_->position = {};  // so that the next call reads all lines
  TRY(done);
  return known_->state.ended_ns ? Status(fail(ended(known_->state))) : Status();
}

// If most lines are superseded by later ones, replaces all of them by fewer. If that fails, only appends.
Status LiveSession::write(const std::string& line) {
  SessionState next = known_->state.is_worth_replacing() ? known_->state : SessionState();
  if (!next.id.empty() && next.take(line) && file_.replace(all_lines(std::move(next)))) return {};
  return file_.append(line);
}

// The file lock is polled, so runs of one process queue at the mutex instead.
Status LiveSession::note(const std::function<Result<std::string>()>& line) {
  std::lock_guard held(known_->mutex);
  TRY(file_.lock());
  Status done = refresh();
  auto made = done ? line() : Result<std::string>(fail(done.error()));
  if (made && !made->empty()) done = write(*made);
  file_.unlock();
  if (!made) return fail(std::move(made).error());
  TRY(done);
  return known_->state.take(*made);
}

Status LiveSession::note_reads(std::span<const SeenFile> files, uint64_t bytes) {
  uint64_t tokens = context::estimated_tokens(bytes);
  std::vector<NotedRead> reads;
  std::vector<Sha256> shown_before;
  for (const SeenFile& file : files) {
    reads.push_back({.path = file.path, .sha = file.sha, .lines = file.lines, .shown = file.shown});
    if (file.shown && !file.text.empty()) file_.keep_text(file.sha, file.text);
  }
  TRY(note([&]() -> Result<std::string> {
    const SessionState& state = known_->state;
    for (const SeenFile& file : files)
      if (auto shown = state.shown.find(file.path); file.shown && shown != state.shown.end())
        shown_before.push_back(shown->second);
    if (exceeds(state.tokens_read, tokens, budget_.read_tokens))
      return fail(over_budget("tokens of reading (estimated)", tokens, state.tokens_read, budget_.read_tokens));
    return read_line(reads, tokens, workspace_->now_ns());
  }));
  std::lock_guard held(known_->mutex);
  for (const Sha256& sha : shown_before) {
    auto is_it = [&](const auto& shown) { return shown.second == sha; };
    if (std::ranges::none_of(known_->state.shown, is_it)) file_.drop_text(sha);
  }
  return {};
}

std::optional<std::string> LiveSession::shown_text(const std::string& path) {
  std::lock_guard held(known_->mutex);
  auto shown = known_->state.shown.find(path);
  return shown == known_->state.shown.end() ? std::nullopt : file_.kept_text(shown->second);
}

Result<std::string> LiveSession::add_task(const std::string& text) {
  SessionTask task{.id = {}, .text = text};
  TRY(note([&]() -> Result<std::string> {
    task.id = std::to_string(known_->state.tasks.size() + 1);
    return task_line(task);
  }));
  return task.id;
}

Status LiveSession::finish_task(const std::string& id) {
  return note([&]() -> Result<std::string> {
    for (const SessionTask& task : known_->state.tasks)
      if (task.id == id) return task.done ? std::string() : done_line(id);
    return fail(
        Code::usage, fmt::format("the session has no task {}", in_quotes(id)), "'aptix session show' lists its tasks");
  });
}

Status LiveSession::end() {
  TRY(note([&]() -> Result<std::string> { return end_line(workspace_->now_ns()); }));
  file_.drop_texts();
  return {};
}

Diagnostics LiveSession::over_write_budget(const ChangeSet& changes, const std::string& prefix) const {
  Diagnostics said;
  const SessionState& state = known_->state;
  std::set<std::string> fresh;
  uint64_t bytes = 0;
  for (const FileChange& change : changes.changes) {
    std::string path = disk::join_path(prefix, change.path.str());
    bytes += change.after_size;
    if (!state.writes.contains(path)) fresh.insert(std::move(path));
  }
  if (exceeds(state.writes.size(), fresh.size(), budget_.write_files))
    said.errors.push_back(over_budget("files to write", fresh.size(), state.writes.size(), budget_.write_files));
  if (exceeds(state.bytes_written, bytes, budget_.write_bytes))
    said.errors.push_back(over_budget("bytes to write", bytes, state.bytes_written, budget_.write_bytes));
  return said;
}

Diagnostics LiveSession::judge(const ChangeSet& changes, const std::string& prefix, const StatesBase& states_base) {
  Diagnostics said;
  if (changes.changes.empty()) return said;
  struct Held {
    const FileChange* change;
    std::string path;
    std::optional<Sha256> sha;
  };
  std::vector<Held> all;
  Diagnostics over;
  {
    std::lock_guard locked(known_->mutex);
    if (Status known = refresh(); !known) {
      said.errors.push_back(std::move(known).error());
      return said;
    }
    for (const FileChange& change : changes.changes) {
      std::string path = disk::join_path(prefix, change.path.str());
      if (auto held = known_->state.held.find(path); held != known_->state.held.end())
        all.push_back({&change, std::move(path), held->second});
    }
    over = over_write_budget(changes, prefix);
  }
  for (const Held& held : all) {
    const FileImage& before = held.change->before;
    std::optional<Sha256> now;
    if (before.exists) now = sha256(before.bytes);
    if (now != held.sha && !states_base(*held.change)) said.errors.push_back(stale_read(held.path, held.sha, now));
  }
  said.add(std::move(over));
  return said;
}

Diagnostics LiveSession::note_written(std::span<const TouchedPath> files, uint64_t transaction) {
  std::vector<NotedWrite> writes;
  for (const TouchedPath& file : files)
    writes.push_back({.path = file.path, .sha = file.after, .size = file.after ? file.size : 0, .from = file.from});
  Diagnostics said;
  Status noted = note([&]() -> Result<std::string> { return write_line(writes, transaction, workspace_->now_ns()); });
  if (!noted) said.warnings.push_back(std::move(noted).error());
  return said;
}

Result<std::vector<ListedSession>> list_sessions(disk::Workspace& workspace) {
  std::vector<ListedSession> sessions;
  TRY_ASSIGN(ids, disk::session_ids(workspace));
  for (const std::string& id : ids) {
    ListedSession session;
    disk::SessionFile file(workspace, id);
    auto lines = file.read_on();
    Status taken = lines ? session.state.take(lines->text) : fail(std::move(lines).error());
    if (!taken && session.state.id.empty()) session.state.id = id;
    if (!taken) session.damage = std::move(taken).error();
    sessions.push_back(std::move(session));
  }
  std::ranges::stable_sort(
      sessions, [](const ListedSession& a, const ListedSession& b) { return a.state.started_ns < b.state.started_ns; });
  return sessions;
}

namespace {

void view_reads(const Tree& tree, const SessionState& state, SessionView& view) {
  for (const auto& [path, read] : state.reads) {
    auto held = state.held.find(path);
    std::optional<Sha256> known = held == state.held.end() ? read.sha : held->second, now = known;
    auto bytes = tree.read_file(path);
    if (bytes) now = sha256(*bytes);
    else if (bytes.error().code != Code::policy_denied) now.reset();  // shown as last known
    view.reads.push_back({read, now != known});
  }
  std::ranges::stable_sort(view.reads, [](const ViewedRead& a, const ViewedRead& b) {
    return a.stale != b.stale ? a.stale : a.read.time_ns > b.read.time_ns;
  });
  for (const auto& [path, write] : state.writes) view.writes.push_back(write);
  std::ranges::stable_sort(view.writes, [](const NotedWrite& a, const NotedWrite& b) { return a.time_ns > b.time_ns; });
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
  note([&]() -> Status {
    TRY_ASSIGN(top, workspace.at_top());
    TRY_ASSIGN(tree, open_git_tree(disk::posix_file_system(), *top, git));
    if (!tree.exists) return {};
    TRY_ASSIGN(changed, changed_paths(tree, git));
    out.value.uncommitted.assign(changed.begin(), changed.end());
    return {};
  }());
  return out;
}

}  // namespace aptix::ops
