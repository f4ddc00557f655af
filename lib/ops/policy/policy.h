// What the policy says about paths, and changes that wait for a person: 'aptix policy' and 'aptix approve'.
#pragma once

#include "ops/publish/publish.h"
#include "policy/policy.h"

namespace aptix::ops {

struct Settings;  // ops/config.h

// A rule as 'policy list' shows it.
struct ListedRule {
  std::string_view rule;  // "deny_write", ...
  std::string_view glob;
  std::string_view from;  // the file, or "default"
};
// In the order in which they are applied. Views the policy.
std::vector<ListedRule> list_rules(const policy::Policy& policy);

struct CheckedPath {
  std::string path;           // as typed
  policy::Verdict verdict{};  // views the policy; rule "path": the path rules
};

// An existing path takes precedence over a docPath; otherwise it is a new file. Errors: io_error.
Result<std::vector<CheckedPath>> check_paths(disk::Workspace& workspace, const Settings& settings,
    const std::vector<std::string>& paths, policy::Access access, policy::Asker asker);

struct Approved {
  Pending pending;
  ChangeSet changes;
  Published published;                        // with its diff
  std::optional<disk::Record> reversed = {};  // the transaction that was undone or redone
};

// REQUIRES: the root of `workspace` is its top; its guard allows what a person approves; it is locked unless this is a
// dry run. Errors: approval_unknown, approval_stale (one per changed file), and those of publish().
Outcome<Approved> approve(disk::Workspace& workspace, const std::string& id, const Making& how);

}  // namespace aptix::ops
