// Denied comes before waiting, and that before allowed; the user's rules come before the workspace's.
#include "policy/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text/text.h"
#include "policy/sensitive.h"

namespace aptix::policy {
namespace {

constexpr std::string_view kApprovals[] = {"always", "tools", "never"};
constexpr std::string_view kDecisions[] = {"allowed", "needs approval", "denied"};
constexpr std::string_view kDefault = "default";

std::string rule_of(const Verdict& verdict) {
  if (verdict.rule == "allow_write" && verdict.glob.empty())
    return fmt::format("no pattern of 'policy.allow_write' in {} names it", in_quotes(verdict.from));
  std::string where = verdict.from == kDefault ? "by default" : "in " + in_quotes(verdict.from);
  return fmt::format("{} is in 'policy.{}' {}", in_quotes(verdict.glob), verdict.rule, where);
}

Error denied(std::string_view path, std::string_view verb, const Verdict& verdict) {
  Error error = make_error(Code::policy_denied, fmt::format("the policy does not let {} be {}", in_quotes(path), verb),
      "leave the file out, or ask who wrote the rule to change it");
  error.notes.push_back(rule_of(verdict));
  return std::move(error.at(path));
}

// As in .gitignore: a pattern that takes a folder takes all that is below it.
bool takes(const Glob& glob, std::string_view path) {
  for (size_t end = path.size(); end != std::string_view::npos && end != 0; end = path.rfind('/', end - 1))
    if (glob.matches(path.substr(0, end))) return true;
  return false;
}

// Whether what a pattern takes is taken by one of these as well, as far as their letters show.
bool is_within(const PathRule& rule, const std::vector<PathRule>& wide) {
  return std::any_of(wide.begin(), wide.end(),
      [&](const PathRule& other) { return other.pattern() == rule.pattern() || other.holds_exactly(rule.pattern()); });
}

Diagnostic cannot_widen(std::string message, std::string_view workspace) {
  return make_error(Code::config_invalid, std::move(message), "set it in your own configuration file").at(workspace);
}

}  // namespace

std::optional<Approvals> parse_approvals(std::string_view word) {
  for (size_t i = 0; i < std::size(kApprovals); ++i)
    if (kApprovals[i] == word) return static_cast<Approvals>(i);
  return std::nullopt;
}

std::string_view name(Approvals approvals) { return kApprovals[static_cast<size_t>(approvals)]; }

std::string_view name(Decision decision) { return kDecisions[static_cast<size_t>(decision)]; }

Result<PathRule> PathRule::parse(std::string_view pattern) {
  TRY_ASSIGN(glob, Glob::parse(pattern));
  auto folded = Glob::parse(folded_path(pattern));
  return PathRule(std::move(glob), folded ? std::optional(std::move(*folded)) : std::nullopt);
}

bool PathRule::holds(std::string_view path, std::string_view folded) const {
  return takes(glob_, path) || (folded_ && takes(*folded_, folded));
}

bool PathRule::holds_exactly(std::string_view path) const { return takes(glob_, path); }

Policy Policy::merge(Rules user, Rules workspace, std::vector<Diagnostic>& warnings) {
  Policy policy;
  policy.approvals_ = user.approvals.value_or(Approvals::tools);
  if (user.approvals) policy.approvals_from_ = user.from;
  if (workspace.approvals && *workspace.approvals > policy.approvals_) {
    warnings.push_back(cannot_widen(
        fmt::format("'policy.approvals' of a workspace can only narrow; '{}' was kept", name(policy.approvals_)),
        workspace.from));
    workspace.approvals.reset();
  } else if (workspace.approvals && *workspace.approvals != policy.approvals_) {
    policy.approvals_ = *workspace.approvals;
    policy.approvals_from_ = workspace.from;
  }
  if (auto& ours = user.list(List::allow_write), &theirs = workspace.list(List::allow_write); ours && theirs)
    for (const PathRule& rule : *theirs)
      if (!is_within(rule, *ours))
        warnings.push_back(cannot_widen(
            fmt::format("'policy.allow_write' of a workspace can only narrow; of {} only what your own file allows is "
                        "taken",
                in_quotes(rule.pattern())),
            workspace.from));
  policy.user_ = std::move(user);
  policy.workspace_ = std::move(workspace);
  return policy;
}

std::optional<Verdict> Policy::first_of(List list, std::string_view path, std::string_view folded) const {
  for (const Rules* rules : {&user_, &workspace_}) {
    if (!rules->list(list)) continue;
    for (const PathRule& rule : *rules->list(list))
      if (rule.holds(path, folded))
        return Verdict{
            .rule = kListNames[static_cast<size_t>(list)], .glob = rule.pattern(), .from = rules->from, .why = {}};
  }
  return std::nullopt;
}

std::optional<Verdict> Policy::not_allowed(std::string_view path) const {
  for (const Rules* rules : {&user_, &workspace_}) {
    const auto& allowed = rules->list(List::allow_write);
    if (!allowed) continue;
    auto holds = [&](const PathRule& rule) { return rule.holds_exactly(path); };
    if (std::none_of(allowed->begin(), allowed->end(), holds))
      return Verdict{.rule = kListNames[static_cast<size_t>(List::allow_write)], .from = rules->from};
  }
  return std::nullopt;
}

std::optional<Verdict> Policy::sensitive(std::string_view path, std::string_view folded) const {
  if (auto found = first_of(List::sensitive, path, folded)) return found;
  const SensitiveRule* rule = sensitive_by_default(path);
  if (rule == nullptr) return std::nullopt;
  return Verdict{
      .rule = kListNames[static_cast<size_t>(List::sensitive)], .glob = rule->glob, .from = kDefault, .why = rule->why};
}

Verdict Policy::judge(std::string_view path, Access access, Asker asker) const {
  bool any_rule = !user_.from.empty() || !workspace_.from.empty();
  std::string folded = any_rule ? folded_path(path) : std::string();
  bool writes = access == Access::write;
  std::optional<Verdict> refused = first_of(writes ? List::deny_write : List::deny_read, path, folded);
  if (!refused && writes) refused = not_allowed(path);
  if (refused) {
    refused->decision = Decision::denied;
    return *refused;
  }
  Verdict verdict = sensitive(path, folded).value_or(Verdict{});
  bool asks = access != Access::read && !verdict.rule.empty() && asker != Asker::person &&
      (approvals_ == Approvals::always || (approvals_ == Approvals::tools && asker == Asker::tool));
  if (asks) verdict.decision = Decision::waits;
  return verdict;
}

bool Policy::is_sensitive(std::string_view path) const { return sensitive(path, folded_path(path)).has_value(); }

std::optional<Error> Policy::refuses_reading(std::string_view path) const {
  if (!user_.list(List::deny_read) && !workspace_.list(List::deny_read)) return std::nullopt;
  Verdict verdict = judge(path, Access::read, asker_);
  if (verdict.decision != Decision::denied) return std::nullopt;
  return denied(path, "read", verdict);
}

Diagnostics Policy::judge_write(std::string_view path) const { return say(path, Access::write); }

Diagnostics Policy::judge_copy(std::string_view path) const { return say(path, Access::copy); }

Diagnostics Policy::say(std::string_view path, Access access) const {
  Diagnostics said;
  bool copies = access == Access::copy;
  Verdict verdict = judge(path, access, asker_);
  if (verdict.decision == Decision::denied) said.errors.push_back(denied(path, copies ? "read" : "written", verdict));
  if (verdict.decision == Decision::waits)
    said.errors.push_back(make_error(Code::policy_approval_needed,
        fmt::format("a {} of {} needs the approval of a person", copies ? "copy" : "change", in_quotes(path)),
        "without '--dry-run' it is stored, and 'aptix approve' lists it")
                              .at(path));
  if (verdict.decision != Decision::allowed || verdict.rule.empty()) return said;
  Diagnostic warning = make_error(Code::policy_sensitive,
      verdict.why.empty() ? fmt::format("{} is called sensitive: {}", in_quotes(path), rule_of(verdict))
                          : fmt::format("{} is sensitive: it {}", in_quotes(path), verdict.why),
      "look at this change yourself: '--diff' shows it");
  said.warnings.push_back(std::move(warning.at(path)));
  return said;
}

}  // namespace aptix::policy
