// aptix log and aptix show: the transactions that were made.
#include <algorithm>
#include <span>

#include "base/text/trim.h"
#include "ops/publish/publish.h"
#include "render/html/html.h"
#include "shared/page_file.h"
#include "shared/records.h"
#include "shared/sources.h"

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

// Is the path that one, or below it? `place` is "" for the workspace.
bool is_at(std::string_view path, std::string_view place) { return path == place || rest_below(path, place); }

bool concerns(const disk::Record& record, std::span<const std::string> places) {
  return places.empty() || std::any_of(record.files.begin(), record.files.end(), [&](const disk::RecordedFile& file) {
    return std::any_of(places.begin(), places.end(), [&](const std::string& place) {
      return is_at(file.path, place) || (!file.from.empty() && is_at(file.from, place));
    });
  });
}

// One line of the list, and the object of it.
void tell(const Session& session, disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record,
    Said& said, json::Writer& w) {
  said.text += log_line(record);
  write_record(w, record);
  w.field("fileCount", record.files.size());
  if (!session.flag("patch")) return;
  std::string diff = said.diagnostics.take(ops::record_diff(workspace, texts, record));
  w.field("diff", diff);
  said.text += "\n" + render::diff_text(diff, session.text_options()) + "\n";
}

Result<Answer> run_log(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(most, number_of(session.arguments, "limit", UINT64_MAX));
  TRY_ASSIGN(places, places_of(session, opened));
  Said said{.diagnostics = std::move(opened.warnings)};
  TRY_ASSIGN(texts, disk::SavedTexts::open(*opened.workspace, said.diagnostics.warnings));
  const std::vector<disk::Record>& log = texts.records();
  std::vector<const disk::Record*> shown;
  for (auto record = log.rbegin(); record != log.rend() && shown.size() < most; ++record)
    if (concerns(*record, places)) shown.push_back(&*record);
  if (said.diagnostics.ok() && shown.empty() && most != 0)
    said.remark = log.empty() ? "no transactions yet\n" : "no transaction changed that\n";
  said.json = json::object([&](json::Writer& w) {
    w.objects("transactions", shown,
        [&](const disk::Record* record) { tell(session, *opened.workspace, texts, *record, said, w); });
  });
  return make_answer(session, said);
}

std::string record_text(const disk::Record& record) {
  std::string text = fmt::format("transaction {}: {}{}\n", record.id, what(record), record.undone ? " (undone)" : "");
  text += fmt::format("time: {}\nby: {}\ncommand: {}\n", local_time(record.time_ns), escape_for_display(record.caller),
      escape_for_display(record.command));
  text += describe(record);
  return text;
}

std::string record_json(const disk::Record& record, const Session& session, const std::string& diff) {
  return json::object([&](json::Writer& w) {
    write_record(w, record);
    write_files(w, record);
    if (session.flag("diff")) w.field("diff", diff);
  });
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
  if (!session.flag("diff")) said.add(std::move(changes.diagnostics));  // --diff has said it
  if (!saved) said.errors.push_back(std::move(saved).error());
}

// The one that was asked for, or the newest. Fails with usage, undo_unknown.
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
  Said said{.diagnostics = std::move(opened.warnings)};
  TRY_ASSIGN(texts, disk::SavedTexts::open(*opened.workspace, said.diagnostics.warnings));
  const std::vector<disk::Record>& log = texts.records();
  Result<const disk::Record*> chosen = chosen_record(session, log);
  if (!chosen) return fail_answer(session, std::move(said.diagnostics), std::move(chosen).error());
  const disk::Record* record = *chosen;
  if (session.flag("diff")) said.diff = said.diagnostics.take(ops::record_diff(*opened.workspace, texts, *record));
  if (session.flag("html")) show_page(session, *opened.workspace, texts, *record, said.diagnostics);
  said.text = record_text(*record);
  said.json = record_json(*record, session, said.diff);
  return make_answer(session, said);
}

}  // namespace

extern constexpr Command kLog = {
    .name = "log",
    .summary = "list the transactions, the newest first",
    .operands = "[PATH...]",
    .description =
        "One line for each transaction: its ID, the local time, what it was, how many files it changed, and the "
        "command. One that was taken back is marked as undone. With PATHs only those that changed such a file, or one "
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

}  // namespace aptix::app
