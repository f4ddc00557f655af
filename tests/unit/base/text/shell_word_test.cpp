#include "base/text/shell_word.h"

#include <doctest/doctest.h>

namespace aptix {
namespace {

TEST_CASE("a name is one word for a shell") {
  CHECK(shell_word("repo/src/a-b_c.cpp") == "repo/src/a-b_c.cpp");
  CHECK(shell_word("repo/caf\xC3\xA9") == "repo/caf\xC3\xA9");
  CHECK(shell_word("a b") == "\"a b\"");
  CHECK(shell_word("it's $5") == "\"it's \\$5\"");
  CHECK(shell_word("a\"`\\") == "\"a\\\"\\`\\\\\"");
  CHECK(shell_word("") == "\"\"");
}

}  // namespace
}  // namespace aptix
