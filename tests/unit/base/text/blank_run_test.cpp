// Blanks counted sixteen at a time: as many as one by one, wherever they begin and end.
#include "base/text/blank_run.h"

#include <doctest/doctest.h>

#include <string>

namespace {

TEST_CASE("spaces and tabs are counted up to what is none, and not beyond the end") {
  for (size_t start = 0; start < 3; ++start)
    for (size_t count = 0; count < 50; ++count)
      for (char after : {'x', '\t', '\n', '\0', '\xA0'}) {
        std::string text = std::string(start, 'y') + std::string(count, ' ') + after + std::string(40, ' ');
        const char* from = text.data() + start;
        CAPTURE(count);
        CHECK(aptix::blank_run(from, text.data() + text.size()) == count);
        CHECK(aptix::blank_run(from, from + count) == count);
        CHECK(aptix::blank_run(from, from + count / 2) == count / 2);
      }
}

}  // namespace
