// Parts of lines, bytes in bytes, and where links lead.
#include "base/text/trim.h"

#include <doctest/doctest.h>

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
