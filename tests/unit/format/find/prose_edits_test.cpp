#include "format/find/prose_edits.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>

#include "format/find/extract.h"
#include "model/input.h"

using namespace aptix;
using namespace aptix::format;

TEST_CASE("shapes of edits are looked for in linear time") {
  for (std::string_view unit : {"| `a.c` | old | new |\n|--|--|--|\n| `a.c` | `x` | `y` |\n", "<pre>\n",
           ".. code::\n\n", "`a.c`:\n+ a = b\n", "- a:\n", "a.c:\n\nx = 1\n\n", "SEARCH\nx = 1\nREPLACE\nx = 2\n",
           "SEARCH\n", ".a.c\n----\n", "x = 1;\n", "\\begin{verbatim}\n"}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < 1 << 18) text += unit;
    text += "\n```json\n{\"root\": \".\", \"files\": [{\"path\": \"b.c\", \"operation\": \"delete\"}]}\n```\n";
    Input input("x", text);
    Outcome<Extracted> found = extract(input);
    std::clock_t start = std::clock();  // of the processor; quadratic time is minutes
    (void)edits_in_prose(input.bytes, found.value.blocks);
    CHECK(std::clock() - start < 10 * CLOCKS_PER_SEC);
  }
}
