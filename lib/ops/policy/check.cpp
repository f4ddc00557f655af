#include "ops/policy/check.h"

#include "model/rel_path.h"
#include "ops/files/sources.h"
#include "ops/files/tree_file.h"
#include "policy/sensitive.h"

namespace aptix::ops {
namespace {

class PathChecker {
 public:
  PathChecker(Sources& sources, const Tree& top, const policy::Policy& policy, const PolicyQuestion& question)
      : sources_(sources),
        top_(top),
        policy_(policy),
        question_(question) {}

  CheckedPath check(const std::string& typed) {
    CheckedPath checked{.path = typed};
    auto path = sources_.path_in_workspace(typed);
    auto there = path ? top_.exists(*path) : Result<bool>(false);
    bool maybe_key = !path || (there && !*there);
    if (auto by_key = maybe_key ? sources_.doc_paths().path_of(typed) : fail(Code::file_missing, "")) {
      path = std::move(by_key);
      there = true;
    }
    bool writes = question_.access == policy::Access::write;
    bool by_rules = path && there && (writes ? RelPath::parse(*path).has_value() : !leads_into_own_state(*path));
    if (!by_rules) {
      checked.decision = policy::Decision::denied;
      checked.rule = checked.from = "path";
      return checked;
    }
    policy::Verdict verdict = policy_.judge(*path, question_.access, question_.asker);
    // What is there has to be read before it is changed.
    if (writes && *there && verdict.decision != policy::Decision::denied)
      if (auto read = policy_.judge(*path, policy::Access::read, question_.asker);
          read.decision == policy::Decision::denied)
        verdict = read;
    checked.decision = verdict.decision;
    checked.rule = verdict.rule;
    checked.glob = verdict.glob;
    checked.from = verdict.from;
    return checked;
  }

 private:
  Sources& sources_;
  const Tree& top_;
  const policy::Policy& policy_;
  const PolicyQuestion& question_;
};

}  // namespace

std::vector<ListedRule> list_rules(const policy::Policy& policy) {
  std::vector<ListedRule> rows;
  for (size_t list = 0; list < policy::kLists; ++list) {
    for (const policy::Rules* rules : {&policy.user(), &policy.workspace()}) {
      const auto& globs = rules->lists[list];
      if (!globs) continue;
      for (const policy::PathRule& rule : *globs)
        rows.push_back({policy::kListNames[list], rule.pattern(), rules->from});
      if (globs->empty() && static_cast<policy::List>(list) == policy::List::allow_write)
        rows.push_back({policy::kListNames[list], "", rules->from});
    }
  }
  for (const policy::SensitiveRule& rule : policy::sensitive_defaults())
    rows.push_back({policy::kListNames[static_cast<size_t>(policy::List::sensitive)], rule.glob, "default"});
  return rows;
}

Result<std::vector<CheckedPath>> check_paths(disk::Workspace& workspace, const policy::Policy& policy,
    const std::vector<std::string>& paths, const PolicyQuestion& question) {
  TRY_ASSIGN(sources, Sources::open(workspace, question.repository, {}));
  TRY_ASSIGN(top, Tree::open_top(workspace.path(), workspace.guard()));
  PathChecker checker(sources, top, policy, question);
  std::vector<CheckedPath> checked;
  for (const std::string& path : paths) checked.push_back(checker.check(path));
  return checked;
}

}  // namespace aptix::ops
