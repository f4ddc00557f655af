#include "ops/policy/policy.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "ops/config.h"
#include "support/temp_dir.h"

namespace aptix::ops {

TEST_CASE("each path that is asked for gets the rule that decides, as it was typed") {
  test::TempDir dir;
  dir.write("conf/a", "x");
  dir.write(".env", "x");
  policy::Rules rules{.from = "user"};
  rules.list(policy::List::deny_write).emplace().push_back(policy::PathRule::parse("conf/**").value());
  std::vector<Diagnostic> warnings;
  Settings settings;
  settings.policy = policy::Policy::merge(std::move(rules), {}, warnings);
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
  REQUIRE(workspace);
  auto checked = check_paths(**workspace, settings, {"conf/a", "conf/new", ".env", "b", "../out"},
      policy::Access::write, policy::Asker::command_line);
  REQUIRE(checked);
  std::vector<std::string> found;
  for (const auto& [path, verdict] : *checked)
    found.push_back(fmt::format("{}: {}, {} {}", path, name(verdict.decision), verdict.rule, verdict.glob));
  CHECK(found ==
      std::vector<std::string>{"conf/a: denied, deny_write conf/**", "conf/new: denied, deny_write conf/**",
          ".env: allowed, sensitive .env", "b: allowed,  ", "../out: denied, path "});
}

TEST_CASE("all rules are listed with the file that has them, the built-in ones last") {
  policy::Rules rules{.from = "user"};
  rules.list(policy::List::deny_read).emplace().push_back(policy::PathRule::parse("*.secret").value());
  rules.list(policy::List::allow_write).emplace();
  std::vector<Diagnostic> warnings;
  policy::Policy policy = policy::Policy::merge(std::move(rules), {}, warnings);
  std::vector<ListedRule> rows = list_rules(policy);
  REQUIRE(rows.size() > 2);
  CHECK(std::count_if(rows.begin(), rows.end(), [](const ListedRule& row) { return row.from == "user"; }) == 2);
  CHECK(rows.back().rule == "sensitive");
  CHECK(rows.back().from == "default");
}

}  // namespace aptix::ops
