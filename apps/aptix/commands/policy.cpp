// aptix policy: which files may be read and written, and which writes need a person's approval. aptix approve: changes
// that wait for approval.
#include <sys/stat.h>

#include <algorithm>

#include "base/text/shell_word.h"
#include "disk/commit.h"
#include "disk/reader.h"
#include "ops/policy/policy.h"
#include "render/text.h"
#include "shared/records.h"
#include "shared/sources.h"
#include "terminal/interactive.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

constexpr int kExitRefused = 4;

std::string shown_or(std::string_view text, std::string_view otherwise) {
  return escape_for_display(text.empty() ? otherwise : text);
}

Result<Answer> run_policy_list(Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  const policy::Policy& policy = opened.settings.policy;
  std::vector<ops::ListedRule> rules = ops::list_rules(policy);
  Said said;
  said.json = json::object([&](json::Writer& w) {
    w.key("approvals").begin_object();
    w.field("value", policy::name(policy.approvals())).field("from", policy.approvals_from()).end_object();
    w.objects("rules", rules, [&](const ops::ListedRule& rule) {
      w.field("rule", rule.rule).field("glob", rule.glob).field("from", rule.from);
    });
  });
  for (const ops::ListedRule& rule : rules)
    said.text +=
        fmt::format("{:<11}  {:<24}  {}\n", rule.rule, shown_or(rule.glob, "(nothing)"), shown_or(rule.from, ""));
  said.text += fmt::format(
      "{:<11}  {:<24}  {}\n", "approvals", policy::name(policy.approvals()), shown_or(policy.approvals_from(), ""));
  return make_answer(session, said);
}

std::string tell_checked(json::Writer& w, const ops::CheckedPath& checked) {
  const policy::Verdict& verdict = checked.verdict;
  w.field("path", checked.path).field("decision", policy::name(verdict.decision));
  w.field_or_null("rule", verdict.rule).field_or_null("glob", verdict.glob).field_or_null("from", verdict.from);
  std::string line = fmt::format("{}: {}", escape_for_display(checked.path), policy::name(verdict.decision));
  if (verdict.rule.empty()) return line + "\n";
  if (verdict.rule == "path") return line + " (path rules)\n";
  std::string glob = verdict.glob.empty() ? "names no such file" : escape_for_display(verdict.glob);
  return line + fmt::format(" ({}: {}; {})\n", verdict.rule, glob, escape_for_display(verdict.from));
}

Result<Answer> run_policy_check(Session& session) {
  if (session.flag("read") && session.flag("write"))
    return fail(Code::usage, "'--read' and '--write' exclude each other", "give one of them, and ask again");
  TRY_ASSIGN(opened, open_workspace(session));
  auto access = session.flag("read") ? policy::Access::read : policy::Access::write;
  bool by_tool = session.flag("tool") || session.environment.is_tool;
  auto asker = by_tool ? policy::Asker::tool : policy::Asker::command_line;
  TRY_ASSIGN(
      checked, ops::check_paths(*opened.workspace, opened.settings, session.arguments.operands(), access, asker));
  Answer answer = make_answer(session, list_of("paths", checked, "", tell_checked));
  auto refused = [](const ops::CheckedPath& path) { return path.verdict.decision != policy::Decision::allowed; };
  if (answer.exit_code == 0 && std::any_of(checked.begin(), checked.end(), refused)) answer.exit_code = kExitRefused;
  return answer;
}

// Opens the workspace at its top: paths are relative to the workspace.
Result<Opened> open_top(const Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_SET(opened.workspace, opened.workspace->at_top());
  return opened;
}

std::vector<std::string> paths_of(const ops::Pending& pending) {
  std::vector<std::string> paths;
  for (const ops::PendingFile& file : pending.files) paths.push_back(file.path);
  return paths;
}

std::string pending_line(const ops::Pending& pending, bool stale) {
  std::string line = fmt::format(
      "{}  {}  {}  ", escape_for_display(pending.id), local_time(pending.time_ns), escape_for_display(pending.caller));
  for (size_t i = 0; i < pending.files.size(); ++i)
    line += (i == 0 ? "" : ", ") + escape_for_display(pending.files[i].path);
  return line + (stale ? "  (stale: a file has changed since)\n" : "\n");
}

Result<Answer> list_them(const Session& session) {
  TRY_ASSIGN(opened, open_top(session));
  auto all = ops::list_pending(*opened.workspace);
  std::unique_ptr<Reader> reader = disk::reader(*opened.workspace, {}, disk::Links::seen);
  auto tell = [&](json::Writer& w, const ops::Pending& pending) {
    auto stale = ops::stale_paths(*reader, pending);
    bool is_stale = !stale || !stale->empty();
    w.field("id", pending.id).field("time", utc_time(pending.time_ns)).field("caller", pending.caller);
    w.field("command", pending.command).list("paths", paths_of(pending)).field("stale", is_stale);
    return pending_line(pending, is_stale);
  };
  Said said = list_of("pending", all.value, "nothing waits for an approval\n", tell);
  said.diagnostics = std::move(all.diagnostics);
  return make_answer(session, said);
}

void note_asker(const Session& session, const ops::Pending& pending) {
  if (session.trail == nullptr) return;
  session.trail->record.details = json::object([&](json::Writer& w) {
    w.field("id", pending.id).field("caller", pending.caller).field("command", pending.command);
    if (auto why = session.arguments.value("why")) w.field("why", *why);
  });
}

Result<Answer> reject(const Session& session, const std::string& id) {
  TRY_ASSIGN(opened, open_top(session));
  bool writes = !session.dry_run();
  TRY(lock(session, *opened.workspace));
  TRY_ASSIGN(pending, ops::find_pending(*opened.workspace, id));
  if (writes) TRY(begin_audit(session));
  note_asker(session, pending);
  if (writes) ops::drop_pending(*opened.workspace, pending.id);
  Said said;
  said.json = json::object(
      [&](json::Writer& w) { w.field("id", pending.id).field("dryRun", !writes).field("rejected", writes); });
  said.remark = writes ? fmt::format("rejected {}; no file was changed\n", pending.id)
                       : fmt::format("dry run: {} would be rejected\n", pending.id);
  return make_answer(session, said);
}

// True if this user owns the workspace, and so may approve without being asked.
bool owns(const disk::Workspace& workspace) {
  struct stat about {};
  return ::stat(workspace.path().c_str(), &about) == 0 && about.st_uid == ::geteuid();
}

Status may_carry_out(const Session& session, const Opened& opened, const ops::Approved& seen) {
  if (session.environment.is_tool)
    return fail(Code::policy_approval_needed, "a tool cannot approve a change: APTIX_SESSION or APTIX_CALLER is set",
        fmt::format(
            "a person runs 'aptix approve {}' on a terminal where neither is set", shell_word(seen.pending.id)));
  std::string hint = fmt::format("run 'aptix approve {}' on a terminal", shell_word(seen.pending.id));
  if (session.flag("yes") && owns(*opened.workspace)) return {};
  if (session.flag("yes"))
    return fail(Code::policy_approval_needed, "'--yes' is for the user who owns the workspace", std::move(hint));
  TRY_ASSIGN(answer,
      confirm(session, seen.published.diff,
          fmt::format("carry this out, which {} asked for", escape_for_display(seen.pending.caller))));
  if (!answer)
    return fail(Code::policy_approval_needed,
        fmt::format("the change {} was not approved: there is no terminal to ask on", seen.pending.id),
        std::move(hint));
  if (*answer) return {};
  return fail(Code::policy_approval_needed, fmt::format("the change {} was not approved", seen.pending.id),
      fmt::format("'aptix approve --reject {}' drops it", shell_word(seen.pending.id)));
}

std::string approved_text(const Session& session, const ops::Approved& done) {
  std::string text = describe(done.changes);
  if (session.dry_run()) return text + "dry run: nothing was written\n";
  if (const ops::Reversal& reversal = done.pending.reversal; reversal.transaction != 0)
    return text +
        fmt::format("transaction {}: carried out {}, which {} transaction {}; reverse with 'aptix {}'\n",
            done.published.transaction, done.pending.id, reversal.restores ? "restored" : "took back",
            reversal.transaction, reversal.restores ? "undo" : "redo");
  return text +
      fmt::format(
          "transaction {}: carried out {}; undo with 'aptix undo'\n", done.published.transaction, done.pending.id);
}

Said said_of(const Session& session, Outcome<ops::Approved>& done) {
  Said said{.diagnostics = std::move(done.diagnostics)};
  const ops::Approved& value = done.value;
  said.transaction = value.published.transaction;
  if (!said.diagnostics.ok() && said.transaction == 0) return said;
  if (session.flag("diff")) said.diff = value.published.diff;
  said.json = json::object([&](json::Writer& w) {
    w.field("id", value.pending.id).field("dryRun", session.dry_run());
    w.field_or_null("transaction", said.transaction);
    w.list("paths", paths_of(value.pending));
    if (session.flag("diff")) w.field("diff", value.published.diff);
  });
  // On a terminal the diff was shown before the question.
  bool unseen = session.flag("yes") && !session.flag("diff") && !session.flag("quiet") && !session.dry_run();
  if (unseen) said.text = render::diff_text(value.published.diff, session.text_options());
  said.remark = approved_text(session, value);
  return said;
}

// First without the lock, because a person may take long to answer; then again with the lock.
Result<Answer> carry_out(const Session& session, const std::string& id) {
  TRY_ASSIGN(opened, open_top(session));
  auto policy = std::make_shared<policy::Policy>(opened.settings.policy);
  policy->set_asker(session.environment.through_client ? policy::Asker::client : policy::Asker::person);
  policy->set_strict(opened.settings.strict);
  opened.workspace->set_guard(std::move(policy));
  ops::Making how = making(session, opened.settings);
  how.dry_run = true;
  Outcome<ops::Approved> seen = ops::approve(*opened.workspace, id, how);
  if (!seen.value.pending.id.empty()) note_asker(session, seen.value.pending);
  if (!seen.ok() || session.dry_run()) return make_answer(session, said_of(session, seen));
  TRY(may_carry_out(session, opened, seen.value));
  TRY(lock(session, *opened.workspace));
  how.dry_run = false;
  Outcome<ops::Approved> done = ops::approve(*opened.workspace, id, how);
  Said said = said_of(session, done);
  auto kept = std::make_shared<Opened>(std::move(opened));
  return answer_and_push(session, kept, {.transaction = said.transaction, .reversed = std::move(done.value.reversed)},
      said.diagnostics, [&] { return make_answer(session, said); });
}

Result<Answer> run_approve(Session& session) {
  const std::vector<std::string>& ids = session.arguments.operands();
  bool rejects = session.flag("reject");
  if (session.arguments.has("why") && !rejects)
    return fail(Code::usage, "'--why' goes with '--reject'", "leave it out, or reject the change");
  if (ids.empty() && rejects) return fail(Code::usage, "'--reject' needs an ID", "'aptix approve' lists them");
  if (ids.empty() && session.trail != nullptr) session.trail->only_reads = true;
  if (ids.empty()) return list_them(session);
  return rejects ? reject(session, ids.front()) : carry_out(session, ids.front());
}

}  // namespace

extern constexpr Command kPolicyList = {
    .name = "policy list",
    .summary = "list the rules about which files may be read and written",
    .description =
        "One line for each rule that holds in this workspace: its kind, its pattern, and the file that it comes from; "
        "last which writes of sensitive files wait for an approval.\n\n"
        "The rules stand below [policy] in your own configuration file: deny_read, deny_write, allow_write (when it is "
        "there, nothing else may be written), sensitive, and command_line (sensitive, and approved with 'aptix "
        "approve' alone, never through the client of an agent) are lists of patterns from the workspace on, of which "
        "one that names a folder holds for all that is below it; approvals is \"tools\" (a sensitive file waits for a "
        "person when a tool writes it, which is a run with APTIX_SESSION or APTIX_CALLER set), \"always\" or "
        "\"never\". A pattern that no path can match, as './x' or '~/x', is an error. The workspace's own file, "
        ".aptix/config.toml, can only narrow: what would widen is left out with a warning. Of a workspace that lies in "
        "a folder of this one, the rules hold for its files as well.\n\n"
        "Sensitive by default are files that usually hold credentials, files that other programs run on their own, and "
        "those that say what an agent may do.",
    .examples = {{"aptix policy list", "see all rules, and which file each comes from"}},
    .run = run_policy_list,
};

extern constexpr Command kPolicyCheck = {
    .name = "policy check",
    .summary = "ask whether files may be read or written",
    .operands = "PATH...",
    .description =
        "One line for each PATH: allowed, needs approval, or denied, and the rule that decides. A PATH may be a "
        "docPath, and need not exist. A file that may not be read cannot be changed, either. The exit code is 4 when a "
        "PATH is not allowed. Nothing is opened or changed.",
    .options = {flag("read", "ask whether it may be read"),
        flag("write", "ask whether it may be written (the default)"),
        flag("tool",
            "answer for a tool that a model calls, not for the command line (the default for a run of a tool)")},
    .examples = {{"aptix policy check src/main.c .env", "may these be changed?"},
        {"aptix policy check --tool .github/workflows/ci.yml", "would a tool need an approval?"}},
    .run = run_policy_check,
};

extern constexpr Command kApprove = {
    .name = "approve",
    .summary = "list the changes that wait for a person, or carry one out",
    .operands = "[ID]",
    .description =
        "A change of a sensitive file may have to wait: when a tool makes it, or always, as 'policy.approvals' says. "
        "It is stored whole, and nothing is written. Without ID this lists what waits.\n\n"
        "With ID it shows the change as a diff and asks on the terminal; then it is one transaction, which 'aptix "
        "undo' undoes. An undo or a redo that waited is recorded as one. With --yes it does not ask, and prints "
        "the "
        "diff; only the user who owns the workspace can say so. It is refused where a file has changed since, and "
        "where APTIX_SESSION or APTIX_CALLER says that a tool asks. --reject drops the change.",
    .shared = kDryRun | kDiff | kNoSync | kYes | kEverywhere,
    .options = {flag("reject", "drop the change instead"),
        option("why", "TEXT", "with --reject: the reason, for the audit")},
    .examples = {{"aptix approve", "list what waits"}, {"aptix approve 1f0c2d3e", "look at a change, and carry it out"},
        {"aptix approve -n --diff 1f0c2d3e", "only look at it"},
        {"aptix approve --reject --why 'not needed' 1f0c2d3e", "drop it"}},
    .run = run_approve,
    .audited = Audited::writes,
};

}  // namespace aptix::app
