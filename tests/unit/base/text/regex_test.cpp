// Regular expressions: what matches, where, and what is refused.
#include "base/text/regex.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace aptix {
namespace {

std::string found_by(std::string_view pattern, Regex::Options options, std::string_view text, size_t from = 0) {
  auto regex = Regex::compile(pattern, options);
  REQUIRE(regex);
  std::array<std::string_view, 2> groups;
  if (!regex->find(text, from, groups)) return "-";
  return std::to_string(groups[0].data() - text.data()) + ":" + std::string(groups[0]) + "/" + std::string(groups[1]);
}

}  // namespace

TEST_CASE("a regular expression finds the first match after a place, with its groups") {
  CHECK(found_by("a(b*)", {}, "xabb ab") == "1:abb/bb");
  CHECK(found_by("a(b*)", {}, "xabb ab", 2) == "5:ab/b");
  CHECK(found_by("^(c.)$", {}, "ab\ncd\n") == "3:cd/cd");
  CHECK(found_by("a(b)?", {}, "a") == "0:a/");
  CHECK(found_by("straSSe()", {.ignore_case = true}, "Strasse") == "0:Strasse/");
  CHECK(found_by("é()", {.ignore_case = true}, "É") == "0:É/");
  CHECK(found_by(Regex::quoted("a.c"), {}, "abc a.c") == "4:a.c/");
  CHECK(found_by("a[^b]c()", {}, "a\nc") == "0:a\nc/");
  CHECK(found_by("a[^b]c()", {.newlines = false}, "a\nc") == "-");
  CHECK(found_by("b()", {}, "\xff\xfe b") == "3:b/");
}

TEST_CASE("what is no regular expression is refused with the reason") {
  auto regex = Regex::compile("a(b", {});
  REQUIRE(!regex);
  CHECK(regex.error().code == Code::usage);
  CHECK(regex.error().message == "'a(b' is not a regular expression: missing ): a(b");
}

}  // namespace aptix
