#include "context/tree/ignore.h"

#include <doctest/doctest.h>

namespace aptix::context {
namespace {

IgnoreVerdict of(
    std::string_view text, std::string_view path, PathKind kind = PathKind::file, std::string folder = {}) {
  return IgnoreList(text, std::move(folder)).of(path, kind);
}

}  // namespace

TEST_CASE("an ignore pattern without a slash is for names at any depth, one with a slash for paths from its file") {
  CHECK(of("a.c\n", "x/y/a.c") == IgnoreVerdict::ignored);
  CHECK(of("/a.c\n", "x/a.c") == IgnoreVerdict::unsaid);
  CHECK(of("x/a.c", "x/a.c") == IgnoreVerdict::ignored);
  CHECK(of("x/a.c", "y/x/a.c") == IgnoreVerdict::unsaid);
  CHECK(of("x/a.c", "y/x/a.c", PathKind::file, "y/") == IgnoreVerdict::ignored);
  CHECK(of("**/x/a.c", "y/x/a.c") == IgnoreVerdict::ignored);
}

TEST_CASE("the last ignore pattern that matches counts") {
  CHECK(of("*.o\n!a.o\n", "a.o") == IgnoreVerdict::kept);
  CHECK(of("!a.o\n*.o\n", "a.o") == IgnoreVerdict::ignored);
}

TEST_CASE("where letters are folded a set of an ignore pattern is folded as git does it") {
  auto ignores = [](std::string_view pattern, std::string_view path) {
    return IgnoreList(pattern, {}, Glob::Letters::fold).of(path, PathKind::file) == IgnoreVerdict::ignored;
  };
  CHECK(ignores("[a-c]*", "ABC"));
  CHECK(ignores("[A-C]*", "abc"));
  CHECK(ignores("[@-B]*", "b1"));
  CHECK_FALSE(ignores("[!a]*", "ABC"));
  CHECK_FALSE(ignores("[A]*", "ABC"));  // a letter alone is not folded, the path is
  CHECK_FALSE(ignores("[^[:upper:]]*", "abc"));
}

TEST_CASE("an ignore pattern with a slash at its end is for folders") {
  CHECK(of("b/", "b") == IgnoreVerdict::unsaid);
  CHECK(of("b/", "b", PathKind::folder) == IgnoreVerdict::ignored);
}

TEST_CASE("an ignore pattern keeps spaces at its end after a backslash, and a CR is not part of it") {
  CHECK(of("a  \n", "a") == IgnoreVerdict::ignored);
  CHECK(of("a\\ \n", "a ") == IgnoreVerdict::ignored);
  CHECK(of("a\\  \n", "a ") == IgnoreVerdict::ignored);
  CHECK(of("a\r\n", "a") == IgnoreVerdict::ignored);
  CHECK(of("\\#a\n\\!b\n", "#a") == IgnoreVerdict::ignored);
  CHECK(of("#a\n", "#a") == IgnoreVerdict::unsaid);
}

TEST_CASE("an ignore pattern that is malformed matches nothing, and a byte counts for a character") {
  CHECK(of("[a\n", "[a") == IgnoreVerdict::unsaid);
  CHECK(of("a\\", "a\\") == IgnoreVerdict::unsaid);
  CHECK(of("?", "\xC3\xA9") == IgnoreVerdict::unsaid);
  CHECK(of("??", "\xC3\xA9") == IgnoreVerdict::ignored);
  CHECK(of("[[:upper:]]", "A") == IgnoreVerdict::ignored);
  CHECK(of("foo**/bar", "foobar") == IgnoreVerdict::ignored);  // as git has it
}

TEST_CASE("the nearest ignore file that has something to say decides") {
  IgnoreRules rules = with_list(nullptr, IgnoreList("*.o\n", ""));
  rules = with_list(rules, IgnoreList("!*.o\n", "keep/"));
  CHECK(verdict_of(rules, "keep/a.o", PathKind::file) == IgnoreVerdict::kept);
  CHECK(verdict_of(rules, "keep/a.c", PathKind::file) == IgnoreVerdict::unsaid);
}

}  // namespace aptix::context
