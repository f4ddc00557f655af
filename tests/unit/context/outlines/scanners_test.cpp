// Outlines that no pattern for single lines can read.
#include "context/outlines/scanners.h"

#include <doctest/doctest.h>

namespace aptix::context {
namespace {

// "line:level text" for each item.
std::string shown(const std::vector<OutlineItem>& items) {
  std::string out;
  for (const OutlineItem& item : items)
    out += std::to_string(item.line) + ":" + std::to_string(item.level) + " " + item.text + "\n";
  return out;
}

}  // namespace

TEST_CASE("headings of Markdown have hashes or a rule below them, and none is in a block of code") {
  CHECK(shown(markdown_headings(
            "# One #\ntext\n\nTwo\n---\n```sh\n# no heading\n````\n### Three\n    # code\n#none\n")) ==
      "1:0 One\n4:1 Two\n9:2 Three\n");
  CHECK(shown(markdown_headings("~~~\n```\n# in it\n~~~\n# out\n")) == "5:0 out\n");
  CHECK(shown(markdown_headings("| a |\n---\n\n---\n")) == "");
}

TEST_CASE("the levels of underlined headings are those in which their rules first come") {
  CHECK(shown(underlined_headings("Title\n=====\n\nPart\n----\n\nSmall\n~~~~~\n\nNext\n----\n")) ==
      "1:0 Title\n4:1 Part\n7:2 Small\n10:1 Next\n");
  CHECK(shown(underlined_headings("a title that is far longer than its rule\n---\n")) == "");
}

TEST_CASE("the keys of the outermost two objects are an outline of JSON, strings and lists are none") {
  CHECK(shown(json_keys(
            "{\n  \"a\": {\"b\": {\"c\": 1}},\n  // \"x\": 1\n  \"l\": [{\"d\": 1}],\n  \"s\": \"t: 1\"\n}\n")) ==
      "2:0 a\n2:1 b\n4:0 l\n5:0 s\n");
  CHECK(shown(json_keys("{\"a\": 1}}\n{\"b\": 2}")) == "1:0 a\n");
  CHECK(shown(json_keys("{\"a\\\"b\": 1, \"cut")) == "1:0 a\\\"b\n");
}

TEST_CASE("the text of an item is cut at the end of a character") {
  CHECK(item_text("  int f() \t") == "int f()");
  std::string long_text = std::string(199, 'a') + "\xC3\xA4" + "bc";
  CHECK(item_text(long_text) == std::string(199, 'a') + "...");
}

}  // namespace aptix::context
