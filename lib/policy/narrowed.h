// What a server's own options take away from the policy, for as long as it runs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "policy/policy.h"

namespace aptix::policy {

struct Narrowing {
  std::vector<PathRule> allow;  // --allow: only these may be written; none: all
  std::vector<PathRule> deny;   // --deny: these are neither read nor written
  bool read_only = false;

  bool any() const { return read_only || !allow.empty() || !deny.empty(); }
  // Fails with usage, as Glob::parse.
  static Result<Narrowing> parse(std::span<const std::string> allow, std::span<const std::string> deny, bool read_only);
};

// `policy` says the rest.
std::shared_ptr<const Guard> narrowed(std::shared_ptr<const Guard> policy, Narrowing by);

}  // namespace aptix::policy
