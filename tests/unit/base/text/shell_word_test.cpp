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

TEST_CASE("a command line that was put together is taken apart into the same words") {
  std::vector<std::string_view> words = {"-C", "my folder", "undo", "", "it's", "a\"b\\c", "'", "x y'z"};
  std::string line = join_shell_words(words);
  CHECK(line.starts_with("aptix -C 'my folder' undo '' 'it'\\''s' "));
  std::vector<std::string> again = split_shell_words(line);
  REQUIRE(again.size() == words.size() + 1);
  CHECK(again.front() == "aptix");
  for (size_t i = 0; i < words.size(); ++i) CHECK(again[i + 1] == words[i]);
  CHECK(split_shell_words("a 'not closed") == std::vector<std::string>{"a", "not closed"});
}

}  // namespace
}  // namespace aptix
