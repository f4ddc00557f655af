// Parts of lines, bytes in bytes, and where links lead.
#include "base/text/trim.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "base/text/find_bytes.h"
#include "model/rel_path.h"

using namespace aptix;

TEST_CASE("white space at the ends of a text, and those that a line begins with") {
  CHECK(trim(" \t a b\r\n") == "a b");
  CHECK(trim(" \r\n").empty());
  CHECK(indent_of(" \ta ") == " \t");
  CHECK(indent_of("  ") == "  ");
  CHECK(indent_of("a").empty());
  CHECK(first_line("a\r\nb") == "a\r");
  CHECK(first_line("a") == "a");
}

TEST_CASE("bytes are found from a place on") {
  CHECK(find_bytes("abcab", "ab") == 0);
  CHECK(find_bytes("abcab", "ab", 1) == 3);
  CHECK(find_bytes("abcab", "ab", 4) == std::string_view::npos);
  CHECK(find_bytes("abcab", "ab", 99) == std::string_view::npos);
}

TEST_CASE("a text is found at each of its places, whatever its length and however near to the end of the other it is") {
  std::minstd_rand chance(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text, wanted;
    size_t letters = 1 + chance() % 3;
    for (size_t left = chance() % 90; left > 0; --left) text += "abc"[chance() % letters];
    for (size_t left = chance() % 20; left > 0; --left) wanted += "abc"[chance() % letters];
    size_t from = chance() % 100;
    CAPTURE(text);
    CAPTURE(wanted);
    CHECK(find_bytes(text, wanted, from) == (from < text.size() ? text.find(wanted, from) : std::string::npos));
  }
}

TEST_CASE("a link stays inside when no part of the way leaves the root") {
  for (std::string_view target : {"b", "../b", "../a/../b", ".", "./c/..", "..//b"}) {
    CAPTURE(target);
    CHECK(stays_inside("a/link", target));
  }
  for (std::string_view target : {"", "/etc", "../..", "../../a/b", "b/../../../c"}) {
    CAPTURE(target);
    CHECK_FALSE(stays_inside("a/link", target));
  }
  CHECK_FALSE(stays_inside("link", "../x"));
  CHECK_FALSE(stays_inside("link", std::string_view("a\0b", 3)));
}

TEST_CASE("the last lines of a text") {
  CHECK(last_lines("a\nb\nc\n", 2) == "b\nc\n");
  CHECK(last_lines("a\nb\nc", 2) == "b\nc");
  CHECK(last_lines("a\n\n\n", 2) == "\n\n");
  CHECK(last_lines("a\nb\n", 5) == "a\nb\n");
  CHECK(last_lines("\nb", 1) == "b");
  CHECK(last_lines("", 3) == "");
  CHECK(last_lines("a\n", 0) == "");
}
