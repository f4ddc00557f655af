// Cutting a text into lines, and how one is indented.
#include "answer/basis/line.h"

#include <doctest/doctest.h>

#include <vector>

namespace aptix::answer {

TEST_CASE("a line is without its line end, and the last one needs none") {
  std::vector<std::string_view> lines;
  for (const Line& line : lines_from("a\r\n\nb\rc")) lines.push_back(line.text);
  CHECK(lines == std::vector<std::string_view>{"a", "", "b\rc"});
  Line second = line_from("a\r\nb\n", 3);
  CHECK(second.text == "b");
  CHECK(second.next == 5);
  CHECK(previous_line("a\r\nb\n", 3) == 0);
  CHECK(previous_line("a\nb\nc", 4) == 2);
}

TEST_CASE("lines are counted from 1, each byte once") {
  LineNumbers numbers("a\nb\n\nc");
  CHECK(numbers.at(1) == 1);
  CHECK(numbers.at(2) == 2);
  CHECK(numbers.at(5) == 4);
}

TEST_CASE("a tab goes on to the next multiple of four columns") {
  CHECK(indent_of(" \tx").bytes == 2);
  CHECK(indent_of(" \tx").columns == 4);
  CHECK(indent_of("\t  x").columns == 6);
  CHECK(indent_of("        x", 4).bytes == 4);
}

TEST_CASE("a no-break space is a space, but not in backticks") {
  CHECK(with_plain_signs("a\xC2\xA0"
                         "b `c\xC2\xA0"
                         "d`") ==
      "a b `c\xC2\xA0"
      "d`");
}

}  // namespace aptix::answer
