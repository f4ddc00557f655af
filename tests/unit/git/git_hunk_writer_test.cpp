// What hunks make of a text, in whatever order they come.
#include "git/git_hunk_writer.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace aptix::edit {
namespace {

using diff::Direction;
using diff::GitHunk;

constexpr std::string_view kText = "a\nb\nc\nd\ne\n";

struct Given {
  uint64_t line;
  size_t start;
  std::string_view text;
};

// Two changes that touch, one behind them, and lines added at the end.
constexpr Given kGiven[] = {
    {1, 0, "@@ -1 +1,2 @@\n-a\n+A\n+and\n"},
    {2, 2, "@@ -2 +3 @@\n-b\n+B\n"},
    {4, 6, "@@ -4,2 +5 @@\n d\n-e\n"},
    {6, 10, "@@ -5,0 +6 @@\n+f\r\n"},
};

std::string written(const std::vector<size_t>& order) {
  diff::GitPatch patch;
  for (const Given& given : kGiven) {
    GitHunk& hunk = patch.hunks.emplace_back();
    hunk.text = given.text;
    hunk.body = given.text.find('\n') + 1;
    patch.bytes_changed += given.text.size();
  }
  GitHunkWriter writer(kText, patch, Direction::forward);
  for (size_t i : order)
    writer.add(patch.hunks[i], diff::lines_of(patch.hunks[i], Direction::forward), kGiven[i].line, kGiven[i].start);
  std::deque<std::string> texts;
  std::string out;
  for (std::string_view piece : writer.finish(texts)) out += piece;
  return out;
}

TEST_CASE("hunks come out the same in whatever order they were placed") {
  std::vector<size_t> order = {0, 1, 2, 3};
  do {
    CHECK(written(order) == "A\nand\nB\nc\nd\nf\r\n");
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("the text stays as it is where no hunk was placed") {
  CHECK(written({}) == kText);
  CHECK(written({2}) == "a\nb\nc\nd\n");
  CHECK(written({3, 1}) == "a\nB\nc\nd\ne\nf\r\n");
}

}  // namespace
}  // namespace aptix::edit
