#include "model/input.h"

#include <doctest/doctest.h>

using namespace aptix;

TEST_CASE("a place counts lines and code points from 1") {
  Input input("reply.md", "ab\n\xC3\xA9x\nz");
  CHECK(input.place_of(0).line == 1);
  CHECK(input.place_of(0).column == 1);
  CHECK(input.place_of(2).column == 3);
  CHECK(input.place_of(3).line == 2);
  CHECK(input.place_of(5, "/files/0").column == 2);
  CHECK(input.place_of(5, "/files/0").pointer == "/files/0");
  CHECK(input.place_of(5).input == "reply.md");
  CHECK(input.place_of(999).line == 3);
  CHECK(input.place_of(999).column == 2);
}

TEST_CASE("a byte-order mark takes no column") {
  Input input("<stdin>", "\xEF\xBB\xBF{x\n y");
  CHECK(input.place_of(0).column == 1);
  CHECK(input.place_of(3).column == 1);
  CHECK(input.place_of(4).column == 2);
  CHECK(input.place_of(7).column == 2);
}

TEST_CASE("an offset in an unindented block leads back to the input") {
  Input input("<stdin>", "```\n  {\n    \"a\"\n }\n");
  Block block;
  block.offset = 4;
  block.unindented = std::make_shared<const std::string>("{\n  \"a\"\n}\n");
  block.body = *block.unindented;
  CHECK(input.bytes[block.to_input(input, 0)] == '{');
  CHECK(input.bytes[block.to_input(input, 5)] == 'a');
  CHECK(input.bytes[block.to_input(input, 8)] == '}');
  CHECK(block.to_input(input, 10) == input.bytes.size());
}

TEST_CASE("lines that lost a tab, a carriage return or nothing lead back to the input, each to its own") {
  Input input("<stdin>", "```\n\t{\n\ta\r\n    b\r\n\tc");
  Block block;
  block.offset = 4;
  block.unindented = std::make_shared<const std::string>("{\na\nb\r\nc\n");
  block.body = *block.unindented;
  CHECK(input.bytes[block.to_input(input, 0)] == '{');
  CHECK(input.bytes[block.to_input(input, 2)] == 'a');
  CHECK(input.bytes[block.to_input(input, 4)] == 'b');
  CHECK(input.bytes[block.to_input(input, 7)] == 'c');
  CHECK(block.to_input(input, 8) == input.bytes.size());
}

TEST_CASE("an offset in the lower lines of an unindented block is counted from those") {
  Input input("<stdin>", "  a\n  b\n  c\n");
  Block block;
  block.unindented = std::make_shared<const std::string>("a\nb\nc\n");
  block.body = std::string_view(*block.unindented).substr(2);
  CHECK(input.bytes[block.to_input(input, 0)] == 'b');
  CHECK(input.bytes[block.to_input(input, 2)] == 'c');
}

TEST_CASE("an offset in a plain block is counted from its start") {
  Input input("<stdin>", "```\n{}\n```\n");
  Block block;
  block.offset = 4;
  block.body = std::string_view(input.bytes).substr(4, 3);
  CHECK(block.to_input(input, 1) == 5);
}

TEST_CASE("in a chain of inputs an offset finds the one it stands in") {
  Input first("a.md", "one\ntwo");
  Input second("b.md", "three", &first);
  Input third("c.md", "\nx", &second);
  CHECK(third.place_of(0).input == "a.md");
  CHECK(third.place_of(4).line == 2);
  CHECK(third.place_of(first.bytes.size()).input == "a.md");
  CHECK(third.place_of(first.bytes.size()).column == 4);
  CHECK(third.place_of(second.base).input == "b.md");
  CHECK(third.place_of(second.base + 2).column == 3);
  CHECK(third.place_of(third.base + 1).input == "c.md");
  CHECK(third.place_of(third.base + 1).line == 2);
  Block block;
  block.body = std::string_view(second.bytes).substr(2);
  block.offset = 2;
  CHECK(third.place_of(block.to_input(second, 1)).input == "b.md");
  CHECK(third.place_of(block.to_input(second, 1)).column == 4);
}
