// Where in the input a finding of a block stands, and how many are kept.
#include "answer/basis/block_reading.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace aptix::answer {
namespace {

// A block whose body is `body`, which stands in the input.
Block block_of(const Input& input, std::string_view body) {
  Block block;
  block.offset = std::string_view(input.bytes).find(body);
  block.body = std::string_view(input.bytes).substr(block.offset, body.size());
  return block;
}

}  // namespace

TEST_CASE("findings come in the order of their places, each with its line and column in the whole input") {
  Input input("reply.md",
      "text\n```\n\xC3\xA4"
      "bc\nd\n```\n");
  Block block = block_of(input,
      "\xC3\xA4"
      "bc\nd\n");
  Findings findings(input, block);
  findings.error(Code::block_syntax, 5, "/files/1", "second");
  findings.about("a.c");
  findings.error(Code::field_type, 3, "/files/0", "first");
  findings.warning(Code::style, 0, "", "a remark");
  CHECK_FALSE(findings.ok());
  Diagnostics said = findings.take();
  REQUIRE(said.errors.size() == 2);
  CHECK(said.errors[0].message == "first");
  CHECK(said.errors[0].path == "a.c");
  CHECK(said.errors[0].where.input == "reply.md");
  CHECK(said.errors[0].where.line == 3);
  CHECK(said.errors[0].where.column == 3);  // in code points
  CHECK(said.errors[0].where.pointer == "/files/0");
  CHECK(said.errors[1].message == "second");
  CHECK(said.errors[1].path == "");
  CHECK(said.errors[1].where.line == 4);
  CHECK(said.errors[1].where.column == 1);
  REQUIRE(said.warnings.size() == 1);
  CHECK(said.warnings[0].where.line == 3);
}

TEST_CASE("a place in a body without its indentation is that of the line as it was written") {
  Input input("reply.md", "- a\n  x\n  yz\n");
  Block block = block_of(input, "  x\n  yz\n");
  block.unindented = std::make_shared<const std::string>("x\nyz\n");
  block.body = *block.unindented;
  Findings findings(input, block);
  findings.error(Code::block_syntax, 3, "", "at the z");
  Diagnostics said = findings.take();
  REQUIRE(said.errors.size() == 1);
  CHECK(said.errors[0].where.line == 3);
  CHECK(said.errors[0].where.column == 4);
}

TEST_CASE("lines of CR LF that were read with LF keep their columns, and so does a last one without a line end") {
  Input input("reply.md", "    ab\r\n    cd");
  Block block;
  block.unindented = std::make_shared<const std::string>("ab\ncd\n");
  block.body = *block.unindented;
  Findings findings(input, block);
  findings.error(Code::block_syntax, 1, "", "at the b");
  findings.error(Code::block_syntax, 4, "", "at the d");
  Diagnostics said = findings.take();
  REQUIRE(said.errors.size() == 2);
  CHECK(said.errors[0].where.column == 6);
  CHECK(said.errors[1].where.line == 2);
  CHECK(said.errors[1].where.column == 6);
}

TEST_CASE("beyond a thousand faults they are counted, but for one that gives a graver exit code") {
  Input input("reply.md", "x");
  Block block = block_of(input, "x");
  Findings findings(input, block);
  for (int i = 0; i < 1005; ++i) findings.error(Code::block_syntax, 0, "", "the same");
  findings.error(Code::path_outside_root, 0, "", "graver");
  Diagnostics said = findings.take();
  CHECK(said.errors.size() == 1001);
  CHECK(said.errors.back().message == "graver");
  CHECK(said.more_errors == 5);
}

}  // namespace aptix::answer
