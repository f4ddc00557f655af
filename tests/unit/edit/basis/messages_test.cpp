#include "edit/basis/messages.h"

#include <doctest/doctest.h>

#include <string>

using namespace aptix;

namespace {

std::string place(const Input& input, size_t offset, std::string_view part) {
  Place found = edit::place_of_part(input, {offset, "/files/0"}, part);
  return found.input + ":" + std::to_string(found.line) + ":" + std::to_string(found.column) + " " + found.pointer;
}

}  // namespace

TEST_CASE("a part of an entry is named with its own line and column") {
  Input input("answer.md", "prose\n{\"sha\": \"x\",\n  \"lines\": [\"a\\n\", [\n    \"b\"]]} and more {");
  CHECK(place(input, 6, "") == "answer.md:2:1 /files/0");
  CHECK(place(input, 6, "/sha") == "answer.md:2:9 /files/0/sha");
  CHECK(place(input, 6, "/lines/0") == "answer.md:3:13 /files/0/lines/0");
  CHECK(place(input, 6, "/lines/1/0") == "answer.md:4:5 /files/0/lines/1/0");
}

TEST_CASE("a part that is not there stands where the entry stands") {
  Input input("answer.md", "{\"lines\": [\"a\"]}");
  for (const char* part : {"/sha", "/lines/1", "/lines/x", "/lines/0/0", "/lines/"})
    CHECK(place(input, 0, part) == "answer.md:1:1 /files/0");
  CHECK(place(input, 12, "/sha") == "answer.md:1:13 /files/0");
  CHECK(place(input, 400, "/sha") == "answer.md:1:17 /files/0");
}

TEST_CASE("a part stands in the input of the chain that its entry is in") {
  Input first("one", "{\"sha\": 1}");
  Input second("two", "\n {\"sha\": 2}", &first);
  CHECK(place(second, 0, "/sha") == "one:1:9 /files/0/sha");
  CHECK(place(second, second.base + 2, "/sha") == "two:2:10 /files/0/sha");
}
