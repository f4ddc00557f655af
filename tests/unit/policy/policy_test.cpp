#include "policy/policy.h"

#include <doctest/doctest.h>

namespace aptix::policy {
namespace {

Rules rules(std::string from, std::initializer_list<std::pair<List, std::vector<std::string>>> lists,
    std::optional<Approvals> approvals = {}) {
  Rules made{.approvals = approvals, .from = std::move(from)};
  for (const auto& [list, globs] : lists) {
    auto& rows = made.list(list).emplace();
    for (const std::string& glob : globs) rows.push_back(PathRule::parse(glob).value());
  }
  return made;
}

Decision write(const Policy& policy, std::string_view path, Asker asker = Asker::command_line) {
  return policy.judge(path, Access::write, asker).decision;
}

TEST_CASE("without rules all is allowed, and a sensitive file waits for tools") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge({}, {}, warnings);
  CHECK(warnings.empty());
  CHECK(write(policy, "a.c", Asker::tool) == Decision::allowed);
  CHECK(write(policy, ".env") == Decision::allowed);
  CHECK(policy.judge(".env", Access::write, Asker::command_line).rule == "sensitive");
  CHECK(write(policy, ".env", Asker::tool) == Decision::waits);
  CHECK(policy.judge(".env", Access::read, Asker::tool).decision == Decision::allowed);
  CHECK_FALSE(policy.refuses_reading(".env"));
}

TEST_CASE("denied comes before all else, whatever the spelling") {
  std::vector<Diagnostic> warnings;
  Policy policy =
      Policy::merge(rules("user", {{List::deny_write, {"conf/**"}}, {List::deny_read, {"*.secret"}}}, Approvals::never),
          {}, warnings);
  for (const char* path : {"conf/a", "CONF/a", "conf/.env", "conf./a", "Conf/b/c"})
    CHECK_MESSAGE(write(policy, path) == Decision::denied, path);
  CHECK(write(policy, "config/a") == Decision::allowed);
  CHECK(write(policy, ".env", Asker::tool) == Decision::allowed);
  REQUIRE(policy.refuses_reading("x/A.Secret"));
  CHECK(policy.refuses_reading("x/a.secret")->message == "the policy does not let 'x/a.secret' be read");
  CHECK(policy.refuses_reading("x/a.secret")->notes ==
      std::vector<std::string>{"'*.secret' is in 'policy.deny_read' in 'user'"});
}

TEST_CASE("a workspace adds to what is denied and takes from what is allowed") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge(rules("user", {{List::allow_write, {"src/**"}}}),
      rules("ws",
          {{List::allow_write, {"src/lib/**", "src/**"}}, {List::deny_write, {"*.lock"}},
              {List::sensitive, {"src/key.c"}}}),
      warnings);
  CHECK(warnings.empty());
  CHECK(write(policy, "src/a.c") == Decision::allowed);
  CHECK(write(policy, "src/a.lock") == Decision::denied);
  CHECK(write(policy, "SRC/a.c") == Decision::denied);
  CHECK(write(policy, "doc/a") == Decision::denied);
  CHECK(write(policy, "src/key.c", Asker::tool) == Decision::waits);
}

TEST_CASE("what the policy wants on the command line waits for a person there, whom no client asks") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge(rules("user", {{List::command_line, {"deploy/**", ".envrc"}}}), {}, warnings);
  for (Asker asker : {Asker::tool, Asker::client}) {
    CHECK(write(policy, "deploy/key", asker) == Decision::waits);
    CHECK(write(policy, ".envrc", asker) == Decision::waits);
    CHECK(write(policy, "src/a", asker) == Decision::allowed);
  }
  CHECK(write(policy, ".env", Asker::tool) == Decision::waits);
  CHECK(write(policy, ".env", Asker::client) == Decision::allowed);
  CHECK(write(policy, "deploy/key", Asker::person) == Decision::allowed);
  CHECK(write(policy, "deploy/key", Asker::command_line) == Decision::allowed);
  CHECK(policy.is_sensitive("deploy/key"));
  policy.set_asker(Asker::client);
  REQUIRE(policy.judge_write("deploy/key").errors.size() == 1);
  CHECK(policy.judge_write("deploy/key").errors[0].message ==
      "a change of 'deploy/key' is approved on the command line alone: 'deploy/**' is in 'policy.command_line' in "
      "'user'");
}

TEST_CASE("what a workspace would widen is left out with a warning") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge(rules("user", {{List::allow_write, {"src/**"}}}, Approvals::always),
      rules("ws", {{List::allow_write, {"**"}}, {List::deny_write, {}}}, Approvals::never), warnings);
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0].message == "'policy.approvals' of a workspace can only narrow; 'always' was kept");
  CHECK(warnings[1].message ==
      "'policy.allow_write' of a workspace can only narrow; '**' is used only as far as your own file allows");
  CHECK(write(policy, "doc/a") == Decision::denied);
  CHECK(write(policy, "src/.env") == Decision::waits);
}

TEST_CASE("a pattern that names a folder holds for all that is below it, as in .gitignore") {
  for (const char* pattern : {"secret", "/secret", "**/secret", "secret/", "secret/**", "secret/*", "secret/sub", "sub",
           "s?cret", "/secret/sub/"}) {
    std::vector<Diagnostic> warnings;
    Policy policy = Policy::merge(
        rules("user", {{List::deny_read, {pattern}}, {List::deny_write, {pattern}}, {List::sensitive, {pattern}}}), {},
        warnings);
    CHECK_MESSAGE(policy.refuses_reading("secret/sub/x"), pattern);
    CHECK_MESSAGE(policy.refuses_reading("SECRET/sub/x/y"), pattern);
    CHECK_MESSAGE(write(policy, "secret/sub/x") == Decision::denied, pattern);
    CHECK_MESSAGE(policy.is_sensitive("secret/sub/x"), pattern);
    CHECK_MESSAGE(write(policy, "secrets/x") == Decision::allowed, pattern);
    CHECK_MESSAGE(write(policy, "other/secretly/x") == Decision::allowed, pattern);
  }
}

TEST_CASE("a folder in allow_write allows what is below it") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge(
      rules("user", {{List::allow_write, {"src"}}}), rules("ws", {{List::allow_write, {"src/lib"}}}), warnings);
  CHECK(warnings.empty());
  CHECK(write(policy, "src/lib/a/b.c") == Decision::allowed);
  CHECK(write(policy, "src/a.c") == Decision::denied);
  CHECK(write(policy, "srclib/a.c") == Decision::denied);
}

TEST_CASE("a copy of a sensitive file is judged as a change of it, and no other rule for writing counts") {
  std::vector<Diagnostic> warnings;
  Policy policy =
      Policy::merge(rules("user", {{List::deny_write, {"locked"}}, {List::deny_read, {"unread"}}}), {}, warnings);
  CHECK(policy.judge_copy(".env").warnings.size() == 1);
  CHECK(policy.judge_copy("unread").errors.size() == 1);
  CHECK(policy.judge_copy("locked").ok());
  policy.set_asker(Asker::tool);
  CHECK(policy.judge_copy(".env").errors.at(0).message == "a copy of '.env' needs the approval of a person");
}

TEST_CASE("an empty allow_write allows nothing") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge({}, rules("ws", {{List::allow_write, {}}}), warnings);
  CHECK(write(policy, "a") == Decision::denied);
  CHECK(policy.judge_write("a").errors[0].notes ==
      std::vector<std::string>{"no pattern of 'policy.allow_write' in 'ws' names it"});
}

TEST_CASE("a sensitive write is a warning, and an error where that is strict") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge(rules("user", {{List::sensitive, {"a"}}}), {}, warnings);
  CHECK(policy.judge_write(".envrc").warnings[0].message ==
      "'.envrc' is sensitive: it is run by other programs on their own");
  CHECK(
      policy.judge_write("a").warnings[0].message == "'a' is called sensitive: 'a' is in 'policy.sensitive' in 'user'");
}

TEST_CASE("a pattern that matches no path from the workspace on is refused") {
  for (const char* pattern : {"./x/**", "../x", "~/x", "x//**", "//x", "a/./b", "a/../b", "x/..", "/", "a\\./b/.",
           "secrets\\keys\\*", "*.{pem,key}", "/../x", "\\./x"}) {
    auto rule = PathRule::parse(pattern);
    REQUIRE_MESSAGE(!rule, pattern);
    CHECK(rule.error().code == Code::usage);
  }
  CHECK(PathRule::parse("./x").error().message == "the pattern './x' matches no file: paths have no '.' or '..'");
  for (const char* pattern : {"/x", "x/", "/x/", "...", ".x/**", "a..b", "~x", "\\[id\\]/x", "a\\*", "{a}", "x.*"})
    CHECK_MESSAGE(PathRule::parse(pattern), pattern);
}

// 'lib/inner' is a workspace, and so is 'lib/inner/deep' below it.
class TwoInner final : public InnerWorkspaces {
 public:
  TwoInner(Rules inner, Rules deep) : inner_(std::move(inner)), deep_(std::move(deep)) {}
  std::span<const Inner> above(std::string_view path) const override {
    if (path.starts_with("lib/inner/deep/")) return both_;
    return path.starts_with("lib/inner/") ? std::span<const Inner>(both_, 1) : std::span<const Inner>();
  }

 private:
  Rules inner_, deep_;
  Inner both_[2] = {{&inner_, 10}, {&deep_, 15}};
};

TEST_CASE("the rules of a workspace above a file hold from another root, too, and only narrow") {
  std::vector<Diagnostic> warnings;
  Policy policy = Policy::merge(
      rules("user", {{List::deny_write, {"conf/**"}}, {List::sensitive, {"/top"}}}), rules("outer", {}), warnings);
  policy.set_inner(std::make_shared<TwoInner>(
      rules("inner", {{List::deny_write, {"/prot/**"}}, {List::deny_read, {"*.secret"}}, {List::sensitive, {"own"}}},
          Approvals::never),
      rules("deep", {{List::allow_write, {"src/**"}}}, Approvals::always)));
  CHECK(write(policy, "lib/inner/prot/a") == Decision::denied);
  CHECK(policy.judge("lib/inner/prot/a", Access::write, Asker::tool).from == "inner");
  CHECK(write(policy, "lib/inner/PROT/a") == Decision::denied);
  CHECK(write(policy, "prot/a") == Decision::allowed);
  CHECK(write(policy, "lib/inner/conf/a") == Decision::denied);  // the user's rules, from there on
  CHECK(policy.refuses_reading("lib/inner/a.secret"));
  CHECK_FALSE(policy.refuses_reading("a.secret"));
  CHECK(policy.is_sensitive("lib/inner/own"));
  CHECK(policy.is_sensitive("lib/inner/top"));
  CHECK_FALSE(policy.is_sensitive("lib/own"));
  CHECK(write(policy, "lib/inner/.env", Asker::tool) == Decision::waits);  // 'never' would widen
  CHECK(write(policy, "lib/inner/deep/a") == Decision::denied);
  CHECK(write(policy, "lib/inner/deep/src/a") == Decision::allowed);
  CHECK(write(policy, "lib/inner/deep/src/.env") == Decision::waits);
  CHECK(write(policy, "lib/inner/deep/src/.env", Asker::person) == Decision::allowed);
}

}  // namespace
}  // namespace aptix::policy
