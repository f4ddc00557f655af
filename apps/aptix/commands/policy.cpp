// aptix policy: which files may be read and written here, and which writes wait for a person.
#include <algorithm>

#include "ops/policy/policy.h"
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
  Said said{.diagnostics = std::move(opened.warnings)};
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

std::string checked_line(const ops::CheckedPath& checked) {
  std::string line = fmt::format("{}: {}", escape_for_display(checked.path), policy::name(checked.decision));
  if (checked.rule.empty()) return line + "\n";
  if (checked.rule == "path") return line + " (path rules)\n";
  std::string glob = checked.glob.empty() ? "names no such file" : escape_for_display(checked.glob);
  return line + fmt::format(" ({}: {}; {})\n", checked.rule, glob, escape_for_display(checked.from));
}

Result<Answer> run_policy_check(Session& session) {
  if (session.flag("read") && session.flag("write"))
    return fail(Code::usage, "'--read' and '--write' exclude each other", "give one of them, and ask again");
  TRY_ASSIGN(opened, open_workspace(session));
  ops::PolicyQuestion question{.access = session.flag("read") ? policy::Access::read : policy::Access::write,
      .asker = session.flag("tool") || session.environment.is_tool ? policy::Asker::tool : policy::Asker::command_line,
      .repository = opened.settings.repository};
  TRY_ASSIGN(
      checked, ops::check_paths(*opened.workspace, opened.settings.policy, session.arguments.operands(), question));
  Said said{.diagnostics = std::move(opened.warnings)};
  said.json = json::object([&](json::Writer& w) {
    w.objects("paths", checked, [&](const ops::CheckedPath& path) {
      w.field("path", path.path).field("decision", policy::name(path.decision));
      w.field_or_null("rule", path.rule).field_or_null("glob", path.glob).field_or_null("from", path.from);
    });
  });
  for (const ops::CheckedPath& path : checked) said.text += checked_line(path);
  Answer answer = make_answer(session, said);
  auto refused = [](const ops::CheckedPath& path) { return path.decision != policy::Decision::allowed; };
  if (answer.exit_code == 0 && std::any_of(checked.begin(), checked.end(), refused)) answer.exit_code = kExitRefused;
  return answer;
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

}  // namespace aptix::app
