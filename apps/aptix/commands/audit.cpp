// aptix audit: what was done and attempted in a workspace, and whether that record is intact.
#include <algorithm>

#include "ops/audit/audit.h"
#include "ops/files/sources.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr size_t kMostShownPaths = 3;

Result<int64_t> moment(const Session& session, std::string_view option) {
  std::string text(session.arguments.value(option).value_or(""));
  if (auto when = ops::parse_when(text, now_ns())) return *when;
  return fail(Code::usage, fmt::format("'{}' is not a time for option '--{}'", escape_for_display(text), option),
      "write a date such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or 2h, 3d");
}

Result<ops::AuditQuestion> audit_question(const Session& session, const Opened& opened) {
  const Arguments& arguments = session.arguments;
  ops::AuditQuestion question{.caller = std::string(arguments.value("caller").value_or("")),
      .tool = std::string(arguments.value("tool").value_or("")),
      .failed = session.flag("failed")};
  TRY_SET(question.most, number_of(arguments, "max", UINT64_MAX));
  if (arguments.has("since")) TRY_SET(question.since_ns, moment(session, "since"));
  if (auto typed = arguments.value("path")) {
    TRY_ASSIGN(sources, ops::Sources::open(*opened.workspace, opened.settings.repository, {}));
    TRY_SET(question.path, sources.path_in_workspace(*typed));
  }
  return question;
}

std::string line_text(const ops::AuditLine& line) {
  std::string text = fmt::format("{:>5}  {}  {}  {}", line.seq, escape_for_display(line.time),
      escape_for_display(line.caller), escape_for_display(line.tool));
  if (line.transaction != 0) text += fmt::format("  transaction {}", line.transaction);
  if (line.exit != 0) text += fmt::format("  exit {}", line.exit);
  if (!line.error_code.empty()) text += " " + escape_for_display(line.error_code);
  for (size_t i = 0; i < std::min(line.paths.size(), kMostShownPaths); ++i)
    text += (i == 0 ? "  " : ", ") + escape_for_display(line.paths[i].path);
  if (line.paths.size() > kMostShownPaths) text += fmt::format(" and {} more", line.paths.size() - kMostShownPaths);
  return text + "\n";
}

Result<Answer> run_audit(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(question, audit_question(session, opened));
  Said said;
  auto lines = said.diagnostics.take(ops::ask_audit(*opened.workspace, question));
  said.json = json::object(
      [&](json::Writer& w) { w.list("records", lines, [&](const ops::AuditLine& line) { w.raw(line.json); }); });
  for (const ops::AuditLine& line : lines) said.text += line_text(line);
  if (lines.empty()) said.remark = "no record in the audit fits\n";
  return make_answer(session, said);
}

Result<Answer> run_audit_verify(Session& session) {
  std::optional<ops::AuditMark> kept;
  if (auto text = session.arguments.value("head")) {
    kept = ops::parse_audit_mark(*text);
    if (!kept)
      return fail(Code::usage, excerpt_in_quotes(*text) + " is not what 'aptix audit head' prints",
          "write it as SEQ:HASH, with the 64 digits of the hash");
  }
  TRY_ASSIGN(opened, open_workspace(session));
  Said said;
  ops::AuditVerdict verdict = said.diagnostics.take(ops::verify_audit(*opened.workspace, kept));
  said.json = json::object([&](json::Writer& w) {
    w.field("whole", said.diagnostics.ok()).field("records", verdict.records);
    w.field("first", verdict.first).field("last", verdict.last);
  });
  if (said.diagnostics.ok())
    said.remark = verdict.records == 0
        ? "there is no audit here yet\n"
        : fmt::format("the audit is whole: records {} to {}\n", verdict.first, verdict.last);
  return make_answer(session, said);
}

// Gives no head for a damaged audit: whoever keeps it would vouch for what was changed.
Result<Answer> run_audit_head(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  Said said;
  ops::AuditVerdict verdict = said.diagnostics.take(ops::verify_audit(*opened.workspace));
  if (!said.diagnostics.ok()) return make_answer(session, said);
  std::string hash = verdict.last == 0 ? "" : verdict.head.hex();
  said.json = json::object([&](json::Writer& w) { w.field("seq", verdict.last).field_or_null("sha256", hash); });
  if (verdict.last == 0) said.remark = "there is no audit here yet\n";
  else said.text = fmt::format("{}:{}\n", verdict.last, hash);
  return make_answer(session, said);
}

Result<Answer> run_audit_rotate(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY(begin_audit(session));
  if (session.trail != nullptr) session.trail->rotation = disk::AuditRotation::now;
  Said said{.json = json::object([](json::Writer&) {})};
  said.remark = "the audit goes on in a new file\n";
  return make_answer(session, said);
}

// Writes the audit record first: if killed after that, a second run removes the remaining files.
Result<Answer> run_audit_prune(Session& session) {
  if (!session.arguments.has("before"))
    return fail(
        Code::usage, "'aptix audit prune' needs '--before'", "give a date: files that end before it are removed");
  TRY_ASSIGN(before, moment(session, "before"));
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(cut, ops::cut_before(*opened.workspace, before));
  Said said;
  said.json = json::object(
      [&](json::Writer& w) { w.field("dryRun", session.dry_run()).field_or_null("lastSeq", cut.last_seq); });
  said.remark = "nothing to remove: no whole file of the audit is older\n";
  if (cut.last_seq != 0)
    said.remark = fmt::format("records up to {} {}\n", cut.last_seq, session.dry_run() ? "would go" : "are removed");
  Answer answer = make_answer(session, said);
  if (cut.last_seq == 0 || session.dry_run()) return answer;
  TRY(begin_audit(session));
  if (session.trail == nullptr || !session.trail->watch) return answer;
  session.trail->record.details =
      json::object([&](json::Writer& w) { w.field("lastSeq", cut.last_seq).field("sha256", cut.sha.hex()); });
  session.trail->after = [first = cut.first_kept](
                             disk::Workspace& workspace) { return disk::remove_audit_files(workspace, first); };
  return answer;
}

}  // namespace

extern constexpr Command kAudit = {
    .name = "audit",
    .summary = "tell what was done and tried here, by whom",
    .description =
        "One line for each record, newest last: its number, the time, the caller, the command, and what became of it. "
        "Every command that writes is in it, refused ones too, but no dry run and no wrong command line. A command "
        "that reads is in it where APTIX_CALLER or APTIX_SESSION is set. With --json the records as they were written: "
        "contents are told by their SHA-256 and size.\n\n"
        "The records stand in .aptix/audit, and each has the SHA-256 of the one before it: 'aptix audit verify' shows "
        "whether one was changed or taken away. Where the audit cannot be written, no command writes anything.",
    .options = {option("path", "P", "only records about this file, or one below this folder"),
        option("since", "TIME", "only later ones: 2026-01-31, 2026-01-31T12:00:00Z, 2h, 3d"),
        option("caller", "C", "only those of this caller"), option("tool", "T", "only those of this command or tool"),
        flag("failed", "only what failed or was refused"), option("max", "N", "only the newest N")},
    .examples = {{"aptix audit --since 1d", "what was done here since yesterday"},
        {"aptix audit --failed --caller ci", "what was refused to one caller"},
        {"aptix audit --path src/main.c --json", "who touched a file, for a script"}},
    .run = run_audit,
};

extern constexpr Command kAuditVerify = {
    .name = "audit verify",
    .summary = "check that no record of the audit was changed or taken away",
    .description =
        "Checks the numbers and hashes of all records. The exit code is 1 when one is missing, changed or out of "
        "order, and the first such record is named. A torn last line, as a loss of power leaves it, is a warning.\n\n"
        "Whoever may write to .aptix/audit can cut off its end together with its head, or write all of it anew. That "
        "shows only beside a head that was kept elsewhere: see aptix-audit-head(1).",
    .options = {option("head", "SEQ:HASH", "compare with what 'aptix audit head' printed earlier")},
    .examples = {{"aptix audit verify", "is the audit whole?"},
        {"aptix audit verify --head \"$(cat /mnt/safe/head)\"", "is it the one of which a head was kept?"}},
    .run = run_audit_verify,
};

extern constexpr Command kAuditHead = {
    .name = "audit head",
    .summary = "print the number and the hash of the newest record, to be kept elsewhere",
    .description =
        "Prints SEQ:HASH. Each record has the hash of the one before it, so this stands for all of them. Keep it where "
        "nobody who can change the audit can change it: 'aptix audit verify --head SEQ:HASH' then shows whether a "
        "record up to that one was changed or taken away, which can be seen in no other way where the end of the audit "
        "was cut off together with .aptix/audit/head. Of a damaged audit nothing is printed; the exit code is 1.",
    .examples = {{"aptix audit head > /mnt/safe/head", "keep it on another machine, or on paper"}},
    .run = run_audit_head,
};

extern constexpr Command kAuditRotate = {
    .name = "audit rotate",
    .summary = "begin a new file of the audit",
    .description =
        "The records go on in a new file, and the chain with them. That happens by itself when a file has 16 MiB; "
        "files that are no longer written to can be copied away and pruned.",
    .examples = {{"aptix audit rotate", "close the file that is written to"}},
    .run = run_audit_rotate,
    .audited = Audited::writes,
};

extern constexpr Command kAuditPrune = {
    .name = "audit prune",
    .summary = "remove old files of the audit",
    .description =
        "Removes the whole files whose records are all older than a date; never the one that is written to. A record "
        "says where the audit begins from then on.",
    .shared = kDryRun | kEverywhere,
    .options = {option("before", "DATE", "remove files that end before this date, or 90d ago")},
    .examples = {{"aptix audit prune --before 2026-01-01", "keep what is of this year"}},
    .run = run_audit_prune,
    .audited = Audited::writes,
};

}  // namespace aptix::app
