#include "answer/account/account.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>

#include "answer/outline/extract.h"
#include "model/input.h"

using namespace aptix;
using namespace aptix::answer;

namespace {

constexpr std::string_view kDeletionOfFile =
    "\n```json\n{\"root\": \".\", \"files\": [{\"path\": \"a.c\", \"operation\": \"delete\"}]}\n```\n";

std::vector<uint64_t> alternatives_over_two(const std::string& first, const std::string& second) {
  Input input("x", first + "\n" + std::string(kDeletionOfFile) + "\n" + second + "\n" + std::string(kDeletionOfFile));
  return alternatives_in(input.bytes, extract(input).value);
}

}  // namespace

TEST_CASE("labels with a letter or number over two edits give alternatives, and other words do not") {
  using Lines = std::vector<uint64_t>;
  CHECK(alternatives_over_two("### Option A", "### Option B") == Lines{1, 7});
  CHECK(alternatives_over_two("**Variant 1:** in C", "**Variant 2:** in Go") == Lines{1, 7});
  CHECK(alternatives_over_two("## 1. Option 1 \u2014 a map", "## 2. Option 2 \u2014 a list") == Lines{1, 7});
  CHECK(alternatives_over_two("Here:", "Alternative:") == Lines{7});
  CHECK(alternatives_over_two("### Option A", "### Option A") == Lines{});
  CHECK(alternatives_over_two("### Option A", "And:") == Lines{});
  CHECK(alternatives_over_two("Option A is short", "Option B is long") == Lines{});
  CHECK(alternatives_over_two("### Options A", "### Options B") == Lines{});
}

TEST_CASE("what stands in one long line is read in linear time") {
  for (std::string_view unit : {"1. ", "option a ", "[", "(example)", "<write_file>", "<", "In `a.c`:\n"}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < 1 << 18) text += unit;
    text += kDeletionOfFile;
    Input input("x", text);
    Outcome<Extracted> found = extract(input);
    REQUIRE(found.value.blocks.size() == 1);
    // Of the processor; quadratic time is minutes.
    std::clock_t start = std::clock();
    (void)alternatives_in(input.bytes, found.value);
    (void)held_back_in(found.value);
    CHECK(std::clock() - start < 10 * CLOCKS_PER_SEC);
  }
}
