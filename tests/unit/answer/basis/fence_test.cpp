// What is a code fence, and where lists move it to.
#include "answer/basis/markdown.h"

#include <doctest/doctest.h>

namespace aptix::answer {

TEST_CASE("a fence has at least three marks, and backticks in its info make it inline code") {
  auto fence = opening_fence("````python a.py ");
  REQUIRE(fence);
  CHECK(fence->mark == '`');
  CHECK(fence->length == 4);
  CHECK(fence->info == "python a.py");
  CHECK_FALSE(opening_fence("``"));
  CHECK_FALSE(opening_fence("```a``` and text"));
  CHECK(opening_fence("~~~ a`b")->info == "a`b");
  CHECK_FALSE(opening_fence("  ```"));
  CHECK(fence_in("  ```sh")->info == "sh");
}

TEST_CASE("a fence is closed by at least as many of its own marks, and nothing after them") {
  Fence fence{'`', 4, {}};
  CHECK(closes(fence, "````"));
  CHECK(closes(fence, "`````  "));
  CHECK_FALSE(closes(fence, "```"));
  CHECK_FALSE(closes(fence, "~~~~"));
  CHECK_FALSE(closes(fence, "````py"));
}

TEST_CASE("a list item moves the column from which code is indented") {
  ListItems items;
  ListItems::Content item = items.enter("- text");
  CHECK(item.at == 2);
  CHECK(item.container == 2);
  CHECK(item.after_marker);
  CHECK_FALSE(items.enter("     four and one").is_indented_code());
  CHECK(items.enter("      code").is_indented_code());
  CHECK(items.enter("").container == 0);
  CHECK(items.enter("  10. inner").container == 6);
  CHECK(items.enter("out of all items").container == 0);
  CHECK(items.enter("    code").is_indented_code());
}

}  // namespace aptix::answer
