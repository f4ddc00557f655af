// What opening a workspace leaves to be said.
#include <doctest/doctest.h>

#include "support/temp_dir.h"
#include "terminal/session.h"

namespace aptix::app {
namespace {

TEST_CASE("opening the workspace keeps what was said before, and says its own only once") {
  test::TempDir dir;
  dir.write(".aptix/config.toml", "[cloud]\nfile = \"/x\"\n");
  const Command* command = find_command("log");
  REQUIRE(command != nullptr);
  auto arguments = Arguments::parse(*command, {"--root=" + dir.path()});
  REQUIRE(arguments);
  Environment environment;
  Output nowhere(-1);
  Session session{*command, *arguments, environment, nowhere};
  session.said.warnings.push_back(make_error(Code::recovered, "said before"));
  for (int i = 0; i < 2; ++i) REQUIRE(open_workspace(session));
  REQUIRE(session.said.warnings.size() == 2);
  CHECK(session.said.warnings[0].message == "said before");
  CHECK(session.said.warnings[1].message == "'cloud.file' in a workspace's configuration is ignored");
}

}  // namespace
}  // namespace aptix::app
