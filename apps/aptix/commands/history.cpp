// aptix history, aptix diff and aptix rollback: the versions of files.
#include "ops/history/history.h"
#include "context/redact.h"
#include "disk/commit.h"
#include "disk/reader.h"
#include "edit/basis/line_stats.h"
#include "ops/publish/publish.h"
#include "ops/write/write.h"
#include "render/diff.h"
#include "shared/reading.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/git.h"

namespace aptix::app {
namespace {

std::string version_of(const ops::HistoryRow& row) {
  return row.touch == nullptr ? "base" : std::to_string(row.touch->record->id);
}

void write_row(json::Writer& w, const ops::HistoryRow& row) {
  const disk::Record* record = row.touch == nullptr ? nullptr : row.touch->record;
  auto field = [&](std::string_view key, const std::string& text) {
    record == nullptr ? w.key(key).null() : w.field(key, text);
  };
  w.field("version", version_of(row));
  field("time", record == nullptr ? "" : utc_time(record->time_ns));
  field("caller", record == nullptr ? "" : record->caller);
  field("command", record == nullptr ? "" : command_in(record->command));
  field("operation", record == nullptr ? "" : std::string(operation_of(*row.touch)));
  w.field_or_null("sha256", hex_of(row.state));
  w.field_or_null("previousSha256", record == nullptr ? "" : hex_of(row.touch->file->before));
  w.field("size", row.state.size).field("kept", row.kept).field("undone", record != nullptr && record->undone);
  w.field("path", row.path);
}

std::string row_text(const ops::HistoryRow& row, const std::string& path) {
  std::string line = fmt::format("{:>4}  ", version_of(row));
  if (row.touch == nullptr) {
    line += "what stood before";
  } else {
    const disk::Record& record = *row.touch->record;
    line += fmt::format("{}  {:<7}  {}  {}", local_time(record.time_ns), operation_of(*row.touch),
        escape_for_display(record.caller), escape_for_display(record.command));
    if (record.undone) line += "  (undone)";
  }
  if (row.path != path) line += fmt::format("  (as {})", escape_for_display(row.path));
  return line + (row.kept ? "\n" : "  (its text is no longer kept)\n");
}

// The operand as a path relative to the workspace.
Result<std::string> one_place(const Session& session, OpenedSources& found) {
  TRY_ASSIGN(places, places_of(session, found.opened));
  TRY(check_below_root(session, found, session.arguments.operands().front(), places.front()));
  return std::move(places.front());
}

Outcome<std::unique_ptr<ops::Versions>> open_versions(
    const Session& session, OpenedSources& found, ops::Damaged damaged) {
  disk::Workspace& workspace = *found.opened.workspace;
  // Files in a folder that cannot be read are unknown, and are left alone.
  auto list_files = [&]() -> Result<std::vector<std::string>> {
    TRY_ASSIGN(top, workspace.at_top());
    auto files = files_of_tree(session, *top);
    if (!files.ok()) return fail(std::move(files.diagnostics.errors.front()));
    return std::move(files.value);
  };
  return ops::Versions::open(workspace,
      {.run_git = git_runner(workspace.path()), .sources = &found.sources, .list_files = list_files}, damaged);
}

Result<Answer> run_history(Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(path, one_place(session, found));
  Said said;
  auto versions = said.diagnostics.take(open_versions(session, found, ops::Damaged::warned_of));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  auto history = versions->history(path);
  if (!history) said.diagnostics.errors.push_back(std::move(history).error());
  if (!history) return make_answer(session, said);
  said.json = json::object([&](json::Writer& w) {
    w.field("path", path).field("docPath", found.sources.doc_paths().key_of(path));
    w.key("current").begin_object().field_or_null("sha256", hex_of(history->current));
    w.field_or_null("version", history->version ? std::to_string(*history->version) : "");
    w.field("outsideEdit", history->outside_edit).end_object();
    w.objects("versions", history->rows, [&](const ops::HistoryRow& row) { write_row(w, row); });
    w.objects("checkpoints", history->checkpoints, [&](const ops::CheckpointRow& row) {
      w.field("version", row.name).field("time", utc_time(row.time_ns)).field_or_null("sha256", hex_of(row.state));
      w.field("size", row.state.size);
    });
  });
  if (history->outside_edit) said.text = "disk  edited outside of aptix since; 'aptix diff' shows it\n";
  for (const ops::HistoryRow& row : history->rows) said.text += row_text(row, path);
  for (const ops::CheckpointRow& row : history->checkpoints)
    said.text += fmt::format("{}  {}  checkpoint\n", row.name, local_time(row.time_ns));
  if (history->rows.empty() && history->checkpoints.empty()) said.remark = "no transaction changed that\n";
  return make_answer(session, said);
}

Result<std::optional<ops::VersionName>> version_option(const Session& session, std::string_view option) {
  auto text = session.arguments.value(option);
  if (!text) return std::optional<ops::VersionName>();
  TRY_ASSIGN(name, ops::parse_version(*text));
  return std::optional(std::move(name));
}

struct FileStat {
  std::string_view operation;
  std::optional<Sha256> before = {}, after = {};
  diff::LineCounts lines = {};
  render::FileCount count = {};
};

struct Comparison {
  std::string diff;
  std::vector<FileStat> files;
};

Comparison compare(const ChangeSet& changes, unsigned context) {
  Comparison out;
  render::for_each_file(changes, [&](const render::FileSide& before, const render::FileSide& after) {
    FileStat stat{.operation = operation_of(before, after)};
    if (before.exists) stat.before = sha256(before.bytes);
    if (after.exists) stat.after = sha256(after.bytes);
    render::FileDiff diff = render::diff_of_file(before, after, render::Contents::as_git_does, context);
    stat.lines = diff.lines ? *diff.lines : edit::changed_lines(before.bytes, {&after.bytes, 1});
    stat.count = {.name = after.exists ? after.name : before.name, .is_binary = !diff.lines};
    if (stat.operation == "rename") stat.count.from = before.name;
    stat.count.added = diff.lines ? diff.lines->added : after.bytes.size();
    stat.count.removed = diff.lines ? diff.lines->removed : before.bytes.size();
    out.diff += diff.text;
    out.files.push_back(std::move(stat));
  });
  return out;
}

std::string stat_text(const Session& session, const std::vector<FileStat>& stats) {
  constexpr size_t kWithoutTerminal = 80;
  std::vector<render::FileCount> counts;
  for (const FileStat& stat : stats) counts.push_back(stat.count);
  std::string text =
      render::diff_stat(counts, session.environment.terminal_out ? session.environment.width : kWithoutTerminal);
  return session.environment.terminal_out ? escape_block_for_display(text) : text;
}

// What git calls changed: without PATH and without a kept transaction, or if only git's versions are compared.
Outcome<ChangeSet> changes_in_git(
    disk::Workspace& workspace, const ops::CompareRequest& request, const std::vector<std::string>& paths) {
  ops::GitRange range;
  if (request.from) range.from = request.from->revision;
  if (request.to.kind == ops::VersionName::Kind::git) range.to = request.to.revision;
  std::unique_ptr<Reader> reader = disk::reader(workspace, {}, disk::Links::seen);
  Outcome<ChangeSet> changes = ops::git_changes(git_runner(workspace.root_path()), *reader, range, paths);
  for (Diagnostic& error : changes.diagnostics.errors)
    if (error.code == Code::usage && !request.from)
      error.hint = "no transaction is there to compare with, either: apply something first";
  return changes;
}

// Skips, with a warning, files that were not named and may not be read or are no longer regular files.
void pass_over_refused(const std::vector<std::string>& named, Diagnostics& said) {
  auto is_refused = [&](const Diagnostic& error) {
    bool may_not =
        error.code == Code::policy_denied || error.code == Code::path_symlink || error.code == Code::path_special;
    return may_not && std::ranges::find(named, error.path) == named.end();
  };
  std::ranges::copy_if(said.errors, std::back_inserter(said.warnings), is_refused);
  std::erase_if(said.errors, is_refused);
}

Outcome<ChangeSet> changes_to_show(
    const Session& session, OpenedSources& found, ops::Versions& versions, ops::CompareRequest request) {
  using Kind = ops::VersionName::Kind;
  bool from_git = !request.from || request.from->kind == Kind::git;
  bool to_git = request.to.kind == Kind::disk || (request.from && request.to.kind == Kind::git);
  bool none_kept = !request.from && versions.timeline().touched().empty();
  disk::Workspace& workspace = *found.opened.workspace;
  if (request.paths.empty() && from_git && to_git && (request.from || none_kept))
    return changes_in_git(workspace, request, session.arguments.operands());
  Outcome<ChangeSet> changes = ops::compare(versions, request);
  if (session.tool != nullptr) pass_over_refused(request.paths, changes.diagnostics);
  if (Status moved = ops::move_to_root(changes.value, found.root_prefix); changes.ok() && !moved)
    changes.add(std::move(moved).error());
  return changes;
}

// Of a file that a tool may not see, reports only that it differs. If the file was named, that is an error.
void keep_back(
    const OpenedSources& found, const std::vector<std::string>& named, ChangeSet& changes, Diagnostics& said) {
  auto from_top = [&](const RelPath& path) { return disk::join_path(found.root_prefix, path.str()); };
  const policy::Policy& policy = found.opened.settings.policy;
  std::erase_if(changes.changes, [&](const FileChange& change) {
    auto why = ops::judge_shown(*found.opened.workspace, change);
    if (why && std::ranges::find(named, from_top(change.path)) != named.end()) return false;
    bool is_sensitive =
        policy.is_sensitive(from_top(change.path)) || (change.from && policy.is_sensitive(from_top(*change.from)));
    if (!why && is_sensitive)
      why = error_at(change.path.str(), Code::policy_sensitive, in_quotes(change.path.str()) + " is sensitive");
    if (!why) return false;
    why->message += ", so what differs is not shown";
    said.warnings.push_back(std::move(*why));
    return true;
  });
}

std::string comparison_json(
    const Comparison& found, const std::optional<ops::VersionName>& from, const std::optional<ops::VersionName>& to) {
  return json::object([&](json::Writer& w) {
    w.field_or_null("from", from ? from->shown() : "");
    w.field("to", to.value_or(ops::VersionName{}).shown());
    w.objects("files", found.files, [&](const FileStat& stat) {
      w.field("path", stat.count.name).field("operation", stat.operation);
      if (!stat.count.from.empty()) w.field("from", stat.count.from);
      w.field_or_null("before", hex_of(stat.before)).field_or_null("after", hex_of(stat.after));
      w.field("linesAdded", stat.lines.added).field("linesRemoved", stat.lines.removed);
    });
    w.field("diff", found.diff);
  });
}

Result<Answer> run_diff(Session& session) {
  TRY_ASSIGN(from, version_option(session, "from"));
  TRY_ASSIGN(to, version_option(session, "to"));
  TRY_ASSIGN(context, number_of(session.arguments, "unified", 3));
  TRY_ASSIGN(found, open_sources(session));
  TRY_ASSIGN(places, places_of(session, found.opened));
  Said said;
  auto versions = said.diagnostics.take(open_versions(session, found, ops::Damaged::warned_of));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  ChangeSet changes = said.diagnostics.take(changes_to_show(session, found, *versions,
      {.paths = places, .below = found.root_prefix, .from = from, .to = to.value_or(ops::VersionName{})}));
  if (session.tool != nullptr) keep_back(found, places, changes, said.diagnostics);
  if (said.diagnostics.ok()) said.diagnostics.add(ops::judge_shown(*found.opened.workspace, changes));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  auto lines = static_cast<unsigned>(std::min<uint64_t>(context, 1u << 30));
  Comparison compared;
  if (session.json()) compared = compare(changes, lines);
  if (session.tool != nullptr) compared.diff = context::redact(compared.diff).text;
  if (session.json()) said.json = comparison_json(compared, from, to);
  else if (session.flag("stat")) said.text = stat_text(session, compare(changes, lines).files);
  else
    said.text =
        render::diff_text(render::unified_diff(changes, render::Contents::as_git_does, lines), session.text_options());
  Answer answer = make_answer(session, said);
  bool differs = !changes.changes.empty();
  if (session.flag("exit-code") && answer.exit_code == 0 && differs) answer.exit_code = 1;
  return answer;
}

std::string rolled_back_text(const Session& session, const ops::RolledBack& done, const std::string& to) {
  size_t files = done.changes.changes.size();
  if (files == 0) return "nothing to do: the files are as they were then\n";
  return describe(done.changes) +
      end_of_changes(session, files,
          fmt::format("transaction {}: rolled back {} to version {}; undo with 'aptix undo'\n",
              done.published.transaction, render::count_of(files, "file"), to));
}

std::string rolled_back_json(const Session& session, const ops::RolledBack& done, const std::string& to) {
  return json::object([&](json::Writer& w) {
    w.field("command", session.command.name).field("dryRun", session.dry_run()).field("to", to);
    w.field_or_null("transaction", done.published.transaction);
    write_files(w, done.changes);
    w.list("merged", done.merged);
    if (session.flag("diff")) w.field("diff", done.published.diff);
  });
}

Result<Answer> run_rollback(Session& session) {
  TRY_ASSIGN(to, version_option(session, "to"));
  if (!to) return fail(Code::usage, "'aptix rollback' needs '--to'", "give a version that 'aptix history PATH' lists");
  if (to->kind == ops::VersionName::Kind::checkpoint && session.flag("merge"))
    return fail(Code::usage, "'--merge' does not go with a checkpoint, which undoes edits from outside as well",
        "leave it out, or name the transaction to go back to");
  TRY_ASSIGN(named, open_sources(session));
  TRY_ASSIGN(places, places_of(session, named.opened));
  for (size_t i = 0; i < places.size(); ++i)
    TRY(check_below_root(session, named, session.arguments.operands()[i], places[i]));
  Said said;
  auto found = std::make_shared<Result<OpenedSources>>(lock_sources(session));
  if (!*found) return fail(std::move(*found).error());
  auto versions = said.diagnostics.take(open_versions(session, **found, ops::Damaged::refused));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  ops::RolledBack done = said.diagnostics.take(ops::rollback(*(*found)->opened.workspace, *versions,
      {.paths = std::move(places),
          .to = *to,
          .merge = session.flag("merge"),
          .how = making(session, (*found)->opened.settings)}));
  said.transaction = done.published.transaction;
  if (said.diagnostics.ok() || said.transaction != 0) {
    said.diff = done.published.diff;
    said.json = rolled_back_json(session, done, to->shown());
    said.remark = rolled_back_text(session, done, to->shown());
  }
  std::shared_ptr<Opened> opened(found, &(*found)->opened);
  return answer_and_push(
      session, opened, {.transaction = said.transaction}, said.diagnostics, [&] { return make_answer(session, said); });
}

}  // namespace

extern constexpr Command kHistory = {
    .name = "history",
    .summary = "list the versions of a file, the newest first",
    .operands = "PATH",
    .description =
        "One line for each transaction that changed the file: its number, the local time, what it did, who ran it, and "
        "the command. A rename is followed. The file need not exist any more. With --json also the SHA-256 of each "
        "version, and whether its text can still be had; 'outsideEdit' tells that the file was edited by something "
        "else since.\n\n"
        "After these come the checkpoints that have the file, the newest first.",
    .examples = {{"aptix history src/main.c", "who changed it, when, and by which command"},
        {"aptix history --json src/main.c", "the same with hashes, for a script"}},
    .run = run_history,
    .audited = Audited::reads,
};

extern constexpr Command kDiffCommand = {
    .name = "diff",
    .summary = "show what differs between two versions of files",
    .operands = "[PATH...]",
    .description =
        "Prints a unified diff that 'git apply' and 'aptix gitpatch' take. Without --from it begins at the newest "
        "version of each file, so that it shows what was edited outside of aptix since; for a file that no transaction "
        "changed, at what git has. A PATH that is a folder is all that differs below it. Without a PATH: the files "
        "that transactions changed, with --from V those that later "
        "ones changed; where there is no transaction, what git calls changed.\n\n"
        "A version is the number of a transaction, which stands for what it left; 'base', what stood before the oldest "
        "that is kept; 'disk', what stands now; 'git:REV', what git has at a commit; 'cloud', the copy in the Cloud "
        "File Set; the name of a checkpoint, what the whole tree had then: without a PATH all that differs is shown.",
    .options = {option("from", "V", "the version to begin at (the newest)"),
        option("to", "V", "the version to end at (disk)"),
        option("unified", "N", "show N lines around each change (3)", 'U'),
        flag("stat", "only count the lines of each file, as 'git diff --stat' does"),
        flag("exit-code", "exit with 1 where there is a difference")},
    .examples = {{"aptix diff src/main.c", "what was edited by hand since the last transaction"},
        {"aptix diff --from 3 --to 7 src/main.c", "what the transactions 4 to 7 did to a file"},
        {"aptix diff --from git:HEAD src", "what differs from the last commit"},
        {"aptix diff --from before-refactoring --stat", "what has changed since a checkpoint"}},
    .run = run_diff,
    .audited = Audited::reads,
};

extern constexpr Command kRollback = {
    .name = "rollback",
    .summary = "bring files back to an earlier version",
    .operands = "[PATH...]",
    .description =
        "Makes the PATHs, files and folders, what they were after version V, text and mode, by a new transaction that "
        "'aptix undo' undoes. Without a PATH: all files that later transactions changed. A file that was not there "
        "then is deleted, and one that was renamed since gets its old name back.\n\n"
        "A file that was edited outside of aptix since is not overwritten: nothing is done, and each such file is "
        "named. With git:REV that is a file whose text is neither that of the last commit nor what a transaction left "
        "that is still kept. With --merge such edits are kept where they touch other lines.\n\n"
        "The name of a checkpoint stands for the whole tree: without a PATH every file gets the text and mode that it "
        "had then, edits from outside are undone as well, and files that were not there go, unless they were "
        "ignored then.",
    .shared = kDryRun | kDiff | kNoSync | kYes | kEverywhere,
    .options = {option("to", "V", "the version: a transaction, base, git:REV, cloud or a checkpoint"),
        flag("merge", "keep edits from outside where they touch other lines")},
    .examples = {{"aptix rollback --to 12", "undo everything since transaction 12"},
        {"aptix rollback src/main.c --to base", "one file as it was before all transactions"},
        {"aptix rollback -n --diff --to 12", "show what that would change"},
        {"aptix rollback --to before-refactoring", "the whole tree as a checkpoint has it"}},
    .run = run_rollback,
    .audited = Audited::writes,
};

}  // namespace aptix::app
