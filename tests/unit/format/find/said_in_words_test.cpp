#include "format/find/said_in_words.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>

#include "format/find/extract.h"
#include "format/find/held_back.h"
#include "model/input.h"

using namespace aptix;
using namespace aptix::format;

TEST_CASE("what is said in one long line is read in linear time") {
  for (std::string_view unit : {"1. ", "a, b; c: ", "(continued ", "[", "<write_file>", "<", "Delete `a.c` and ", "In ",
           "`rm a` ", "| `a.c` | Change ", "In `a.c`:\n", "delete\n`a.c`\n"}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < 1 << 18) text += unit;
    text += "\n```json\n{\"root\": \".\", \"files\": [{\"path\": \"a.c\", \"operation\": \"delete\"}]}\n```\n";
    Input input("x", text);
    Outcome<Extracted> found = extract(input);
    REQUIRE(found.value.blocks.size() == 1);
    // Of the processor; quadratic time is minutes.
    std::clock_t start = std::clock();
    (void)orders_in(input.bytes, found.value.blocks);
    (void)alternatives_in(input.bytes, found.value.blocks);
    (void)corrections_in(input.bytes, found.value.blocks);
    (void)promises_in(input.bytes, found.value.blocks);
    (void)held_back_in(input.bytes, found.value.blocks);
    CHECK(std::clock() - start < 10 * CLOCKS_PER_SEC);
  }
}
