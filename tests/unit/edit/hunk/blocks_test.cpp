#include "edit/hunk/hunks.h"

#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <vector>

using namespace aptix;

namespace {

using Lines = std::vector<std::string_view>;

// " a", "-b", "+c"
TextBlock block(const Lines& lines) {
  TextBlock made;
  for (std::string_view line : lines) {
    auto kind = line.front() == '+' ? diff::HunkLine::Kind::added
        : line.front() == '-'       ? diff::HunkLine::Kind::removed
                                    : diff::HunkLine::Kind::context;
    made.lines.lines.push_back({kind, line.substr(1)});
  }
  return made;
}

TextBlock chunk(std::vector<std::string_view> anchors, const Lines& lines) {
  TextBlock made = block(lines);
  made.form = TextBlock::Form::v4a;
  made.anchors = std::move(anchors);
  return made;
}

TextBlock at_line(uint64_t line, const Lines& lines) {
  TextBlock made = block(lines);
  made.lines.has_numbers = true;
  made.lines.old_start = line;
  return made;
}

struct BlocksResult {
  edit::HunksResult result;
  std::string text;

  BlocksResult(std::string_view before, const std::vector<TextBlock>& blocks) {
    std::vector<const TextBlock*> pointers;
    for (const TextBlock& one : blocks) pointers.push_back(&one);
    result = edit::apply_blocks(before, pointers);
    for (std::string_view piece : result.pieces) text += piece;
    CHECK(result.outcomes.size() == blocks.size());
    if (!result.errors.empty()) CHECK(text == before);
  }
  std::string error() const {
    REQUIRE(result.errors.size() == 1);
    return result.errors[0].message + " [" + result.errors[0].hint + "]";
  }
  std::string statuses() const {
    std::string out;
    for (const EditOutcome& outcome : result.outcomes) out += std::string(name(outcome.status)) + " ";
    return out;
  }
};

}  // namespace

TEST_CASE("of three blocks that contradict each other, the two that the refused one stands between are compared") {
  BlocksResult applied("a\nb\n", {block({"-b", "+x"}), block({"-a", "-b", "+y"}), block({"-a", "-b", "+z"})});
  REQUIRE(applied.result.errors.size() == 2);
  for (const Diagnostic& error : applied.result.errors) CHECK(error.code == Code::diff_syntax);
}

TEST_CASE("blocks go where their lines stand, in whatever order they come") {
  BlocksResult done("a\nb\nc\nd\n", {block({" c", "-d", "+D"}), block({"-a", "+A", "+AA"})});
  CHECK(done.text == "A\nAA\nb\nc\nD\n");
  CHECK(done.result.outcomes[0].line == 3);
  CHECK(done.result.outcomes[1].line == 1);
}

TEST_CASE("a block that has a part of a line is told that it takes whole lines, and in which file") {
  TextBlock part = block({"-bar = 1", "+bar = 2"});
  const TextBlock* only = &part;
  edit::HunksResult result = edit::apply_blocks("x\nfoobar = 1\n", {&only, 1}, {.file = "a.py"});
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].message == "the block does not fit: its old lines do not stand in 'a.py'");
  CHECK(result.errors[0].notes ==
      std::vector<std::string>{"'bar = 1' is a part of line 2 of the file: a block takes whole lines"});
  CHECK(edit::apply_blocks("foobar = 1\nbar = 12\n", {&only, 1}).errors.at(0).notes ==
      std::vector<std::string>{"no line of it stands in the file"});
  CHECK(edit::apply_blocks("bar = 1\nx\nbar = 1\n", {&only, 1}, {.file = "a.py"}).errors.at(0).message ==
      "the block fits 2 places in 'a.py'");
}

TEST_CASE("a part of a line is no place for a block") {
  CHECK(BlocksResult("foobar = 1\n", {block({"-bar = 1", "+bar = 2"})}).error() ==
      "the block does not fit: its old lines do not stand in the file [read the file again and copy the SEARCH lines "
      "from it]");
}

TEST_CASE("a block with two places is refused and both are named") {
  BlocksResult done("x\na\ny\na\n", {block({"-a", "+b"})});
  CHECK(done.error() == "the block fits 2 places [add the line before it to both of its texts]");
  CHECK(done.result.errors[0].candidates.size() == 2);
  CHECK(done.result.errors[0].notes.at(0) == "lines 2, 4");
}

TEST_CASE("the order of blocks does not choose a place") {
  CHECK(BlocksResult("k\na\nx\na\n", {block({"-x", "+y"}), block({"-a", "+b"})}).error() ==
      "block 2 of 2 fits 2 places [add the line before it to both of its texts]");
}

TEST_CASE("a stated line chooses only when the block stands just there") {
  CHECK(BlocksResult("a\nx\na\n", {at_line(3, {"-a", "+b"})}).text == "a\nx\nb\n");
  CHECK(BlocksResult("a\nx\na\n", {at_line(2, {"-a", "+b"})}).result.errors.size() == 1);
  CHECK(BlocksResult("x\nx\na\n", {at_line(9, {"-a", "+b"})}).text == "x\nx\nb\n");
}

TEST_CASE("blocks are placed in the file as it was, not in what others make of it") {
  BlocksResult done("a\ny\nx\n", {block({" a", "+x"}), block({"-x", "+z"})});
  CHECK(done.text == "a\nx\ny\nz\n");
}

TEST_CASE("a block may need the result of another") {
  BlocksResult done("a\nz\n", {block({"-a", "+b"}), block({"-b", "+c", "+d"}), block({" d", "-z", "+Z"})});
  CHECK(done.text == "c\nd\nZ\n");
  CHECK(done.statuses() == "applied applied applied ");
}

TEST_CASE("a block that is there twice is one edit") {
  BlocksResult done("a\nb\n", {block({"-a", "+c"}), block({"-a", "+c"})});
  CHECK(done.text == "c\nb\n");
  CHECK(done.statuses() == "applied already ");
}

TEST_CASE("two blocks for the same lines contradict each other") {
  CHECK(BlocksResult("a\nb\n", {block({"-a", "+c"}), block({"-a", "+d"})}).error() ==
      "block 1 of 2 and block 2 of 2 contradict each other at line 1 [make one block of the two]");
}

TEST_CASE("blocks that are in place already change nothing") {
  BlocksResult done("first\na new line\nlast\n", {block({" first", "-an old line", "+a new line", " last"})});
  CHECK(done.statuses() == "already ");
  CHECK(done.text == "first\na new line\nlast\n");
}

TEST_CASE("a few letters between empty lines that are not there have no place") {
  CHECK(BlocksResult("a\n}\nb\n", {block({" ", "-}", "+};"})}).result.errors.size() == 1);
}

TEST_CASE("where the last lines of a text without a last newline go, the line before them has none") {
  CHECK(BlocksResult("a = 1\nb = 2\nc", {block({"-b = 2", "-c"})}).text == "a = 1");
  CHECK(BlocksResult("a = 1\r\nb = 2\r\nc", {block({" b = 2", "-c"})}).text == "a = 1\r\nb = 2");
}

TEST_CASE("an empty line that is added at the end of a text without a last newline stays") {
  CHECK(BlocksResult("a = 1\nb = 2", {block({"-b = 2", "+b = 3", "+"})}).text == "a = 1\nb = 3\n");
  CHECK(BlocksResult("a = 1\nb = 2", {block({" b = 2", "+"})}).text == "a = 1\nb = 2\n");
  CHECK(BlocksResult("a = 1\r\nb = 2", {block({" b = 2", "+"})}).text == "a = 1\r\nb = 2\r\n");
}

TEST_CASE("line ends, the byte-order mark and a missing last newline are the file's") {
  CHECK(BlocksResult("\xEF\xBB\xBF"
                     "a\r\nb\r\n",
            {block({"-a", "+A", "+B"})})
            .text ==
      "\xEF\xBB\xBF"
      "A\r\nB\r\nb\r\n");
  CHECK(BlocksResult("a\nb", {block({" a", "-b", "+c"})}).text == "a\nc");
  CHECK(BlocksResult("a\nb\r\nc", {block({" a", " b", "-c"})}).text == "a\nb");
  CHECK(BlocksResult("a\nb\nc", {block({" a", "-b"})}).text == "a\nc");
  CHECK(BlocksResult("a\r\nb\nc\n", {block({" a", " b", "-c", "+d"})}).text == "a\r\nb\nd\n");
}

TEST_CASE("an '@@' line chooses the place in its section, or after its only line") {
  std::string text = "def f():\n    x = 1\n    return x\n\ndef g():\n    x = 2\n    return x\n";
  CHECK(BlocksResult(text, {chunk({"def g():"}, {"-    return x", "+    return 3"})}).text ==
      "def f():\n    x = 1\n    return x\n\ndef g():\n    x = 2\n    return 3\n");
  CHECK(BlocksResult(text, {chunk({"def f():"}, {"-    return x", "+    return 3"})}).text ==
      "def f():\n    x = 1\n    return 3\n\ndef g():\n    x = 2\n    return x\n");
  CHECK(BlocksResult("a\nk\nm\na\n", {chunk({"m"}, {"-a", "+b"})}).text == "a\nk\nm\nb\n");
  CHECK(BlocksResult("m\na\nm\na\n", {chunk({"m"}, {"-a", "+b"})}).error() ==
      "the chunk fits 2 places [add the 2 lines before it to its context]");
  CHECK(BlocksResult("a\nx\na\n", {chunk({"nowhere"}, {"-a", "+b"})}).result.errors.size() == 1);
}

TEST_CASE("an '@@' line for each level of a section") {
  std::string text = "class A:\n  def f():\n    return 1\nclass B:\n  def f():\n    return 1\n";
  CHECK(BlocksResult(text, {chunk({"class B:", "def f():"}, {"-    return 1", "+    return 2"})}).text ==
      "class A:\n  def f():\n    return 1\nclass B:\n  def f():\n    return 2\n");
}

TEST_CASE("the end of the file chooses the last place") {
  TextBlock last = chunk({}, {" a", "+b"});
  last.at_end = true;
  CHECK(BlocksResult("a\nx\na\n", {last}).text == "a\nx\na\nb\n");
}

TEST_CASE("a chunk of added lines alone has no place in a file that has lines") {
  CHECK(BlocksResult("a\n", {chunk({}, {"+b"})}).error() ==
      "the chunk has only '+' lines, and nothing says where they go [add the lines before and after the place as "
      "context]");
}

TEST_CASE("a chunk of added lines alone that ends the file goes to its end") {
  TextBlock end = chunk({}, {"+c"});
  end.at_end = true;
  CHECK(BlocksResult("a\nb\n", {end}).text == "a\nb\nc\n");
  CHECK(BlocksResult("a\nb", {end}).text == "a\nb\nc");
}

TEST_CASE("a block may change what another keeps") {
  BlocksResult both("a\nb\nc\n", {block({" a", "-b", "+B", " c"}), block({"-c", "+C"})});
  CHECK(both.text == "a\nB\nC\n");
  CHECK(both.statuses() == "applied applied ");
}

TEST_CASE("tabs shown as spaces are tabs again, whatever other lines of the file have") {
  std::vector<TextBlock> blocks{block({" \ta", "+        new"})};
  blocks[0].lines.lines[0].text = "    a";
  std::vector<const TextBlock*> pointers{&blocks[0]};
  for (const char* text : {"\ta\n    b\n", "\ta\n\tb\n"}) {
    edit::HunksResult done = edit::apply_blocks(text, pointers, {.match = MatchMode::whitespace});
    CHECK(done.errors.empty());
    std::string made;
    for (std::string_view piece : done.pieces) made += piece;
    CHECK(made.find("\n\t\tnew\n") != std::string::npos);
    CHECK(done.proofs.size() == 1);
  }
}

TEST_CASE("one line that is left of a block says nothing about what comes beside it") {
  const char* text = "bool is_header() {\n  return find_head(line) == 0;\n}\n";
  std::vector<TextBlock> adds{block({" ", "+int made;", "   return find_head(line) == 0;"})};
  std::vector<TextBlock> goes{block({" ", "-  return find_head(line) == 0;", "+  return 0;"})};
  adds[0].lines.lines[0].bare = goes[0].lines.lines[0].bare = true;
  CHECK(BlocksResult(text, adds).statuses() == "failed ");
  CHECK(BlocksResult(text, goes).statuses() == "applied ");
}

TEST_CASE("new lines alone go after the line of their anchor where that is alone") {
  std::string text = "class A:\n    x = 1\n\nclass B:\n    y = 2\n";
  BlocksResult after(text, {chunk({"class B:"}, {"+    limit = 10"})});
  CHECK(after.text == "class A:\n    x = 1\n\nclass B:\n    limit = 10\n    y = 2\n");
  CHECK(BlocksResult(after.text, {chunk({"class B:"}, {"+    limit = 10"})}).statuses() == "already ");
  for (const char* anchor : {"class C:", "x = 1"})
    CHECK(BlocksResult(text + "x = 1\n", {chunk({anchor}, {"+    limit = 10"})}).result.errors.size() == 1);
  CHECK(BlocksResult(text, {chunk({"class B:"}, {"+class C:"})}).result.errors.size() == 1);
}
