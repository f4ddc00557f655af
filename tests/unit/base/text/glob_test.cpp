#include "base/text/glob.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace aptix;

namespace {

bool matches(std::string_view pattern, std::string_view path) {
  Result<Glob> glob = Glob::parse(pattern);
  REQUIRE(glob);
  CHECK(glob->pattern() == pattern);
  return glob->matches(path);
}

bool whole_matches(std::string_view pattern, std::string_view text) {
  return Glob::of_whole_text(pattern).matches(text);
}

struct Case {
  std::string_view pattern;
  std::vector<std::string_view> yes, no;
};

}  // namespace

TEST_CASE("globs match as .gitignore has it") {
  const Case cases[] = {
      {"a.c", {"a.c", "x/a.c", "x/y/a.c"}, {"aXc", "a.cc", "xa.c", "a.c/x"}},
      {"*.c", {"a.c", ".c", "x/y.c", ".x.c"}, {"a.h", "a.c/b", "a.cc"}},
      {"*", {"a", "a/b", ".x"}, {}},
      {"**", {"a", "a/b/c"}, {}},
      {"?", {"a", "x/b", "\xC3\xA9", "\xFF"}, {"", "ab"}},
      {"/a.c", {"a.c"}, {"x/a.c"}},
      {"/*.c", {"a.c"}, {"x/a.c"}},
      {"src/*.c", {"src/a.c"}, {"a.c", "src/x/a.c", "x/src/a.c", "src/"}},
      {"src/**", {"src/a", "src/a/b"}, {"src", "srcs/a", "x/src/a"}},
      {"**/x", {"x", "a/x", "a/b/x"}, {"ax", "a/bx", "x/a"}},
      {"**/x/y", {"x/y", "a/x/y"}, {"y", "ax/y"}},
      {"a/**/b", {"a/b", "a/x/b", "a/x/y/b"}, {"ab", "a/xb", "ax/b", "a/b/c", "x/a/b"}},
      {"a/**/**/b", {"a/b", "a/x/b", "a/x/y/b"}, {"a/xb"}},
      {"**/a/**", {"a/x", "x/a/y", "x/y/a/z/w"}, {"a", "x/a", "ax/y"}},
      {"a**b", {"ab", "axxb", "x/ab"}, {"a/b"}},
      {"a/x**y/b", {"a/xy/b", "a/xzy/b"}, {"a/x/y/b"}},
      {"src/", {"src/a", "src/a/b", "x/src/a"}, {"src", "asrc/a"}},
      {"a/src/", {"a/src/x"}, {"a/src", "b/a/src/x"}},
      {"a/**/", {"a/x/y", "a/x/y/z"}, {"a/x", "a"}},
      {"[abc].c", {"a.c", "x/c.c"}, {"d.c", ".c", "ab.c"}},
      {"[a-c]x", {"ax", "cx"}, {"dx", "-x"}},
      {"[!a-c]x", {"dx", "-x"}, {"ax", "/x"}},
      {"[^a]x", {"bx"}, {"ax"}},
      {"[]a]x", {"]x", "ax"}, {"bx"}},
      {"[!]a]x", {"bx"}, {"]x", "ax"}},
      {"[a-]x", {"ax", "-x"}, {"bx"}},
      {"[-a]x", {"ax", "-x"}, {"bx"}},
      {"[\\]]x", {"]x"}, {"\\x"}},
      {"[\\a-\\c]x", {"bx"}, {"\\x"}},
      {"[c-a]x", {}, {"ax", "bx", "cx"}},
      {"a[/]b", {}, {"a/b"}},
      {"a/[!x]", {"a/y"}, {"a/x", "a//"}},
      {"[\xC3\xA0-\xC3\xBF]", {"\xC3\xA9"}, {"e", "\xC3\x80"}},
      {"\\*", {"*"}, {"a"}},
      {"\\!a", {"!a"}, {"a"}},
      {"a\\b", {"ab"}, {"a\\b"}},
      {"\\[a]", {"[a]"}, {"a"}},
      {"a b", {"a b"}, {"a"}},
  };
  for (const Case& c : cases) {
    for (std::string_view path : c.yes) CHECK_MESSAGE(matches(c.pattern, path), c.pattern, " should match ", path);
    for (std::string_view path : c.no) CHECK_MESSAGE(!matches(c.pattern, path), c.pattern, " should not match ", path);
  }
}

TEST_CASE("a malformed pattern says what is wrong with it") {
  auto message = [](std::string_view pattern) {
    Result<Glob> glob = Glob::parse(pattern);
    REQUIRE_FALSE(glob);
    CHECK(glob.error().code == Code::usage);
    CHECK_FALSE(glob.error().hint.empty());
    return glob.error().message;
  };
  CHECK(message("") == "the pattern '' is empty");
  CHECK(message("!a") == "the pattern '!a' begins with '!'");
  CHECK(message("a[b") == "the pattern 'a[b' has a '[' without its ']'");
  CHECK(message("[]") == "the pattern '[]' has a '[' without its ']'");
  CHECK(message("[a-") == "the pattern '[a-' has a '[' without its ']'");
  CHECK(message("[a\\") == "the pattern '[a\\' has a '[' without its ']'");
  CHECK(message("a\\") == "the pattern 'a\\' ends in a backslash");
  CHECK(message("[[:alpha:]]") == "the pattern '[[:alpha:]]' has a named class");
  CHECK(message("[[:foo:]a]") == "the pattern '[[:foo:]a]' has a named class");
  CHECK(message(std::string(5000, 'a')) == "the pattern '" + std::string(200, 'a') + "...' is longer than 4096 bytes");
}

TEST_CASE("no pattern is slow") {
  std::string pattern, folders;
  for (int i = 0; i < 500; ++i) pattern += "*a";
  for (int i = 0; i < 500; ++i) folders += "**/";
  CHECK_FALSE(matches(pattern + "b", std::string(4000, 'a')));
  CHECK_FALSE(matches(folders + "b", std::string(4000, '/')));
}

TEST_CASE("in a whole text a star stands for any characters, slashes among them") {
  CHECK(whole_matches("*", "a/b"));
  CHECK(whole_matches("src/*.c", "src/deep/x.c"));
  CHECK(whole_matches("*/x", "a/b/x"));
  CHECK_FALSE(whole_matches("src/*.c", "src/x.h"));
  CHECK_FALSE(whole_matches("*/x", "x"));
}

TEST_CASE("in a whole text question marks, sets and escapes stand for one character") {
  CHECK(whole_matches("a?c", "a/c"));
  CHECK(whole_matches("[a-c]x", "bx"));
  CHECK(whole_matches("[!a-c]x", "dx"));
  CHECK_FALSE(whole_matches("[!a-c]x", "bx"));
  CHECK(whole_matches("[[:digit:]]", "7"));
  CHECK(whole_matches("[]]", "]"));
  CHECK(whole_matches("\\*", "*"));
  CHECK_FALSE(whole_matches("\\*", "x"));
  CHECK_FALSE(whole_matches("[a", "a"));
}

TEST_CASE("a set with a class that there is not matches nothing, as for git") {
  for (std::string_view text : {"a", "f", "foo", ":", "[", "]", "[:foo:]a]"}) {
    CHECK_FALSE(whole_matches("[[:foo:]a]", text));
    CHECK_FALSE(whole_matches("[![:foo:]a]", text));
    CHECK_FALSE(Glob::of_git("[[:foo:]a]", Glob::Letters::count).matches(text));
  }
}

TEST_CASE("many stars on a long whole text take no exponential time") {
  std::string pattern;
  for (int i = 0; i < 30; ++i) pattern += "a*";
  CHECK_FALSE(whole_matches(pattern + "b", std::string(5000, 'a')));
}
