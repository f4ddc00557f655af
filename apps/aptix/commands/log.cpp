// aptix log and show: the transactions. aptix undo and redo: reverse a transaction, or restore it.
#include <algorithm>
#include <span>

#include "base/text/shell_word.h"
#include "base/text/trim.h"
#include "ops/batch/batches.h"
#include "ops/context/context.h"
#include "ops/history/history.h"
#include "ops/publish/publish.h"
#include "render/html/html.h"
#include "shared/apply.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/git.h"

namespace aptix::app {
namespace {

void write_record(json::Writer& w, const disk::Record& record) {
  w.field("id", record.id).field("kind", name(record.kind)).field("time", utc_time(record.time_ns));
  if (record.reverses != 0) w.field("reverses", record.reverses);
  w.field("caller", record.caller).field("command", record.command);
  w.field("undone", record.undone).field("canUndo", record.preimages && !record.undone);
}

// "undo of 16", "apply"
std::string what(const disk::Record& record) {
  if (record.reverses == 0) return std::string(name(record.kind));
  return fmt::format("{} of {}", name(record.kind), record.reverses);
}

std::string log_line(const disk::Record& record) {
  std::string line = fmt::format("{:>4}  {}  {:<10}  {:>10}  {}", record.id, local_time(record.time_ns), what(record),
      render::count_of(record.files.size(), "file"), escape_for_display(record.command));
  if (record.undone) line += "  (undone)";
  else if (!record.preimages) line += "  (cannot be undone any more)";
  return line + "\n";
}

bool concerns(const disk::Record& record, std::span<const std::string> places) {
  return places.empty() || std::any_of(record.files.begin(), record.files.end(), [&](const disk::RecordedFile& file) {
    return std::any_of(places.begin(), places.end(), [&](const std::string& place) {
      // True for that path, or one below it; "" is the workspace.
      auto is_there = [&](const std::string& path) { return path == place || rest_below(path, place); };
      return is_there(file.path) || (!file.from.empty() && is_there(file.from));
    });
  });
}

// One line of the list, and its JSON object.
std::string tell(const Session& session, disk::Workspace& workspace, const disk::SavedTexts& texts,
    const disk::Record& record, Diagnostics& said, json::Writer& w) {
  write_record(w, record);
  w.field("fileCount", record.files.size());
  if (!session.flag("patch")) return log_line(record);
  std::string diff = said.take(ops::record_diff(workspace, texts, record));
  w.field("diff", diff);
  return log_line(record) + "\n" + render::diff_text(diff, session.text_options()) + "\n";
}

Result<Answer> run_log(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(most, number_of(session.arguments, "limit", UINT64_MAX));
  TRY_ASSIGN(places, places_of(session, opened));
  Diagnostics diagnostics;
  TRY_ASSIGN(texts, disk::SavedTexts::open(*opened.workspace, diagnostics.warnings));
  const std::vector<disk::Record>& log = texts.records();
  std::vector<const disk::Record*> shown;
  for (auto record = log.rbegin(); record != log.rend() && shown.size() < most; ++record)
    if (concerns(*record, places)) shown.push_back(&*record);
  std::string_view none = most == 0 ? "" : log.empty() ? "no transactions yet\n" : "no transaction changed that\n";
  Said said = list_of("transactions", shown, none, [&](json::Writer& w, const disk::Record* record) {
    return tell(session, *opened.workspace, texts, *record, diagnostics, w);
  });
  said.diagnostics = std::move(diagnostics);
  return make_answer(session, said);
}

std::string record_text(const disk::Record& record) {
  std::string text = fmt::format("transaction {}: {}{}\n", record.id, what(record), record.undone ? " (undone)" : "");
  text += fmt::format("time: {}\nby: {}\ncommand: {}\n", local_time(record.time_ns), escape_for_display(record.caller),
      escape_for_display(record.command));
  text += describe(record);
  return text;
}

void show_page(const Session& session, disk::Workspace& workspace, const disk::SavedTexts& texts,
    const disk::Record& record, Diagnostics& said) {
  auto request = make_page_request(session);
  if (!request) return said.errors.push_back(std::move(request).error());
  auto changes = ops::record_changes(workspace, texts, record);
  Diagnostics overwritten = ops::overwritten_by_page(**request, workspace.path(), changes.value);
  overwritten.add(ops::page_refused(**request, workspace));
  if (!overwritten.ok()) return said.add(std::move(overwritten));
  (*request)->facts = {{"Command", record.command}, {"By", record.caller}, {"Time", local_time(record.time_ns)},
      {"Workspace", workspace.path()}};
  std::string title = fmt::format("Transaction {}", record.id);
  if (record.kind != disk::TransactionKind::apply || record.undone)
    title += fmt::format(", {}", record.undone ? "undone" : what(record));
  auto rest = fmt::format("'aptix show --diff {}' prints all of it.", record.id);
  Status saved = write_page(**request,
      render::html_page(changes.value,
          {.title = std::move(title),
              .facts = std::move((*request)->facts),
              .remarks = changes.diagnostics.warnings,
              .rest_hint = std::move(rest)}));
  if (!session.flag("diff")) said.add(std::move(changes.diagnostics));  // --diff has reported them
  if (!saved) said.errors.push_back(std::move(saved).error());
}

// The requested record, or the newest. Fails with usage, undo_unknown.
Result<const disk::Record*> chosen_record(const Session& session, const std::vector<disk::Record>& log) {
  const std::vector<std::string>& operands = session.arguments.operands();
  if (operands.empty() && log.empty())
    return fail(Code::undo_unknown, "there is no transaction yet", "'aptix bundle apply' makes one");
  if (operands.empty()) return &log.back();
  TRY_ASSIGN(id, parse_id(operands.front()));
  const disk::Record* record = ops::find_record(log, id);
  if (record != nullptr) return record;
  return fail(Code::undo_unknown, fmt::format("there is no transaction {}", id), "'aptix log' lists them");
}

Result<Answer> run_log_show(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  Said said;
  TRY_ASSIGN(texts, disk::SavedTexts::open(*opened.workspace, said.diagnostics.warnings));
  const std::vector<disk::Record>& log = texts.records();
  Result<const disk::Record*> chosen = chosen_record(session, log);
  if (!chosen) said.diagnostics.errors.push_back(std::move(chosen).error());
  if (!chosen) return make_answer(session, said);
  const disk::Record* record = *chosen;
  if (session.flag("diff")) said.diff = said.diagnostics.take(ops::record_diff(*opened.workspace, texts, *record));
  if (session.flag("html")) show_page(session, *opened.workspace, texts, *record, said.diagnostics);
  said.text = record_text(*record);
  said.json = json::object([&](json::Writer& w) {
    write_record(w, *record);
    write_files(w, *record);
    if (session.flag("diff")) w.field("diff", said.diff);
  });
  return make_answer(session, said);
}

// `files` is a record, or changes.
template <class Files>
std::string reversal_json(
    const Session& session, uint64_t transaction, uint64_t target, const Files& files, const std::string& diff) {
  return json::object([&](json::Writer& w) {
    w.field("command", session.command.name).field("dryRun", session.dry_run());
    w.field_or_null("transaction", transaction).field("target", target);
    write_files(w, files);
    if (session.flag("diff")) w.field("diff", diff);
  });
}

std::string undone_text(const Session& session, const disk::Undone& undone) {
  size_t files = undone.target.files.size();
  return describe(ops::effect(undone)) +
      end_of_changes(session, files,
          fmt::format("transaction {}: {} transaction {}, {}; reverse with 'aptix {}'\n", undone.committed.id,
              undone.restores ? "restored" : "took back", undone.target.id, render::count_of(files, "file"),
              undone.restores ? "undo" : "redo"));
}

// What was done, or in a dry run would be.
Outcome<std::string> diff_of(disk::Workspace& workspace, const disk::Undone& undone) {
  std::vector<Diagnostic> unreadable;
  TRY_ASSIGN(texts, disk::SavedTexts::open(workspace, unreadable));
  const disk::Record* done = ops::find_record(texts.records(), undone.committed.id);
  return ops::record_diff(workspace, texts, done != nullptr ? *done : ops::effect(undone));
}

// Stores the undo in the database, so that stored batches know it when the record is no longer in the log. A failure
// loses only that: the log has the same as long as it reaches.
std::string note_in_batches(
    disk::Workspace& workspace, const disk::Undone& undone, const render::TextOptions& options) {
  auto note = [&]() -> Status {
    TRY_ASSIGN(batches, ops::open_batches(workspace, {.journal = store::Journal::lazy_log}));
    auto state = undone.restores ? store::ApplicationState::done : store::ApplicationState::undone;
    return batches ? batches->set_state(undone.target.id, state) : Status();
  };
  Diagnostics said;
  if (Status noted = note(); !noted) said.warnings.push_back(std::move(noted).error());
  return render::render_diagnostics(said, options);
}

// True if the command of a record also changed git's index.
bool changed_index(const disk::Record& record) {
  std::vector<std::string> typed = split_shell_words(record.command);
  std::vector<std::string_view> words(typed.begin(), typed.end());
  if (!words.empty() && words.front() == "aptix") words.erase(words.begin());
  auto found = find_invocation(words);
  if (!found || found->command == nullptr || found->command->name != "gitpatch") return false;
  auto arguments = Arguments::parse(*found->command, found->words);
  return arguments && (arguments->has("index") || arguments->has("3way"));
}

Diagnostic index_stays(const disk::Record& record, const std::string& root_prefix) {
  constexpr size_t kMostNamed = 5;
  std::string paths;
  for (const disk::RecordedFile& file : record.files) paths += " " + shell_word(file.path);
  bool names_all = record.files.size() <= kMostNamed && root_prefix.empty();
  return make_error(Code::index_kept, "git's index stays as it is: only the files are changed",
      names_all ? fmt::format("'git add -A --{}' makes it what the files are now", paths)
                : "look at 'git status' and put the index in order");
}

// True if only later edits or transactions keep the transaction from being undone.
bool is_kept_by_later_edits(const Diagnostics& said) {
  return !said.ok() && std::all_of(said.errors.begin(), said.errors.end(), [](const Diagnostic& error) {
    return error.code == Code::undo_changed || error.code == Code::undo_later;
  });
}

std::string merged_text(const Session& session, const ops::MergedUndo& done) {
  size_t files = done.changes.changes.size();
  return describe(done.changes) +
      end_of_changes(session, files,
          fmt::format("transaction {}: took back of transaction {} what later edits leave alone, {}; undo with 'aptix "
                      "undo'\n",
              done.published.transaction, done.target, render::count_of(files, "file")));
}

// REQUIRES: the root of `opened` is the top of the workspace, and it is locked unless this is a dry run.
Result<Answer> undo_the_rest(Session& session, Opened opened, uint64_t id) {
  disk::Workspace& workspace = *opened.workspace;
  Said said;
  auto versions = said.diagnostics.take(
      ops::Versions::open(workspace, {.run_git = git_runner(workspace.path())}, ops::Damaged::refused));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  ops::MergedUndo done =
      said.diagnostics.take(ops::undo_merge(workspace, *versions, id, making(session, opened.settings)));
  said.transaction = done.published.transaction;
  if (said.diagnostics.ok() || said.transaction != 0) {
    said.diff = done.published.diff;
    said.json = reversal_json(session, said.transaction, done.target, done.changes, said.diff);
    said.remark = merged_text(session, done);
  }
  auto kept = std::make_shared<Opened>(std::move(opened));
  return answer_and_push(
      session, kept, {.transaction = said.transaction}, said.diagnostics, [&] { return make_answer(session, said); });
}

Result<Answer> undo_or_redo(Session& session, bool redo) {
  TRY_ASSIGN(opened, open_workspace(session));
  disk::UndoOptions options{
      .redo = redo, .dry_run = session.dry_run(), .commit = commit_options(session, opened.settings)};
  if (!session.arguments.operands().empty()) TRY_SET(options.id, parse_id(session.arguments.operands().front()));
  Said said;
  if (session.flag("merge")) {
    TRY_SET(opened.workspace, opened.workspace->at_top());
    auto first = disk::undo(*opened.workspace, {.id = options.id, .dry_run = true});
    if (is_kept_by_later_edits(first.diagnostics)) {
      TRY(lock(session, *opened.workspace));
      if (!options.dry_run) TRY(begin_audit(session));
      return undo_the_rest(session, std::move(opened), options.id);
    }
  }
  disk::Undone undone = said.diagnostics.take(ops::undo(*opened.workspace, options));
  said.transaction = undone.committed.id;
  if (!said.diagnostics.ok()) return make_answer(session, said);
  if (!undone.restores && changed_index(undone.target))
    said.diagnostics.warnings.push_back(index_stays(undone.target, opened.workspace->root_prefix()));
  if (session.flag("diff")) said.diff = said.diagnostics.take(diff_of(*opened.workspace, undone));
  if (session.tool != nullptr) {
    std::vector<std::string> paths;
    for (const disk::RecordedFile& file : undone.target.files) paths.push_back(file.path);
    said.diff = ops::diff_for_models(*opened.workspace, opened.settings.policy, "", paths, said.diff, said.diagnostics);
  }
  said.json = reversal_json(session, said.transaction, undone.target.id, ops::effect(undone), said.diff);
  said.remark = undone_text(session, undone);
  auto kept = std::make_shared<Opened>(std::move(opened));
  return answer_and_push(
      session, kept, {.transaction = said.transaction, .reversed = undone.target}, said.diagnostics, [&] {
        Answer answer = make_answer(session, said);
        if (said.transaction != 0 && undone.target.command.find("patch") != std::string::npos)
          answer.afterwards = [kept, undone, options = session.text_options()] {
            return note_in_batches(*kept->workspace, undone, options);
          };
        return answer;
      });
}

}  // namespace

extern constexpr Command kLog = {
    .name = "log",
    .summary = "list the transactions, the newest first",
    .operands = "[PATH...]",
    .description =
        "One line for each transaction: its ID, the local time, what it was, how many files it changed, and the "
        "command. One that was undone is marked. With PATHs only those that changed such a file, or one "
        "below such a folder; it need not exist any more.",
    .options = {option("limit", "N", "only the newest N"), flag("patch", "show what each changed, as a diff", 'p')},
    .examples = {{"aptix log", "list the transactions, the newest first"},
        {"aptix log src", "those that changed something in src"},
        {"aptix log -p src/main.c", "what was done to a file, with the changes"},
        {"aptix log --limit 1 --json", "the newest one, for a script"}},
    .run = run_log,
    .audited = Audited::reads,
};

extern constexpr Command kShow = {
    .name = "show",
    .summary = "tell what a transaction changed",
    .operands = "[ID]",
    .description =
        "Shows the record of a transaction, the newest if no ID is given, and the files it changed; with --diff the "
        "change itself, and nothing else on standard output.",
    .shared = kDiff | kHtml | kEverywhere,
    .examples = {{"aptix show", "list the files that the newest transaction changed"},
        {"aptix show 17", "the same for another one"},
        {"aptix show --html 17.html 17", "the same as a page to be read in a browser"},
        {"aptix show --diff 17", "show what it changed, as a diff that 'git apply' takes"}},
    .run = run_log_show,
    .audited = Audited::reads,
};

extern constexpr Command kUndo = {
    .name = "undo",
    .summary = "undo a transaction",
    .operands = "[ID]",
    .description =
        "Undoes the newest transaction that is not undone yet; called again, the one before. With ID it undoes that "
        "one alone, and refuses when a later one touched the same files. A file that somebody else has changed since "
        "is never overwritten: then nothing is undone, and each such file is named.\n\n"
        "With --merge it undoes only what the transaction did where later edits, of whomever, leave it alone. That "
        "is a transaction of its own, which 'aptix undo' undoes.\n\n"
        "Undoing is a transaction, too: 'aptix redo' reverses it. 'aptix log' lists the IDs.",
    .shared = kDryRun | kDiff | kNoSync | kYes | kEverywhere,
    .options = {flag("merge", "undo only what later edits leave alone; the rest stays and is named")},
    .examples = {{"aptix undo", "undo the newest transaction; again: the one before"},
        {"aptix undo 17", "undo that one alone"}, {"aptix undo --merge 17", "undo what later edits do not touch"},
        {"aptix undo -n --diff", "show what undoing it would change"}},
    .run = [](Session& session) { return undo_or_redo(session, false); },
    .audited = Audited::writes,
};

extern constexpr Command kRedo = {
    .name = "redo",
    .summary = "restore what was undone last",
    .description =
        "Restores the change that the last 'aptix undo' took back. It refuses when a file has changed since.",
    .shared = kDryRun | kDiff | kNoSync | kYes | kEverywhere,
    .examples = {{"aptix redo", "restore what was undone last"}},
    .run = [](Session& session) { return undo_or_redo(session, true); },
    .audited = Audited::writes,
};

}  // namespace aptix::app
