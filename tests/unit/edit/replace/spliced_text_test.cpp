// A text under edit, against the same edits on a string.
#include "edit/replace/spliced_text.h"

#include <doctest/doctest.h>

#include <random>

using namespace aptix::edit;

namespace {

std::string joined(const SplicedText& text) {
  std::string all;
  for (std::string_view piece : text.pieces()) all += piece;
  CHECK(all.size() == text.size());
  return all;
}

}  // namespace

TEST_CASE("what was not touched is a view of the original") {
  std::deque<std::string> texts;
  std::string original = "one two three";
  SplicedText text(original, texts);
  CHECK(text.untouched());
  REQUIRE(text.pieces().size() == 1);
  CHECK(text.pieces()[0].data() == original.data());
  text.splice({4, 0}, 3, "2");
  CHECK(joined(text) == "one 2 three");
  CHECK_FALSE(text.untouched());
  CHECK_FALSE(text.untouched(3, 3));
  CHECK(text.bytes_copied() == 0);
}

TEST_CASE("far from every region the text is untouched") {
  std::deque<std::string> texts;
  std::string original(100'000, 'x');
  SplicedText text(original, texts);
  text.splice({50'000, 0}, 3, "y");
  CHECK(text.untouched(0, 100));
  CHECK(text.untouched(99'000, 1000));
  CHECK_FALSE(text.untouched(49'000, 2000));
}

TEST_CASE("a splice over regions joins them, and an empty one closes the gap") {
  std::deque<std::string> texts;
  SplicedText text("one two three", texts);
  text.splice({0, 0}, 3, "1");
  text.splice({4, 0}, 3, "2");
  text.splice({0, 0}, 3, "1+2");  // "1 2"
  CHECK(joined(text) == "1+2 three");
  text.splice({7, 0}, 6, "");
  CHECK(joined(text) == "1+2");
}

TEST_CASE("reading goes over regions in both ways and stops at the ends") {
  std::deque<std::string> texts;
  SplicedText text("abcdef", texts);
  text.splice({2, 0}, 2, "XYZ");
  std::string room;
  CHECK(text.after({1, 0}, 4, room) == "bXYZ");
  CHECK(text.after({5, 0}, 9, room) == "f");
  CHECK(text.before({5, 0}, 4, room) == "XYZe");
  CHECK(text.retreat({1, 0}, 9).count == 1);
  CHECK(text.advance({1, 0}, 3) == Position{2, 2});
  CHECK(text.valid({2, 2}));
  CHECK_FALSE(text.valid({3, 0}));
  CHECK(text.region_text(2) == "XYZ");
  CHECK(text.region_end(2) == 4);
}

TEST_CASE("random splices give what they give on a string") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string original;
    for (int i = 0; i < 40; ++i) original += static_cast<char>('a' + random() % 26);
    std::string expected = original;
    std::deque<std::string> texts;
    SplicedText text(original, texts);
    for (int step = 0; step < 12 && expected.size() > 3; ++step) {
      size_t at = random() % (expected.size() - 2);
      size_t count = 1 + random() % 3;
      count = std::min(count, expected.size() - at);
      const std::string& with = texts.emplace_back(random() % 4, static_cast<char>('A' + random() % 26));
      Position start{0, 0};
      if (!text.valid(start)) break;
      text.splice(text.advance(start, at), count, with);
      expected.replace(at, count, with);
      REQUIRE(joined(text) == expected);
    }
  }
}
