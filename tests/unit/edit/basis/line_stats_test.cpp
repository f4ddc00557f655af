// Lines added and removed, from pieces that tell what stayed.
#include "edit/basis/line_stats.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using aptix::edit::changed_lines;
using aptix::diff::LineCounts;

namespace {

constexpr std::string_view kText = "one\ntwo\nthree\nfour\n";

LineCounts counted(const std::vector<std::string_view>& pieces) { return changed_lines(kText, pieces); }

}  // namespace

TEST_CASE("what stays counts nothing, whether it is a view or a copy") {
  CHECK(counted({kText}) == LineCounts{0, 0});
  std::string copy(kText);
  CHECK(counted({copy}) == LineCounts{0, 0});
  CHECK(changed_lines("", {}) == LineCounts{0, 0});
}

TEST_CASE("a line that is replaced is one removed and one added") {
  CHECK(counted({kText.substr(0, 4), "2\n", kText.substr(8)}) == LineCounts{1, 1});
  CHECK(counted({kText.substr(0, 5), "W", kText.substr(6)}) == LineCounts{1, 1});
}

TEST_CASE("a part of a line that is replaced, added or removed changes that line") {
  CHECK(counted({kText.substr(0, 4), "x", kText.substr(4)}) == LineCounts{1, 1});
  CHECK(counted({kText.substr(0, 5), kText.substr(6)}) == LineCounts{1, 1});
  CHECK(counted({kText.substr(0, 4), "T", kText.substr(5, 1), "O", kText.substr(7)}) == LineCounts{1, 1});
  CHECK(counted({kText.substr(0, 4), "T", "W", kText.substr(6, 1), kText.substr(7)}) == LineCounts{1, 1});
  CHECK(counted({kText.substr(0, 5), "w", kText.substr(6)}) == LineCounts{0, 0});
  constexpr std::string_view kOpen = "one\ntwo";
  std::vector<std::string_view> of_last = {kOpen.substr(0, 5), "W", kOpen.substr(6)};
  CHECK(changed_lines(kOpen, of_last) == LineCounts{1, 1});
}

TEST_CASE("added, removed and all") {
  CHECK(counted({kText.substr(0, 4), "a\nb\n", kText.substr(4)}) == LineCounts{2, 0});
  CHECK(counted({kText.substr(0, 4), kText.substr(14)}) == LineCounts{0, 2});
  CHECK(counted({}) == LineCounts{0, 4});
  std::vector<std::string_view> all = {kText};
  CHECK(changed_lines("", all) == LineCounts{4, 0});
}

TEST_CASE("a last line that loses its newline has changed") {
  CHECK(counted({kText.substr(0, kText.size() - 1)}) == LineCounts{1, 1});
}
