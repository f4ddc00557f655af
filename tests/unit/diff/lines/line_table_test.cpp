// Line starts, in whatever order they are asked for.
#include "diff/lines/line_table.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace aptix::diff;

namespace {

std::vector<size_t> starts_of(std::string_view text) {
  std::vector<size_t> starts;
  for (size_t at = 0; at < text.size(); at += raw_line(text, at).size()) starts.push_back(at);
  return starts;
}

}  // namespace

TEST_CASE("a line table finds every line, forwards, backwards and at random") {
  std::mt19937 chance(1);
  for (std::string_view end : {"", "\n"}) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += std::string(chance() % 5, 'x') + "\n";
    text += "last" + std::string(end);
    std::vector<size_t> starts = starts_of(text);
    LineTable forwards(text), backwards(text), anyhow(text);
    for (size_t line = 0; line < starts.size(); ++line) CHECK(forwards.start_of(line) == starts[line]);
    for (size_t line = starts.size(); line-- > 0;) CHECK(backwards.start_of(line) == starts[line]);
    for (int i = 0; i < 2000; ++i) {
      size_t line = chance() % (starts.size() + 3);
      bool there = line < starts.size();
      CHECK(anyhow.has(line) == there);
      CHECK(anyhow.start_of(line) == (there ? starts[line] : text.size()));
    }
    CHECK(anyhow.count() == starts.size());
  }
}

TEST_CASE("a line table of no text has no line") {
  LineTable table("");
  CHECK_FALSE(table.has(0));
  CHECK(table.start_of(0) == 0);
  CHECK(table.count() == 0);
}
