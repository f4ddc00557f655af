// Where lines stand but for white space at their ends, and tabs shown as spaces.
#include "diff/find/locate.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace aptix::diff {

namespace {

Hunk hunk_of_lines(std::initializer_list<std::string_view> lines) {
  Hunk hunk;
  for (std::string_view line : lines) hunk.lines.push_back({.kind = HunkLine::Kind::removed, .text = line});
  return hunk;
}

// The lines where the wanted ones stand.
std::vector<uint64_t> found(std::string_view text, std::initializer_list<std::string_view> wanted) {
  std::vector<uint64_t> at;
  for (const Place& place : Locator(text).find_but_for_blanks(hunk_of_lines(wanted), 10).places)
    at.push_back(place.line);
  return at;
}

using Lines = std::vector<uint64_t>;

}  // namespace

TEST_CASE("white space at the end of a line counts for nothing, on either side") {
  CHECK(found("a\nb  \nc\n", {"b"}) == Lines{2});
  CHECK(found("a\nb\nc\n", {"b\t ", "c"}) == Lines{2});
}

TEST_CASE("tabs of one width may be shown as spaces") {
  CHECK(found("\tx\n\t\ty\n", {"    x", "        y"}) == Lines{1});
  CHECK(found("\tx\n\t\ty\n", {"    x", "            y"}).empty());  // no width fits both
  CHECK(found("  x\n", {"    x"}).empty());                          // other blanks are another indentation
}

TEST_CASE("every place is found, also those that fit exactly") {
  CHECK(found("x\nx \ny\nx\t\n", {"x"}) == Lines{1, 2, 4});
}

TEST_CASE("nothing but white space stands nowhere") { CHECK(found("\n \n\t\n", {"  "}).empty()); }

TEST_CASE("how it fits at a line is told") {
  std::string_view text = "\tx \n";
  Hunk hunk = hunk_of_lines({"        x"});
  std::optional<BlankFit> fit = Locator(text).blanks_at(hunk, 1);
  REQUIRE(fit);
  CHECK(fit->trailing());
  CHECK(fit->tabs());
  CHECK_FALSE(Locator(text).blanks_at(hunk, 2));
}

}  // namespace aptix::diff
