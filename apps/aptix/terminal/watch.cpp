// The audit of a run, see session.h.
#include <algorithm>
#include <mutex>

#include "disk/history.h"
#include "ops/publish/publish.h"
#include "render/json.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr int kUsageExit = 2, kGitUsageExit = 129;

// A read is recorded only if a tool runs the command.
bool is_audited(const Session& session) {
  if (session.trail == nullptr || session.dry_run()) return false;
  if (session.command.audited == Audited::no) return false;
  bool reads = session.command.audited == Audited::reads || session.trail->only_reads;
  return !reads || session.environment.is_tool;
}

std::vector<std::string> words_of(const Arguments& arguments) {
  std::vector<std::string> words;
  for (const Arguments::Typed& typed : arguments.typed()) words.push_back(typed.word());
  words.insert(words.end(), arguments.operands().begin(), arguments.operands().end());
  return words;
}

// Relative to the workspace, unless it is absolute.
std::string read_path(const AuditTrail& trail, const std::string& typed) {
  std::string_view path = typed;
  while (path.starts_with("./")) path.remove_prefix(2);
  return path.starts_with('/') || trail.prefix.empty() ? std::string(path) : trail.prefix + "/" + std::string(path);
}

void add_missing(std::vector<TouchedPath>& paths, std::vector<TouchedPath> more) {
  for (TouchedPath& path : more)
    if (std::ranges::find(paths, path.path, &TouchedPath::path) == paths.end()) paths.push_back(std::move(path));
}

using Writer = std::optional<disk::AuditWriter>;

Status open_writer(Writer& writer, disk::Workspace& workspace) {
  if (writer) return {};
  TRY_ASSIGN(opened, disk::AuditWriter::open(workspace));
  writer.emplace(std::move(opened));
  return {};
}

Result<std::unique_ptr<disk::Workspace>> open_top(const AuditTrail& trail) {
  return disk::Workspace::open(disk::posix_file_system(), trail.path, trail.around);
}

}  // namespace

void watch(const Session& session, disk::Workspace& workspace) {
  if (!is_audited(session)) return;
  AuditTrail& trail = *session.trail;
  if (!trail.watch) {  // the first workspace that the command opens
    trail.watch = std::make_shared<Watch>();
    trail.run_lock = std::make_shared<disk::RunLock>();
    trail.path = workspace.path();
    trail.prefix = workspace.root_prefix();
    trail.around = workspace.around();
    trail.writer = std::make_shared<Writer>();
  }
  disk::AskReady ready;
  if (session.command.audited == Audited::writes)
    ready = [writer = trail.writer](disk::Workspace& changed) { return open_writer(*writer, changed); };
  workspace.set_watch(trail.watch, trail.run_lock, std::move(ready));
}

Status begin_audit(const Session& session) {
  bool begins = is_audited(session) && session.trail->watch && session.command.audited == Audited::writes;
  if (!begins || *session.trail->writer) return {};
  TRY_ASSIGN(top, open_top(*session.trail));
  return open_writer(*session.trail->writer, *top);
}

void note_errors(const Session& session, const Diagnostics& said) {
  if (!is_audited(session) || said.errors.empty()) return;
  ops::AuditRecord& record = session.trail->record;
  record.error_code = info(said.errors.front().code).id;
  for (const Diagnostic& error : said.errors)
    if (!error.path.empty()) record.paths.push_back({.path = error.path});
}

void note_input(const Session& session, const std::string& name, std::shared_ptr<const std::string> text) {
  if (!is_audited(session)) return;
  session.trail->record.inputs.push_back({name, sha256(*text), text->size()});
}

namespace {

// Writes records for transactions whose runs were killed before they could do so.
Outcome<uint64_t> write_missing(const AuditTrail& trail, disk::AuditWriter& writer) {
  uint64_t ours = trail.record.transaction;
  Outcome<uint64_t> written = writer.last_transaction(ours);
  uint64_t told = written.value;
  if (!written.ok() || ours <= told + 1) return written;
  TRY_ASSIGN(top, open_top(trail));
  for (const disk::Record& record : disk::read_log(*top).value) {
    if (record.id <= told || record.id >= ours || !written.ok()) continue;
    ops::AuditRecord missing;
    missing.time_ns = record.time_ns;
    missing.caller = record.caller;
    missing.tool = command_in(record.command);
    missing.transaction = record.id;
    missing.details =
        json::object([&](json::Writer& w) { w.field("addedLater", true).field("command", record.command); });
    for (const disk::RecordedFile& file : record.files) missing.paths.push_back(ops::touched_path(file));
    Outcome<uint64_t> added = writer.append(ops::audit_members(missing), {.transaction = record.id});
    written.diagnostics.add(std::move(added.diagnostics));
  }
  return written;
}

// The audit's lock is polled, so threads of one process queue at the mutex instead. The lock is released at once.
Outcome<uint64_t> write_record(AuditTrail& trail) {
  static std::mutex writing;
  std::lock_guard queued(writing);
  std::unique_ptr<disk::Workspace> opened;
  disk::Workspace* top = trail.live ? &trail.live->workspace() : nullptr;
  if (!*trail.writer || trail.after) {
    if (top == nullptr) TRY_SET(opened, open_top(trail));
    if (top == nullptr) top = opened.get();
    TRY(open_writer(*trail.writer, *top));
  }
  Outcome<uint64_t> written = write_missing(trail, **trail.writer);
  if (!written.ok()) return written;
  Outcome<uint64_t> own = (*trail.writer)
                              ->append(ops::audit_members(trail.record),
                                  {.rotation = trail.rotation, .transaction = trail.record.transaction});
  written.diagnostics.add(std::move(own.diagnostics));
  if (written.ok() && trail.after)
    if (Status done = trail.after(*top); !done) written.add(std::move(done).error());
  trail.writer->reset();
  return written;
}

void end_audit(const Session& session, int64_t started_ns, Answer& answer) {
  if (!is_audited(session) || !session.trail->watch) return;
  AuditTrail& trail = *session.trail;
  bool wrong_usage = answer.exit_code == kUsageExit ||
      (session.command.exit_codes == ExitCodes::git && answer.exit_code == kGitUsageExit);
  if (wrong_usage) return;
  ops::AuditRecord& record = trail.record;
  std::vector<TouchedPath> tried = std::exchange(record.paths, std::move(trail.watch->touched));
  add_missing(record.paths, std::move(tried));
  if (session.command.audited == Audited::reads && record.paths.empty() && session.command.takes_files())
    for (const std::string& operand : session.arguments.operands())
      record.paths.push_back({.path = read_path(trail, operand)});
  record.time_ns = started_ns;
  record.caller = session.environment.around.caller;
  if (record.session.empty()) record.session = session.environment.session;
  record.tool = session.tool != nullptr ? session.tool->name : session.command.name;
  record.arguments = words_of(session.arguments);
  record.exit = answer.exit_code;
  record.duration_ms = (now_ns() - started_ns) / 1'000'000;
  record.transaction = answer.transaction;
  if (answer.exit_code == 0) record.error_code.clear();
  Outcome<uint64_t> written = write_record(trail);
  // Do not report a failure that the command has already reported.
  constexpr int kMachineExit = 5;
  bool told = answer.exit_code == kMachineExit || record.error_code == info(Code::state_untrusted).id;
  if (!written.ok() && told) return;
  Diagnostics said{.warnings = std::move(written.diagnostics.warnings)};
  for (Diagnostic& error : written.diagnostics.errors) said.warnings.push_back(std::move(error));
  if (!session.json() || !render::add_warnings(answer.out, said.warnings))
    answer.err += render::render_diagnostics(said, session.text_options());
}

}  // namespace

Answer run_audited(Session& session) {
  int64_t started = now_ns();
  auto answer = session.command.run(session);
  Answer done =
      answer ? std::move(*answer) : make_answer(session, {.diagnostics = {.errors = {std::move(answer).error()}}});
  end_audit(session, started, done);
  return done;
}

}  // namespace aptix::app
