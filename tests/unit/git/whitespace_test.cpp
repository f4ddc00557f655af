#include "git/whitespace.h"

#include <doctest/doctest.h>

namespace aptix::git {
namespace {

const WhitespaceRule kDefault;

WhitespaceRule rule(std::string_view value) { return parse_whitespace_rule(value).value(); }

}  // namespace

TEST_CASE("the default rules find trailing white space and spaces before a tab") {
  CHECK(whitespace_errors("x \n", kDefault) == kBlankAtEol);
  CHECK(whitespace_errors("x\r\n", kDefault) == kBlankAtEol);
  CHECK(whitespace_errors(" \tx\n", kDefault) == kSpaceBeforeTab);
  CHECK(whitespace_errors("\t x\n", kDefault) == 0);
  CHECK(whitespace_errors("        x\n", kDefault) == 0);
  CHECK(describe_whitespace(kBlankAtEol | kSpaceBeforeTab) == "trailing whitespace, space before tab in indent");
}

TEST_CASE("rules are switched on and off by name, which may be cut short") {
  CHECK(whitespace_errors("x \n", rule("-trailing-space")) == 0);
  CHECK(whitespace_errors("x\r\n", rule("cr-at-eol")) == 0);
  CHECK(whitespace_errors("\tx\n", rule("tab-in-indent")) == kTabInIndent);
  CHECK(whitespace_errors("    x\n", rule("indent-with,tabwidth=4")) == kIndentWithNonTab);
  CHECK(whitespace_errors("   x\n", rule("indent-with,tabwidth=4")) == 0);
  CHECK(rule("tabwidth=99").tab_width == 8);
  CHECK_FALSE(parse_whitespace_rule("tab-in-indent,indent-with-non-tab"));
}

TEST_CASE("a line is put right by the same rules") {
  CHECK(fix_whitespace("x \t\n", kDefault).text == "x\n");
  CHECK(fix_whitespace("x\r\n", kDefault).text == "x\n");
  CHECK(fix_whitespace("x \r\n", rule("cr-at-eol")).text == "x\r\n");
  CHECK(fix_whitespace("  \tx\n", kDefault).text == "\tx\n");
  CHECK(fix_whitespace("          x\n", rule("indent-with-non-tab")).text == "\t  x\n");
  CHECK(fix_whitespace("\tx\n", rule("tab-in-indent,tabwidth=4")).text == "    x\n");
  CHECK_FALSE(fix_whitespace("\tx y\n", kDefault).fixed);
}

TEST_CASE("what is put right breaks no rule any more") {
  for (std::string_view line : {" \t \tx \n", "\t        x\n", "   \n", "\r\n", "x", " \tx \r\n"})
    for (std::string_view value : {"", "indent-with-non-tab", "tab-in-indent,-space-before-tab", "-blank-at-eol"}) {
      CAPTURE(line);
      CAPTURE(value);
      CHECK(whitespace_errors(fix_whitespace(line, rule(value)).text, rule(value)) == 0);
    }
}

TEST_CASE("squeezed lines are equal where only the amount of white space differs") {
  CHECK(squeeze_whitespace("a \t b\r\n") == squeeze_whitespace("a b\n"));
  CHECK(squeeze_whitespace("a b") != squeeze_whitespace("ab"));
  CHECK(squeeze_whitespace(" a") != squeeze_whitespace("a"));
}

}  // namespace aptix::git
