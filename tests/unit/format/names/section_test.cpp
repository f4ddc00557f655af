#include "format/names/section.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix::format {
namespace {

// The heading of the block "x" in `text`.
std::string heading_of(const std::string& text) {
  size_t start = text.find("```\nx\n");
  return std::string(heading_of_lone_block(text, start, start + 6));
}

}  // namespace

TEST_CASE("the heading of a section is that of its only block") {
  CHECK(heading_of("### `a.py`\n\n- one\n- two\n\n```\nx\n```\n") == "### `a.py`");
  CHECK(heading_of("### `a.py`\n\nOne.\n\nTwo.\n\n```\nx\n```\n\n### `b.py`\n\n```\ny\n```\n") == "### `a.py`");
  CHECK(heading_of("### `a.py`\n\n```\nx\n```\n\nRun it:\n\n```\ny\n```\n") == "");
  CHECK(heading_of("### `a.py`\n\n```\ny\n```\n\n```\nx\n```\n") == "");
  CHECK(heading_of("One.\n\n```\nx\n```\n") == "");
}

}  // namespace aptix::format
