#include "base/text/wildcard.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix {

TEST_CASE("a star stands for any characters, slashes among them") {
  CHECK(wildcard_matches("*", "a/b"));
  CHECK(wildcard_matches("src/*.c", "src/deep/x.c"));
  CHECK(wildcard_matches("*/x", "a/b/x"));
  CHECK_FALSE(wildcard_matches("src/*.c", "src/x.h"));
  CHECK_FALSE(wildcard_matches("*/x", "x"));
}

TEST_CASE("question marks, sets and escapes stand for one character") {
  CHECK(wildcard_matches("a?c", "a/c"));
  CHECK(wildcard_matches("[a-c]x", "bx"));
  CHECK(wildcard_matches("[!a-c]x", "dx"));
  CHECK_FALSE(wildcard_matches("[!a-c]x", "bx"));
  CHECK(wildcard_matches("[[:digit:]]", "7"));
  CHECK(wildcard_matches("[]]", "]"));
  CHECK(wildcard_matches("\\*", "*"));
  CHECK_FALSE(wildcard_matches("\\*", "x"));
  CHECK_FALSE(wildcard_matches("[a", "a"));
}

TEST_CASE("many stars on a long text take no exponential time") {
  std::string pattern;
  for (int i = 0; i < 30; ++i) pattern += "a*";
  CHECK_FALSE(wildcard_matches(pattern + "b", std::string(5000, 'a')));
}

}  // namespace aptix
