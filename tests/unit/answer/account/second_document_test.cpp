// Two documents in one code block: both are read, or the block is refused.
#include <doctest/doctest.h>

#include "answer/account/account.h"
#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

const std::string kSecondBundle = "{\n \"root\": \".\",\n \"files\": [{\"path\": \"b\", \"content\": \"2\"}]\n}\n";
const std::string kDiff = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n";
const std::string kV4a = "*** Begin Patch\n*** Update File: a\n@@\n-one\n+1\n*** End Patch\n";
const std::string kBlocks = "a\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n";
const std::string kTool = "{\"command\": \"str_replace\", \"path\": \"a\", \"old_str\": \"one\", \"new_str\": \"1\"}\n";

std::string call_for(const std::string& path) {
  return "<invoke name=\"edit\">\n<parameter name=\"path\">" + path +
      "</parameter>\n<parameter name=\"old_str\">one</parameter>\n<parameter "
      "name=\"new_str\">1</parameter>\n</invoke>\n";
}

// The forms of both, the second one with its line; "" when the block has but one.
std::string second_in(const std::string& body) {
  Parsed parsed("```\n" + body + "```\n");
  REQUIRE(parsed.blocks.size() == 1);
  const answer::Format* first = parsed.blocks[0].format;
  REQUIRE(first != nullptr);
  auto second = answer::second_document(parsed.blocks[0], *first);
  if (!second) return "";
  return std::string(first->name) + ", " + std::string(second->format->name) + " at " +
      std::to_string(parsed.input.place_of(parsed.blocks[0].to_input(parsed.input, second->offset)).line);
}

}  // namespace

TEST_CASE("a document of another kind in one code block is found") {
  CHECK(second_in(kV4a + kSecondBundle) == "v4a, bundle at 8");
  CHECK(second_in(kV4a + "\nAnd:\n\n" + kTool) == "v4a, edit-tool at 11");
  CHECK(second_in(kDiff + "\n" + kSecondBundle) == "diff, bundle at 8");
  CHECK(second_in(kDiff + call_for("b")) == "diff, tool-markup at 7");
  CHECK(second_in(call_for("b") + kDiff) == "tool-markup, diff at 7");
  CHECK(second_in(call_for("b") + kBlocks) == "tool-markup, search-replace at 8");
  CHECK(second_in(kTool + kSecondBundle) == "edit-tool, bundle at 3");
  CHECK(second_in(kV4a + "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n") == "v4a, diff at 8");
}

TEST_CASE("what one document holds is no second one") {
  CHECK(second_in(kDiff + kDiff) == "");
  CHECK(second_in(kV4a + "\n" + kV4a) == "");
  CHECK(second_in(kTool + kTool) == "");
  CHECK(second_in("*** Begin Patch\n*** Add File: x\n+" + kDiff.substr(0, 7) +
            "\n+{\"root\": \".\", \"files\": []}\n*** End Patch\n") == "");
  CHECK(
      second_in("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+{\"root\": \".\", \"files\": []}\n+<invoke name=\"x\">\n") ==
      "");
}

namespace {

// The line of the document in a block that no format takes; 0 for none.
uint64_t wrapped_in(const std::string& info, const std::string& body) {
  Parsed parsed("```" + info + "\n" + body + "```\n");
  REQUIRE(parsed.blocks.size() == 1);
  CHECK(parsed.blocks[0].format == nullptr);
  auto said = answer::edit_inside(parsed.input, parsed.blocks[0], 1);
  return said ? said->where.line : 0;
}

std::string indented(const std::string& text) {
  std::string out = "  ";
  for (char byte : text.substr(0, text.size() - 1)) out += byte == '\n' ? std::string("\n  ") : std::string(1, byte);
  return out + "\n";
}

}  // namespace

TEST_CASE("a document after a command or text in its code block is found") {
  CHECK(wrapped_in("bash", "git apply -R <<'EOF'\n" + kDiff + "EOF\n") == 3);
  CHECK(wrapped_in("console", "$ patch -p1 << EOF\n" + kDiff + "EOF\n") == 3);
  CHECK(wrapped_in("", "Here is the change:\n" + kSecondBundle) == 3);
  CHECK(wrapped_in("", "Here is the change:\n\n" + call_for("a")) == 4);
  CHECK(wrapped_in("diff", indented(kDiff)) == 2);
  CHECK(wrapped_in("", indented(kBlocks)) == 3);
  CHECK(wrapped_in("yaml", "patch: |\n" + indented(kDiff)) == 3);
  CHECK(wrapped_in("bash", "git commit -m x\ngit push\n") == 0);
  CHECK(wrapped_in("python", "patch = \"\"\"\n" + kDiff + "\"\"\"\n") == 0);
}

TEST_CASE("calls in tags are read after text in their code block, as without it") {
  Parsed parsed("```xml\n" + call_for("a") + "\nThen:\n\n" + call_for("b") + "```\n");
  CHECK(parsed.said().empty());
  REQUIRE(parsed.plan.files.size() == 2);
  CHECK(parsed.file(1).path.str() == "b");
}
