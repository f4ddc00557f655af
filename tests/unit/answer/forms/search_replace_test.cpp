// SEARCH/REPLACE blocks: their markers and what stands between them.
#include <doctest/doctest.h>

#include "unit/answer/search_blocks.h"

using namespace aptix;
using namespace test;

namespace {

// " a", "-b", "+c": the lines of a block.
std::string lines_of(const TextBlock& block) {
  std::string out;
  for (const diff::HunkLine& line : block.lines.lines) {
    out += line.kind == diff::HunkLine::Kind::added ? '+' : line.kind == diff::HunkLine::Kind::removed ? '-' : ' ';
    out += std::string(line.text) + "\n";
  }
  return out;
}

const TextBlock& block_of(const Parsed& parsed, size_t file = 0, size_t edit = 0) {
  REQUIRE(edit < parsed.file(file).edits.size());
  return std::get<TextBlock>(parsed.file(file).edits[edit].what);
}

}  // namespace

TEST_CASE("a SEARCH/REPLACE block becomes lines that stay, go and come") {
  Parsed parsed("a.py\n" + in_python_fence(kBlock));
  CHECK(parsed.formats.at(0) == "search-replace");
  CHECK(parsed.diagnostics.ok());
  CHECK(parsed.file(0).path.str() == "a.py");
  CHECK(parsed.file(0).operation == Operation::modify);
  CHECK(parsed.file(0).contract == Contract::unique);
  CHECK(lines_of(block_of(parsed)) == " a\n-b\n+c\n");
}

TEST_CASE("a block that names no file is refused") {
  CHECK(Parsed("Change this:\n" + in_python_fence(kBlock)).only() ==
      "error block.syntax 3:1: the SEARCH/REPLACE block names no file [put the path on the line above the code block, "
      "in backticks]");
  CHECK(Parsed("In one.py and two.py:\n" + in_python_fence(kBlock)).diagnostics.errors.size() == 1);
}

TEST_CASE("markers have five to nine characters and may be those of other tools") {
  CHECK(path_of("a\n```a.py\n<<<<< SEARCH\na\n=====\nb\n>>>>> REPLACE\n```\n") == "a.py");
  CHECK(path_of("a.py\n```\n<<<<<<<<< SEARCH>\na\n=========\nb\n>>>>>>>>> REPLACE\n```\n") == "a.py");
  Parsed dashes("a.py\n```\n------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n```\n");
  CHECK(lines_of(block_of(dashes)) == "-a\n+b\n");
}

TEST_CASE("a stated line and its rule are no part of the text") {
  Parsed parsed(
      "a.py\n```\n<<<<<<< SEARCH\n:start_line:12\n:end_line:13\n-------\na\n=======\nb\n>>>>>>> REPLACE\n```\n");
  CHECK(lines_of(block_of(parsed)) == "-a\n+b\n");
  CHECK(block_of(parsed).lines.has_numbers);
  CHECK(block_of(parsed).lines.old_start == 12);
  Parsed rule("a.py\n```\n<<<<<<< SEARCH\n-------\na\n=======\nb\n>>>>>>> REPLACE\n```\n");
  CHECK(lines_of(block_of(rule)) == "-a\n+b\n");
  CHECK_FALSE(block_of(rule).lines.has_numbers);
}

TEST_CASE("a backslash makes a marker content") {
  Parsed parsed(
      "a.md\n```\n<<<<<<< SEARCH\n\\=======\na\\b\n=======\n\\<<<<<<< SEARCH\n\\>>>>>>> REPLACE\n>>>>>>> "
      "REPLACE\n```\n");
  CHECK(parsed.diagnostics.ok());
  CHECK(lines_of(block_of(parsed)) == "-=======\n-a\\b\n+<<<<<<< SEARCH\n+>>>>>>> REPLACE\n");
}

TEST_CASE("a divider of another length is content, one of the same is refused") {
  Parsed heading("a.rst\n```\n<<<<<<< SEARCH\nTitle\n=====\n=======\nOther\n=====\n>>>>>>> REPLACE\n```\n");
  CHECK(lines_of(block_of(heading)) == "-Title\n+Other\n =====\n");
  CHECK(Parsed("a.rst\n```\n<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n```\n").only() ==
      "error block.syntax 7:1: the SEARCH/REPLACE block has 2 dividers [put a backslash before each '=======' that is "
      "content]");
}

TEST_CASE("a fence inside a block does not end its code block") {
  Parsed parsed(
      "README.md\n```\n<<<<<<< SEARCH\n```sh\nmake\n```\n=======\n```sh\nninja\n```\n>>>>>>> REPLACE\n```\nDone.\n");
  CHECK(parsed.blocks.size() == 1);
  CHECK(lines_of(block_of(parsed)) == " ```sh\n-make\n+ninja\n ```\n");
}

TEST_CASE("a block without its end is refused") {
  CHECK(Parsed("a.py\n```\n<<<<<<< SEARCH\na\n=======\nb\n```\n").only() ==
      "error block.unterminated 3:1: the SEARCH/REPLACE block has no end marker: the answer may be cut short [ask for "
      "the whole answer again]");
  CHECK(Parsed("a.py\n```\n<<<<<<< SEARCH\na\n```\n").diagnostics.errors.at(0).code == Code::block_unterminated);
  CHECK(Parsed("a.py\n<<<<<<< SEARCH\na\n=======\nb\n" + kBlock).diagnostics.errors.at(0).code ==
      Code::block_unterminated);
  CHECK(Parsed("a.py\n```\n<<<<<<< SEARCH\na\n=======\nb\n" + kBlock + "```\n").diagnostics.errors.at(0).code ==
      Code::block_unterminated);
  CHECK(Parsed("a.py\n```\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n```\n").only() ==
      "error block.syntax 5:1: the SEARCH/REPLACE block has no divider [put '=======' between the old and the new "
      "lines]");
}

TEST_CASE("an answer that ends inside the first line of a block is refused") {
  std::string marker = "<<<<<<< SEARCH";
  for (const std::string& above : {"a.py\n" + kBlock + "\nb.txt\n", "a.py\n" + in_python_fence(kBlock) + "\nb.txt\n",
           "a.py\n" + in_python_fence(kBlock) + "\nb.txt\n```\n", std::string("b.txt\n")})
    for (size_t size = 5; size <= marker.size(); ++size) {
      Parsed parsed(above + marker.substr(0, size));
      CAPTURE(parsed.input.bytes);
      REQUIRE(parsed.diagnostics.errors.size() == 1);
      CHECK(parsed.diagnostics.errors[0].code == Code::block_unterminated);
    }
  CHECK_FALSE(Parsed("a.py\n" + kBlock + "\nb.txt\n------- sear").diagnostics.ok());
  // A rule, a sentence, and a whole line.
  for (const char* end : {"-----", "<<<< SEA", "<<<<<<< HEAD", "------- and", "<<<<<<< SEA\n"}) {
    CAPTURE(end);
    CHECK(Parsed("a.py\n" + kBlock + "\n" + end).diagnostics.ok());
  }
}

TEST_CASE("what stands between blocks is refused, a code block around one marker is not") {
  CHECK(Parsed("a.py\n```\n" + kBlock + "print(1)\n```\n").only() ==
      "error block.syntax 10:1: a line is outside of the SEARCH/REPLACE blocks [leave it out, or put it before the "
      "code block]");
  CHECK_FALSE(Parsed("a.py\n" + kBlock + "b\n>>>>>>> REPLACE\n").diagnostics.ok());
  CHECK(Parsed("The end marker:\n```\n>>>>>>> REPLACE\n```\na.py\n" + in_python_fence(kBlock)).plan.files.size() == 1);
}

TEST_CASE("a block without lines to look for creates its file") {
  Parsed parsed("a.py\n```\n<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n```\n");
  CHECK(parsed.file(0).operation == Operation::create);
  CHECK(lines_of(block_of(parsed)) == "+b\n");
}

TEST_CASE("blocks in an indented fence and with CR LF are read") {
  Parsed indented("1. a.py\n   ```\n   <<<<<<< SEARCH\n   a\n   =======\n     b\n   >>>>>>> REPLACE\n   ```\n");
  CHECK(test::joined(indented.said()) == "");
  CHECK(lines_of(block_of(indented)) == "-a\n+  b\n");
  Parsed crlf("a.py\r\n```\r\n<<<<<<< SEARCH\r\na\r\n=======\r\nb\r\n>>>>>>> REPLACE\r\n```\r\n");
  CHECK(lines_of(block_of(crlf)) == "-a\n+b\n");
  CHECK(block_of(crlf).lines.lines[0].carriage_return);
}

TEST_CASE("a path that breaks the rules is refused with its place") {
  CHECK(Parsed("C:\\a.py\n" + in_python_fence(kBlock)).diagnostics.errors.at(0).code == Code::path_invalid);
  CHECK(Parsed("../a.py\n" + in_python_fence(kBlock)).diagnostics.errors.at(0).code == Code::path_invalid);
}

TEST_CASE("a divider that is there twice may be content") {
  CHECK(Parsed("a.c\n" +
            in_python_fence("<<<<<<< SEARCH\n<<<<<<< HEAD\n    return 1\n=======\n=======\n>>>>>>> REPLACE\n"))
            .diagnostics.errors.size() == 1);
  CHECK(Parsed("a.c\n" + in_python_fence("<<<<<<< SEARCH\nTitle\n=======\n=======\n>>>>>>> REPLACE\n"))
            .diagnostics.errors.size() == 1);
}

TEST_CASE("a marker may name the file, and have its word in other letters") {
  CHECK(path_of(in_python_fence("<<<<<<< SEARCH src/a.c\na\n=======\nb\n>>>>>>> REPLACE src/a.c\n")) == "src/a.c");
  for (const char* body :
      {"<<<<<<< search\na\n=======\nb\n>>>>>>> replace\n", "<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED\n",
          "<<<<<<< SEARCH>\na\n=======\nb\n>>>>>>> REPLACE>\n"}) {
    CAPTURE(body);
    CHECK(lines_of(block_of(Parsed("a.c\n" + in_python_fence(body)))) == "-a\n+b\n");
  }
  CHECK(
      Parsed("a.c\n" + in_python_fence("<<<<<<< SEARCH for it\na\n=======\nb\n>>>>>>> REPLACE\n")).plan.files.empty());
}

TEST_CASE("a second divider directly before the end is passed over, but not one that may underline a title") {
  Parsed code("a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 10\n=======\n>>>>>>> REPLACE\n```\n");
  CHECK(lines_of(block_of(code)) == "-x = 1\n+x = 10\n");
  CHECK(block_of(code).anchors.at(0) == "x = 1\n=======\nx = 10\n");
  CHECK(code.only() ==
      "warning block.syntax 7:1: a second divider is before the end of the SEARCH/REPLACE block; it was skipped "
      "[put one '=======' between the old and the new lines]");
  Parsed title("a.py\n```\n<<<<<<< SEARCH\nx = 1\n=======\nUsage\n=======\n>>>>>>> REPLACE\n```\n");
  CHECK(title.diagnostics.errors.size() == 1);
  Parsed text("a.md\n```\n<<<<<<< SEARCH\nx = 1\n=======\nx = 10\n=======\n>>>>>>> REPLACE\n```\n");
  CHECK(text.diagnostics.errors.size() == 1);
}

TEST_CASE("a byte-order mark in either text is the file's") {
  Parsed parsed("a.cs\n```\n<<<<<<< SEARCH\n\xEF\xBB\xBFnamespace A\n=======\nnamespace B\n>>>>>>> REPLACE\n```\n");
  CHECK(lines_of(block_of(parsed)) == "-namespace A\n+namespace B\n");
}

TEST_CASE("a code block that is opened twice, with a path between, is one") {
  Parsed parsed("### web/a.css\n```css\nweb/a.css\n```css\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n");
  CHECK(lines_of(block_of(parsed)) == "-a\n+b\n");
  CHECK(parsed.file(0).path.str() == "web/a.css");
  CHECK(parsed.only() ==
      "warning block.syntax 3:1: the code block is opened twice, with the name of a file between: it was read as one "
      "block [open it once, below the name of the file]");
  CHECK(Parsed("```css\nweb/a.css\n```css\nbody {}\n```\n").content(0) == "body {}\n");
}

TEST_CASE("what is said of a block that is opened twice has its place below the second opening") {
  for (std::string text : {"```json\na.json\n```json\n{\"root\": \".\",\n\"files\": 1}\n```\n",
           " ```json\n a.json\n ```json\n {\"root\": \".\",\n \"files\": 1}\n ```\n"}) {
    Parsed parsed(text);
    CHECK(parsed.blocks[0].line == 4);
    CHECK(parsed.said().front().starts_with("error field.type 5:1"));
  }
}
