// Reading files: ranges, limits, facts, and what is refused.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ops/files/read.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

struct Read {
  std::string content;
  ReadResult result;
};

Tree tree_of(const test::TempDir& dir) {
  auto tree = Tree::open(disk::posix_file_system(), dir.path());
  REQUIRE(tree);
  return std::move(*tree);
}

Result<Read> read_all(const Tree& tree, const ReadRequest& request) {
  Read read;
  TRY_ASSIGN(text, tree.view_file(request.path));
  TRY_ASSIGN(result, ops::read(text.view(), request, [&](std::string_view bytes) {
    read.content += bytes;
    return true;
  }));
  read.result = result;
  return read;
}

std::string content_of(const Tree& tree, const ReadRequest& request) {
  auto read = read_all(tree, request);
  REQUIRE(read);
  return read->content;
}

Code refusal_of(const Tree& tree, const std::string& path) {
  auto read = read_all(tree, {.path = path, .lines = {}});
  REQUIRE_FALSE(read);
  return read.error().code;
}

TEST_CASE("a file is read byte for byte") {
  test::TempDir dir;
  std::string bytes(
      "\xEF\xBB\xBF"
      "a\r\nb\0c\xff\n\nend",
      15);
  dir.write("f", bytes);
  CHECK(content_of(tree_of(dir), {.path = "f", .lines = {}}) == bytes);
  dir.write("empty", "");
  CHECK(content_of(tree_of(dir), {.path = "empty", .lines = {}}) == "");
}

TEST_CASE("lines are those asked for, with their line ends") {
  test::TempDir dir;
  dir.write("f", "1\n2\r\n3\n4");
  Tree tree = tree_of(dir);
  CHECK(content_of(tree, {.path = "f", .lines = {LineSpan{2, 3}}}) == "2\r\n3\n");
  CHECK(content_of(tree, {.path = "f", .lines = {LineSpan{4, 4}}}) == "4");
  CHECK(content_of(tree, {.path = "f", .lines = {LineSpan{3, 99}}}) == "3\n4");
  CHECK(content_of(tree, {.path = "f", .lines = {LineSpan{2, 2}}, .number = true}) == "     2\t2\r\n");
  CHECK(content_of(tree, {.path = "f", .lines = {}, .number = true}) == "     1\t1\n     2\t2\r\n     3\t3\n     4\t4");
}

TEST_CASE("several ranges come in the order given") {
  test::TempDir dir;
  std::string bytes = "1\n2\r\n3\n4";
  dir.write("f", bytes);
  for (auto [ranges, expected] : std::initializer_list<std::pair<const char*, const char*>>{
           {"4,1:2", "41\n2\r\n"}, {"2:+2,2:3", "2\r\n3\n2\r\n3\n"}, {":1,3:", "1\n3\n4"}, {"4:,4", "44"}}) {
    auto read = read_all(tree_of(dir), {.path = "f", .lines = parse_line_ranges(ranges)});
    REQUIRE(read);
    CHECK(read->content == expected);
    CHECK(read->result.ends.back() == read->content.size());
  }
  auto beyond = read_all(tree_of(dir), {.path = "f", .lines = {{1, 1}, {5, 6}}});
  REQUIRE_FALSE(beyond);
  CHECK(beyond.error().message == "'f' has 4 lines, so there is no line 5");
}

TEST_CASE("a limit in lines is one for all ranges") {
  test::TempDir dir;
  dir.write("f", "1\n2\n3\n4\n5\n");
  Tree tree = tree_of(dir);
  auto lines_of = [](const ReadResult& result) {
    std::string text;
    for (const LineSpan& range : result.lines)
      text += std::to_string(range.first) + ":" + std::to_string(range.last) + " ";
    return text;
  };
  auto whole = read_all(tree, {.path = "f", .lines = {}, .max_lines = 5});
  REQUIRE(whole);
  CHECK(whole->content.size() == 10);
  CHECK_FALSE(whole->result.truncated);
  CHECK(lines_of(whole->result) == "");
  auto cut = read_all(tree, {.path = "f", .lines = {}, .max_lines = 3});
  REQUIRE(cut);
  CHECK(cut->content == "1\n2\n3\n");
  CHECK(cut->result.truncated);
  CHECK(lines_of(cut->result) == "1:3 ");
  auto ranges = read_all(tree, {.path = "f", .lines = parse_line_ranges("4:9,1:2,5"), .max_lines = 3});
  REQUIRE(ranges);
  CHECK(ranges->content == "4\n5\n1\n");
  CHECK(ranges->result.truncated);
  CHECK(lines_of(ranges->result) == "4:5 1:1 ");
}

TEST_CASE("a first line that does not exist is refused") {
  test::TempDir dir;
  dir.write("f", "1\n2\n");
  auto read = read_all(tree_of(dir), {.path = "f", .lines = {LineSpan{3, 4}}});
  REQUIRE_FALSE(read);
  CHECK(read.error().code == Code::range_invalid);
  CHECK(read.error().message == "'f' has 2 lines, so there is no line 3");
  dir.write("empty", "");
  CHECK(content_of(tree_of(dir), {.path = "empty", .lines = {LineSpan{1, 5}}}) == "");
}

TEST_CASE("a limit in bytes cuts and says so") {
  test::TempDir dir;
  dir.write("f", "12345\n789\n");
  Tree tree = tree_of(dir);
  auto cut = read_all(tree, {.path = "f", .lines = {}, .max_bytes = 7});
  REQUIRE(cut);
  CHECK(cut->content == "12345\n7");
  CHECK(cut->result.truncated);
  auto whole = read_all(tree, {.path = "f", .lines = {}, .max_bytes = 10});
  REQUIRE(whole);
  CHECK_FALSE(whole->result.truncated);
  auto numbered = read_all(tree, {.path = "f", .lines = {}, .max_bytes = 6, .number = true});
  REQUIRE(numbered);
  CHECK(numbered->content == "     1\t12345\n");
  CHECK(numbered->result.truncated);
  auto of_range = read_all(tree, {.path = "f", .lines = {LineSpan{2, 2}}, .max_bytes = 2});
  REQUIRE(of_range);
  CHECK(of_range->content == "78");
}

TEST_CASE("the facts are those of the whole file, however little is wanted of it") {
  test::TempDir dir;
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += "line\n";
  dir.write("f", bytes);
  auto read = read_all(tree_of(dir), {.path = "f", .lines = {LineSpan{1, 1}}, .max_bytes = 3, .facts = true});
  REQUIRE(read);
  CHECK(read->content == "lin");
  CHECK(read->result.facts.size == bytes.size());
  CHECK(read->result.facts.lines == 200'000);
}

TEST_CASE("nothing outside of the root is opened") {
  test::TempDir dir;
  dir.write("root/f", "in");
  dir.write("out", "out");
  auto tree = Tree::open(disk::posix_file_system(), dir.path() + "/root");
  REQUIRE(tree);
  CHECK(refusal_of(*tree, "../out") == Code::path_outside_root);
  CHECK(refusal_of(*tree, "f/../../out") == Code::file_missing);
  CHECK(refusal_of(*tree, dir.path() + "/out") == Code::path_outside_root);
  CHECK(refusal_of(*tree, dir.path() + "/rootless") == Code::path_outside_root);
  CHECK(content_of(*tree, {.path = dir.path() + "/root/f", .lines = {}}) == "in");
  CHECK(content_of(*tree, {.path = "./f", .lines = {}}) == "in");
}

TEST_CASE("links are not followed and special files are not opened") {
  test::TempDir dir;
  dir.write("folder/f", "x");
  REQUIRE(::symlink("folder", (dir.path() + "/link").c_str()) == 0);
  REQUIRE(::symlink("folder/f", (dir.path() + "/file").c_str()) == 0);
  REQUIRE(::mkfifo((dir.path() + "/fifo").c_str(), 0600) == 0);
  Tree tree = tree_of(dir);
  CHECK(refusal_of(tree, "link/f") == Code::path_symlink);
  CHECK(refusal_of(tree, "file") == Code::path_symlink);
  CHECK(refusal_of(tree, "fifo") == Code::path_special);
  CHECK(refusal_of(tree, "folder") == Code::path_special);
  CHECK(refusal_of(tree, "none") == Code::file_missing);
  CHECK(refusal_of(tree, "folder/f/g") == Code::file_missing);
  CHECK(refusal_of(tree, "") == Code::file_missing);
  CHECK(refusal_of(tree, std::string("folder/f\0g", 10)) == Code::file_missing);
}

TEST_CASE("a name may be any bytes") {
  test::TempDir dir;
  dir.write("a\nb\\c\xff", "odd");
  CHECK(content_of(tree_of(dir), {.path = "a\nb\\c\xff", .lines = {}}) == "odd");
}

TEST_CASE("a sink that wants no more ends the reading") {
  size_t got = 0;
  auto result = ops::read("1\n2\n3\n", {.path = "f", .lines = {}, .number = true}, [&](std::string_view bytes) {
    got += bytes.size();
    return false;
  });
  CHECK(result);
  CHECK(got < 8);
}

TEST_CASE("what a sink did not want was not cut off by a limit") {
  auto result =
      ops::read("1\n2\n", {.path = "f", .max_bytes = 1, .number = true}, [](std::string_view) { return false; });
  REQUIRE(result);
  CHECK_FALSE(result->truncated);
}

TEST_CASE("a large file is mapped, and read like a small one") {
  test::TempDir dir;
  std::string bytes(2 << 20, 'x');
  dir.write("f", bytes);
  auto text = tree_of(dir).view_file("f");
  REQUIRE(text);
  CHECK(text->mapped != nullptr);
  CHECK(text->view() == bytes);
}

TEST_CASE("ranges are written in five ways") {
  auto is = [](std::string_view text, uint64_t first, uint64_t last) {
    auto ranges = parse_line_ranges(text);
    return ranges.size() == 1 && ranges[0].first == first && ranges[0].last == last;
  };
  CHECK(is("3:+1", 3, 3));
  CHECK(is("3:+5", 3, 7));
  CHECK(is("3:+18446744073709551615", 3, UINT64_MAX));
  CHECK(is("3:7", 3, 7));
  CHECK(is("3:", 3, UINT64_MAX));
  CHECK(is(":7", 1, 7));
  CHECK(is("3", 3, 3));
  for (std::string_view text : {"", ":", "0:1", "0", "7:3", "a:b", "1:2:3", "-1", "1-2", " 1:2", "99999999999999999999",
           "+2", ":+2", "1:+", "1:+0", "1,", "1,,2", ",1"}) {
    CAPTURE(text);
    CHECK(parse_line_ranges(text).empty());
  }
}

TEST_CASE("facts of a text, and of what is not UTF-8") {
  std::string bytes =
      "\xEF\xBB\xBF"
      "a\r\n\xE4\xB8\xAD\n\xF0\x9F\x98\x80\r\nend\r";
  FileFacts facts = facts_of(bytes);
  CHECK(facts.is_utf8);
  CHECK(facts.line_ends.crlf == 2);
  CHECK(facts.line_ends.lf == 1);
  CHECK(facts.lines == 4);
  CHECK(facts.has_byte_order_mark);
  CHECK_FALSE(facts.has_final_newline);
  CHECK(facts.size == bytes.size());
  for (std::string_view bad : {"a\xff"
                               "b",
           "a\xE4\xB8", "\xC0\x80", "\x80"})
    CHECK_FALSE(facts_of(bad).is_utf8);
  CHECK(line_ends_name({.lf = 1, .crlf = 1}) == "mixed");
  CHECK(line_ends_name({.lf = 0, .crlf = 1}) == "crlf");
  CHECK(line_ends_name({.lf = 1, .crlf = 0}) == "lf");
  CHECK(line_ends_name({}) == "none");
}

}  // namespace
}  // namespace aptix::ops
