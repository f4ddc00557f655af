#include "policy/narrowed.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"

namespace aptix::policy {
namespace {

Error not_by_server(std::string_view path, std::string_view done, std::string_view option) {
  return make_error(Code::policy_denied,
      fmt::format("{} may not be {}: the server runs with '{}'", in_quotes(std::string(path)), done, option),
      "ask the person who started the server")
      .at(path);
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

Result<Narrowing> Narrowing::parse(
    std::span<const std::string> allow, std::span<const std::string> deny, bool read_only) {
  Narrowing by{.allow = {}, .deny = {}, .read_only = read_only};
  for (const std::string& glob : allow) {
    TRY_ASSIGN(rule, PathRule::parse(glob));
    by.allow.push_back(std::move(rule));
  }
  for (const std::string& glob : deny) {
    TRY_ASSIGN(rule, PathRule::parse(glob));
    by.deny.push_back(std::move(rule));
  }
  return by;
}

std::shared_ptr<const Guard> narrowed(std::shared_ptr<const Guard> policy, Narrowing by) {
  return std::make_shared<NarrowedGuard>(std::move(policy), std::move(by));
}

}  // namespace aptix::policy
