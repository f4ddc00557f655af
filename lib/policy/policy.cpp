// Denied comes before waiting, and waiting before allowed. The user's rules come before the workspace's.
#include "policy/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::policy {
namespace {

constexpr std::string_view kApprovals[] = {"always", "tools", "never"};
constexpr std::string_view kDecisions[] = {"allowed", "needs approval", "denied"};
constexpr std::string_view kDefault = "default";

std::string_view name(List list) { return kListNames[static_cast<size_t>(list)]; }

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

// As in .gitignore: a pattern that matches a folder applies to all below it.
bool takes(const Glob& glob, std::string_view path) {
  for (size_t end = path.size(); end != std::string_view::npos && end != 0; end = path.rfind('/', end - 1))
    if (glob.matches(path.substr(0, end))) return true;
  return false;
}

// Does one of `wide` match all that `rule` matches, as far as their text shows?
bool is_within(const PathRule& rule, const std::vector<PathRule>& wide) {
  return std::any_of(wide.begin(), wide.end(),
      [&](const PathRule& other) { return other.pattern() == rule.pattern() || other.holds_exactly(rule.pattern()); });
}

// Looks up one path in two files of rules, the user's first.
class Asked {
 public:
  Asked(const Rules& user, const Rules& workspace, std::string_view path)
      : user_(user),
        workspace_(workspace),
        path_(path),
        folded_(user.from.empty() && workspace.from.empty() ? std::string() : folded_path(path)) {}

  std::optional<Verdict> first_of(List list) const {
    for (const Rules* rules : {&user_, &workspace_}) {
      if (!rules->list(list)) continue;
      for (const PathRule& rule : *rules->list(list))
        if (rule.holds(path_, folded_))
          return Verdict{.rule = name(list), .glob = rule.pattern(), .from = rules->from, .why = {}};
    }
    return std::nullopt;
  }

  std::optional<Verdict> not_allowed() const {
    for (const Rules* rules : {&user_, &workspace_}) {
      const auto& allowed = rules->list(List::allow_write);
      if (!allowed) continue;
      auto holds = [&](const PathRule& rule) { return rule.holds_exactly(path_); };
      if (std::none_of(allowed->begin(), allowed->end(), holds))
        return Verdict{.rule = name(List::allow_write), .from = rules->from};
    }
    return std::nullopt;
  }

  std::optional<Verdict> sensitive() const {
    for (List list : {List::command_line, List::sensitive})
      if (auto found = first_of(list)) return found;
    const SensitiveRule* rule = sensitive_by_default(path_);
    if (rule == nullptr) return std::nullopt;
    return Verdict{.rule = name(List::sensitive), .glob = rule->glob, .from = kDefault, .why = rule->why};
  }

 private:
  const Rules& user_;
  const Rules& workspace_;
  std::string_view path_;
  std::string folded_;  // only if there are any rules
};

// Why a pattern can match no path relative to the workspace; "" if it can.
std::string_view matches_nothing_since(std::string_view pattern) {
  if (pattern.starts_with("~/")) return "'~' is not the home folder here";
  for (size_t at = pattern.find('\\'); at < pattern.size(); at = pattern.find('\\', at + 2))
    if (at + 1 < pattern.size() && is_word(pattern[at + 1])) return "'\\' does not separate folders";
  size_t comma = pattern.find(',', std::min(pattern.find('{'), pattern.size()));
  if (comma != std::string_view::npos && pattern.find('}', comma) != std::string_view::npos)
    return "'{' and '}' are no alternatives here";
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  for (std::string_view component : split(pattern, '/')) {
    std::string plain(component);
    std::erase(plain, '\\');
    if (plain.empty()) return "no folder has an empty name";
    if (plain == "." || plain == "..") return "paths have no '.' or '..'";
  }
  return {};
}

Diagnostic cannot_widen(std::string message, std::string_view workspace) {
  return error_at(workspace, Code::config_invalid, std::move(message), "set it in your own configuration file");
}

Error not_by_server(std::string_view path, std::string_view done, std::string_view option) {
  return error_at(path, Code::policy_denied,
      fmt::format("{} may not be {}: the server runs with '{}'", in_quotes(std::string(path)), done, option),
      "ask the person who started the server");
}

class NarrowedGuard final : public Guard {
 public:
  NarrowedGuard(std::shared_ptr<const Guard> policy, Narrowing by) : policy_(std::move(policy)), by_(std::move(by)) {}

  std::optional<Error> refuses_reading(std::string_view path) const override {
    if (denies(path)) return not_by_server(path, "read", "--deny");
    return policy_->refuses_reading(path);
  }

  Diagnostics judge_write(std::string_view path) const override {
    if (by_.read_only) return refused(not_by_server(path, "written", "--read-only"));
    if (denies(path)) return refused(not_by_server(path, "written", "--deny"));
    if (!allows(path)) return refused(not_by_server(path, "written", "--allow"));
    return policy_->judge_write(path);
  }

  Diagnostics judge_copy(std::string_view path) const override {
    if (denies(path)) return refused(not_by_server(path, "read", "--deny"));
    return policy_->judge_copy(path);
  }

  bool is_strict() const override { return policy_->is_strict(); }

 private:
  static Diagnostics refused(Error error) {
    Diagnostics said;
    said.errors.push_back(std::move(error));
    return said;
  }
  bool denies(std::string_view path) const {
    return std::any_of(by_.deny.begin(), by_.deny.end(), [&](const PathRule& rule) { return rule.holds(path); });
  }
  bool allows(std::string_view path) const {
    auto holds = [&](const PathRule& rule) { return rule.holds_exactly(path); };
    return by_.allow.empty() || std::any_of(by_.allow.begin(), by_.allow.end(), holds);
  }

  std::shared_ptr<const Guard> policy_;
  Narrowing by_;
};

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
  if (std::string_view why = matches_nothing_since(pattern); !why.empty())
    return fail(Code::usage, fmt::format("the pattern {} matches no file: {}", excerpt_in_quotes(pattern), why),
        "write it from the workspace on, as 'secrets/**', or a name for any depth, as '*.pem'");
  auto folded = Glob::parse(folded_path(pattern));
  return PathRule(std::move(glob), folded ? std::optional(std::move(*folded)) : std::nullopt);
}

bool PathRule::holds(std::string_view path, std::string_view folded) const {
  return takes(glob_, path) || (folded_ && takes(*folded_, folded));
}

bool PathRule::holds(std::string_view path) const { return holds(path, folded_path(path)); }

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
            fmt::format(
                "'policy.allow_write' of a workspace can only narrow; {} is used only as far as your own file allows",
                in_quotes(rule.pattern())),
            workspace.from));
  policy.user_ = std::move(user);
  policy.workspace_ = std::move(workspace);
  return policy;
}

Verdict Policy::judge_by(const Rules& workspace, std::string_view path, Access access, Asker asker) const {
  Asked asked(user_, workspace, path);
  bool writes = access == Access::write;
  std::optional<Verdict> refused = asked.first_of(writes ? List::deny_write : List::deny_read);
  if (!refused && writes) refused = asked.not_allowed();
  if (refused) {
    refused->decision = Decision::denied;
    return *refused;
  }
  Verdict verdict = asked.sensitive().value_or(Verdict{});
  Approvals approvals = std::min(approvals_, workspace.approvals.value_or(approvals_));
  bool at_command_line = verdict.rule == name(List::command_line);
  bool approves = asker == Asker::person || (asker == Asker::client && !at_command_line);
  bool asks = access != Access::read && !verdict.rule.empty() && !approves &&
      (approvals == Approvals::always || (approvals == Approvals::tools && asker != Asker::command_line));
  if (asks) verdict.decision = Decision::waits;
  return verdict;
}

// Visits the rules of this workspace and of those inside it that contain the file, each with the path relative to it.
template <class Visit>
void Policy::each_workspace(std::string_view path, Visit visit) const {
  visit(workspace_, path);
  if (!inner_) return;
  for (const InnerWorkspaces::Inner& inner : inner_->above(path)) visit(*inner.rules, path.substr(inner.start));
}

Verdict Policy::judge(std::string_view path, Access access, Asker asker) const {
  Verdict strictest;
  auto strictness = [](const Verdict& verdict) { return std::pair(verdict.decision, !verdict.rule.empty()); };
  each_workspace(path, [&](const Rules& workspace, std::string_view from_there) {
    Verdict verdict = judge_by(workspace, from_there, access, asker);
    if (strictness(verdict) > strictness(strictest)) strictest = verdict;
  });
  return strictest;
}

bool Policy::is_sensitive(std::string_view path) const {
  bool found = false;
  each_workspace(path, [&](const Rules& workspace, std::string_view from_there) {
    found = found || Asked(user_, workspace, from_there).sensitive().has_value();
  });
  return found;
}

// Called for each file of a listing, so it looks only at rules about reading.
std::optional<Error> Policy::refuses_reading(std::string_view path) const {
  std::optional<Verdict> refused;
  each_workspace(path, [&](const Rules& workspace, std::string_view from_there) {
    bool any_rule = user_.list(List::deny_read) || workspace.list(List::deny_read);
    if (any_rule && !refused) refused = Asked(user_, workspace, from_there).first_of(List::deny_read);
  });
  if (!refused) return std::nullopt;
  return denied(path, "read", *refused);
}

Diagnostics Policy::judge_write(std::string_view path) const { return say(path, Access::write); }

Diagnostics Policy::judge_copy(std::string_view path) const { return say(path, Access::copy); }

Diagnostics Policy::say(std::string_view path, Access access) const {
  Diagnostics said;
  bool copies = access == Access::copy;
  Verdict verdict = judge(path, access, asker_);
  if (verdict.decision == Decision::denied) said.errors.push_back(denied(path, copies ? "read" : "written", verdict));
  if (verdict.decision == Decision::waits && asker_ == Asker::client)
    said.errors.push_back(error_at(path, Code::policy_approval_needed,
        fmt::format("a change of {} is approved on the command line alone: {}", in_quotes(path), rule_of(verdict)),
        "'aptix approve' lists it"));
  else if (verdict.decision == Decision::waits)
    said.errors.push_back(error_at(path, Code::policy_approval_needed,
        fmt::format("a {} of {} needs the approval of a person", copies ? "copy" : "change", in_quotes(path)),
        "without '--dry-run' it is stored, and 'aptix approve' lists it"));
  if (verdict.decision != Decision::allowed || verdict.rule.empty()) return said;
  Diagnostic warning = make_error(Code::policy_sensitive,
      verdict.why.empty() ? fmt::format("{} is called sensitive: {}", in_quotes(path), rule_of(verdict))
                          : fmt::format("{} is sensitive: it {}", in_quotes(path), verdict.why),
      "look at this change yourself: '--diff' shows it");
  said.warnings.push_back(std::move(warning.at(path)));
  return said;
}

Result<Narrowing> Narrowing::parse(
    std::span<const std::string> allow, std::span<const std::string> deny, bool read_only) {
  Narrowing by{.allow = {}, .deny = {}, .read_only = read_only};
  for (auto [globs, rules] : {std::pair(allow, &by.allow), std::pair(deny, &by.deny)})
    for (const std::string& glob : globs) {
      TRY_ASSIGN(rule, PathRule::parse(glob));
      rules->push_back(std::move(rule));
    }
  return by;
}

std::shared_ptr<const Guard> narrowed(std::shared_ptr<const Guard> policy, Narrowing by) {
  return std::make_shared<NarrowedGuard>(std::move(policy), std::move(by));
}

}  // namespace aptix::policy
