// Lines that are the same but for blanks, and what they say about tabs.
#include "diff/find/blanks.h"

#include <doctest/doctest.h>

using namespace aptix;
using diff::BlankFit;

namespace {

// "no", "same", or what differs.
std::string fit_of(std::string_view wanted, std::string_view in_text) {
  BlankFit fit;
  if (!fit.add(wanted, in_text)) return "no";
  return fit.any() ? fit.describe() : "same";
}

std::string or_nothing(const std::optional<std::string>& text) { return text ? *text : "nothing"; }

}  // namespace

TEST_CASE("white space at the end of a line may have been lost or come in") {
  CHECK(fit_of("x = 1", "x = 1") == "same");
  CHECK(fit_of("x = 1", "x = 1  ") == "white space at the end of lines");
  CHECK(fit_of("x = 1 \t", "x = 1") == "white space at the end of lines");
  CHECK(fit_of("", "    ") == "white space at the end of lines");
}

TEST_CASE("a tab may be shown as spaces up to its column, or as a fixed number of them") {
  CHECK(fit_of("    x", "\tx") == "tabs against spaces, 4 for a tab");
  CHECK(fit_of("\tx", "        x") == "tabs against spaces, 8 for a tab");
  CHECK(fit_of("       x", "\tx") == "tabs against spaces, 8 for a tab");  // behind the '+' of a diff
  CHECK(fit_of("int     x;  ", "int\tx;") == "white space at the end of lines and tabs against spaces, 8 for a tab");
}

TEST_CASE("any other difference in white space fits nothing") {
  CHECK(fit_of("  x", "    x") == "no");
  CHECK(fit_of("x  = 1", "x = 1") == "no");
  CHECK(fit_of("x", "\tx") == "no");
  CHECK(fit_of("     x", "\tx") == "no");
  CHECK(fit_of("xy", "x y") == "no");
}

TEST_CASE("all lines of one place must show tabs in the same way") {
  BlankFit fit;
  CHECK(fit.add("    x", "\tx"));
  CHECK(fit.add("        y", "\t\ty"));
  CHECK_FALSE(fit.add("        z", "\tz"));
  BlankFit other;
  CHECK(other.add("        z", "\tz"));
  CHECK_FALSE(fit.add(other));
}

TEST_CASE("indentation is told in the way of the text") {
  BlankFit fit;
  REQUIRE(fit.add("    x", "\tx"));
  CHECK(or_nothing(fit.indent("          ", BlankFit::Wanted::tabs)) == "\t\t  ");
  CHECK(or_nothing(fit.indent("\t\t", BlankFit::Wanted::spaces)) == "        ");
  BlankFit doubtful;  // four blanks a tab, or eight
  REQUIRE(doubtful.add("       x", "\tx"));
  CHECK(or_nothing(doubtful.indent("               ", BlankFit::Wanted::tabs)) == "\t\t");
}

TEST_CASE("the key is the same for lines that may fit, and for few others") {
  CHECK(diff::blank_key("\tx  y ") == diff::blank_key("    x y"));
  CHECK(diff::blank_key("x") != diff::blank_key(" x"));
  CHECK(diff::same_but_for_blanks("a \t b", "a b  "));
  CHECK_FALSE(diff::same_but_for_blanks("a b", "ab"));
}
