// Line diff: the script is right, short, and where people expect it.
#include "diff/compute/lines.h"

#include <doctest/doctest.h>

#include <ctime>
#include <functional>
#include <string>

#include "diff/read/unified.h"

using namespace aptix::diff;

namespace {

std::string many(std::string_view text, size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Of this process alone: other work on the machine does not count.
double seconds(const std::function<void()>& run) {
  std::clock_t start = std::clock();
  run();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

uint64_t cost(const std::vector<LineEdit>& edits) {
  uint64_t lines = 0;
  for (const LineEdit& edit : edits) lines += edit.old_count + edit.new_count;
  return lines;
}

}  // namespace

TEST_CASE("equal texts have no edits") {
  CHECK(diff_lines("", "").empty());
  CHECK(diff_lines("a\nb", "a\nb").empty());
}

TEST_CASE("a changed line is one edit") {
  CHECK(diff_lines("a\nb\nc\n", "a\nB\nc\n") == std::vector<LineEdit>{{1, 1, 1, 1}});
}

TEST_CASE("an empty side is all added, or all removed") {
  CHECK(diff_lines("", "a\nb\n") == std::vector<LineEdit>{{0, 0, 0, 2}});
  CHECK(diff_lines("a\nb\n", "") == std::vector<LineEdit>{{0, 2, 0, 0}});
}

TEST_CASE("a missing last newline and a changed line end are differences") {
  CHECK(diff_lines("a\nb\n", "a\nb") == std::vector<LineEdit>{{1, 1, 1, 1}});
  CHECK(diff_lines("a\nb", "a\nb\nc") == std::vector<LineEdit>{{1, 1, 1, 2}});
  CHECK(diff_lines("a\r\nb\n", "a\nb\n") == std::vector<LineEdit>{{0, 1, 0, 1}});
}

TEST_CASE("edits that only add lines slide down as far as they can") {
  // The new function begins with its own head, not with the brace of the one before.
  CHECK(
      diff_lines("f {\n  x\n}\n\nend\n", "f {\n  x\n}\n\nf {\n  x\n}\n\nend\n") == std::vector<LineEdit>{{4, 0, 4, 4}});
  CHECK(diff_lines("a\na\na\n", "a\na\na\na\n") == std::vector<LineEdit>{{3, 0, 3, 1}});
  CHECK(diff_lines("a\na\nb\n", "a\nb\n") == std::vector<LineEdit>{{1, 1, 1, 0}});
}

TEST_CASE("what is removed and what is added slide by themselves, down and beside each other") {
  CHECK(diff_lines("a\nb\ne\n", "f\na\nc\n\na\n") == std::vector<LineEdit>{{0, 0, 0, 4}, {1, 2, 5, 0}});
  CHECK(diff_lines("f\n}\n\ne\n", "e\ne\n\nx y\nf\n") == std::vector<LineEdit>{{0, 3, 0, 0}, {4, 0, 1, 4}});
}

TEST_CASE("edits that can slide together are one") {
  CHECK(diff_lines("x\nb\n1\n2\n", "x\na\nb\na\nb\n1\n2\n") == std::vector<LineEdit>{{1, 0, 1, 3}});
}

TEST_CASE("the script is the shortest one for small differences") {
  CHECK(cost(diff_lines("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n")) == 5);
  CHECK(cost(diff_lines("1\n2\n3\n4\n5\n6\n", "6\n1\n2\n3\n4\n5\n")) == 2);
}

TEST_CASE("edits are in order and never touch each other") {
  std::string before;
  std::string after;
  for (int i = 0; i < 500; ++i) {
    before += std::to_string(i % 7) + "\n";
    after += std::to_string((i * i) % 7) + "\n";
  }
  uint64_t old_end = 0;
  uint64_t new_end = 0;
  bool first = true;
  for (const LineEdit& edit : diff_lines(before, after)) {
    CHECK((first || (edit.old_start > old_end && edit.new_start > new_end)));
    CHECK(edit.old_start - old_end == edit.new_start - new_end);
    old_end = edit.old_start + edit.old_count;
    new_end = edit.new_start + edit.new_count;
    first = false;
  }
}

TEST_CASE("hostile texts of a million lines are compared in linear time") {
  std::string equal = many("x\n", 1'000'000);
  std::string numbers;
  std::string others;
  for (int i = 0; i < 1'000'000; ++i) {
    numbers += std::to_string(i) + "\n";
    others += std::to_string(-i - 1) + "\n";
  }
  CHECK(seconds([&] { CHECK(diff_lines(equal, equal + "x\n").size() == 1); }) < 2);
  CHECK(seconds([&] { CHECK(diff_lines(equal, numbers).size() == 1); }) < 4);
  CHECK(seconds([&] { CHECK(diff_lines(numbers, others).size() == 1); }) < 4);
}

TEST_CASE("texts of two kinds of lines in disorder do not take quadratic time") {
  std::string before;
  std::string after;
  uint64_t state = 1;
  auto next = [&state] {
    return ((state = state * 6364136223846793005u + 1442695040888963407u) >> 60) % 2 == 0 ? "a\n" : "b\n";
  };
  for (int i = 0; i < 200'000; ++i) {
    before += next();
    after += next();
  }
  CHECK(seconds([&] { CHECK(!diff_lines(before, after).empty()); }) < 5);
}
