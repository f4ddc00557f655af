// Lines with a caret: windows, wide characters, escapes.
#include <doctest/doctest.h>

#include "render/text.h"

namespace aptix::render {
namespace {

TEST_CASE("a line that fits is shown whole, with the caret under the column") {
  Excerpt shown = excerpt("  \"find\": 1,", 11, 80);
  CHECK(shown.text == "  \"find\": 1,");
  CHECK(shown.caret == 10);
}

TEST_CASE("a column past the end stands after the last character") {
  CHECK(excerpt("abc", 4, 80).caret == 3);
  CHECK(excerpt("abc", 99, 80).caret == 3);
  CHECK(excerpt("", 1, 80).caret == 0);
}

TEST_CASE("a tab is one space, so that the caret stands where it should") {
  Excerpt shown = excerpt("\t\tx", 3, 80);
  CHECK(shown.text == "  x");
  CHECK(shown.caret == 2);
}

TEST_CASE("control characters are escaped and the caret moves with them") {
  Excerpt shown = excerpt("a\x1b[31mb", 7, 80);
  CHECK(shown.text == "a\\x1b[31mb");
  CHECK(shown.caret == 9);
}

TEST_CASE("a wide character takes two cells, a combining mark none") {
  CHECK(excerpt("\xE4\xB8\xAD"
                "x",
            2, 80)
            .caret == 2);
  CHECK(excerpt("e\xCC\x81x", 3, 80).caret == 1);
}

TEST_CASE("a broken character is a byte of its own") {
  Excerpt shown = excerpt("\xE4\xB8", 2, 80);
  CHECK(shown.text == "\\xe4\\xb8");
  CHECK(shown.caret == 4);
}

TEST_CASE("a long line is cut around the column") {
  std::string line = std::string(500, 'a') + "!" + std::string(500, 'b');
  Excerpt shown = excerpt(line, 501, 40);
  CHECK(shown.text == "..." + std::string(13, 'a') + "!" + std::string(20, 'b') + "...");
  CHECK(shown.text[shown.caret] == '!');
}

TEST_CASE("a long line is not cut before a column near its beginning") {
  Excerpt shown = excerpt(std::string(100, 'a'), 3, 40);
  CHECK(shown.text == std::string(37, 'a') + "...");
  CHECK(shown.caret == 2);
}

}  // namespace
}  // namespace aptix::render
