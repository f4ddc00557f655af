// What a plan may view, and what it has to keep.
#include "answer/basis/block_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix::answer {

TEST_CASE("a text of the input is viewed as it stands there, and any other is kept by the plan") {
  Input input("reply.md", "a text\n");
  Block block;
  ParseOptions options;
  Plan plan;
  BlockReading reading{input, block, options, plan};
  std::string_view inside = std::string_view(input.bytes).substr(2, 4);
  CHECK((reading.keep(inside).data() == inside.data()));
  std::string made = "made by a reader";
  std::string_view kept = reading.keep(made);
  CHECK((kept.data() != made.data()));
  made.assign(made.size(), 'x');
  CHECK(kept == "made by a reader");
}

TEST_CASE("an origin is a place in the chain of inputs, with its pointer") {
  Input input("reply.md", "12345\nbody\n");
  input.base = 100;
  Block block;
  block.offset = 6;
  block.body = std::string_view(input.bytes).substr(6);
  ParseOptions options;
  Plan plan;
  BlockReading reading{input, block, options, plan};
  Origin origin = reading.origin(2, "/files/0");
  CHECK(origin.offset == 108);
  CHECK(origin.pointer == "/files/0");
}

}  // namespace aptix::answer
