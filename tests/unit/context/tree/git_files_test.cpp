#include "context/tree/git_files.h"

#include <doctest/doctest.h>

namespace aptix::context {

TEST_CASE("git's configuration is read with its quotes, escapes, comments and continued lines") {
  auto settings = read_git_config(
      "[core] ignoreCase\n"
      "\texcludesFile = \"a # b\" ; comment\n"
      "[remote \"Ori\\\"gin\"]\n"
      "  URL = one\\\n"
      "two\\tthree   # comment\n"
      "# nothing\n");
  REQUIRE(settings.size() == 3);
  CHECK(settings[0].key == "core.ignorecase");
  CHECK(!settings[0].value);
  CHECK(settings[1].key == "core.excludesfile");
  CHECK(settings[1].value == "a # b");
  CHECK(settings[2].key == "remote.Ori\"gin.url");
  CHECK(settings[2].value == "onetwo\tthree");
}

}  // namespace aptix::context
