// aptix log and aptix show: the transactions that were made.
#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "ops/files/record_changes.h"
#include "render/html/html.h"
#include "shared/page_file.h"
#include "shared/records.h"

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

Result<Answer> run_log(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(most, number_of(session.arguments, "limit", UINT64_MAX));
  auto log = disk::read_log(*opened.workspace);
  Said said{.diagnostics = std::move(log.diagnostics)};
  said.diagnostics.add(std::move(opened.warnings));
  if (said.diagnostics.ok() && log.value.empty() && !session.flag("quiet")) said.text = "no transactions yet\n";
  std::reverse(log.value.begin(), log.value.end());
  if (log.value.size() > most) log.value.erase(log.value.begin() + static_cast<ptrdiff_t>(most), log.value.end());
  said.json = json::object([&](json::Writer& w) {
    w.objects("transactions", log.value, [&](const disk::Record& record) {
      said.text += log_line(record);
      write_record(w, record);
      w.field("fileCount", record.files.size());
    });
  });
  return make_answer(session, said);
}

std::string record_text(const disk::Record& record) {
  std::string text = fmt::format("transaction {}: {}{}\n", record.id, what(record), record.undone ? " (undone)" : "");
  text += fmt::format("time: {}\nby: {}\ncommand: {}\n", local_time(record.time_ns), escape_for_display(record.caller),
      escape_for_display(record.command));
  for (const disk::RecordedFile& file : record.files) text += describe(file) + "\n";
  return text;
}

std::string record_json(const disk::Record& record, const Session& session, const std::string& diff) {
  return json::object([&](json::Writer& w) {
    write_record(w, record);
    write_files(w, record);
    if (session.flag("diff")) w.field("diff", diff);
  });
}

void show_page(const Session& session, disk::Workspace& workspace, const std::vector<disk::Record>& log,
    const disk::Record& record, Diagnostics& said) {
  auto request = make_page_request(session);
  if (!request) return said.errors.push_back(std::move(request).error());
  auto changes = ops::record_changes(workspace, log, record);
  Diagnostics overwritten{
      .errors = ops::overwritten_by_page(**request, workspace.path(), changes.value), .warnings = {}};
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

Result<Answer> run_log_show(Session& session) {
  TRY_ASSIGN(id, parse_id(session.arguments.operands().front()));
  TRY_ASSIGN(opened, open_workspace(session));
  auto log = disk::read_log(*opened.workspace);
  Said said{.diagnostics = std::move(log.diagnostics)};
  said.diagnostics.add(std::move(opened.warnings));
  const disk::Record* record = ops::find_record(log.value, id);
  if (record == nullptr) {
    said.diagnostics.errors.push_back(
        make_error(Code::undo_unknown, fmt::format("there is no transaction {}", id), "'aptix log' lists them"));
    return make_answer(session, said);
  }
  if (session.flag("diff")) {
    auto diff = ops::record_diff(*opened.workspace, log.value, *record);
    said.diagnostics.add(std::move(diff.diagnostics));
    said.diff = std::move(diff.value);
  }
  if (session.flag("html")) show_page(session, *opened.workspace, log.value, *record, said.diagnostics);
  said.text = record_text(*record);
  said.json = record_json(*record, session, said.diff);
  return make_answer(session, said);
}

}  // namespace

const Command kLog = {
    .name = "log",
    .summary = "list the transactions, the newest first",
    .description =
        "One line for each transaction: its ID, the local time, what it was, how many files it changed, and the "
        "command. One that was taken back is marked as undone.",
    .shared = kEverywhere,
    .options = {{.name = "limit", .argument = "N", .help = "only the newest N"}},
    .examples = {{"aptix log", "list the transactions, the newest first"},
        {"aptix log --limit 1 --json", "the newest one, for a script"}},
    .run = run_log,
};

const Command kShow = {
    .name = "show",
    .summary = "tell what a transaction changed",
    .operands = "ID",
    .description =
        "Shows the record of a transaction and the files it changed; with --diff the change itself, and nothing else "
        "on standard output.",
    .shared = kDiff | kHtml | kEverywhere,
    .examples = {{"aptix show 17", "list the files that a transaction changed"},
        {"aptix show --html 17.html 17", "the same as a page to be read in a browser"},
        {"aptix show --diff 17", "show what it changed, as a diff that 'git apply' takes"}},
    .run = run_log_show,
};

}  // namespace aptix::app
