// A text under edit, against the same edits on a string.
#include "edit/replace/places.h"

#include <doctest/doctest.h>

#include <random>

using namespace aptix::edit;

namespace {

std::string joined(const ChangedText& text) {
  std::string all;
  for (std::string_view piece : text.pieces()) all += piece;
  CHECK(all.size() == text.size());
  return all;
}

}  // namespace

TEST_CASE("what was not touched is a view of the original") {
  std::string original = "one two three";
  ChangedText text(original);
  CHECK(text.untouched());
  REQUIRE(text.pieces().size() == 1);
  CHECK(text.pieces()[0].data() == original.data());
  text.replace(4, 3, "2");
  CHECK(joined(text) == "one 2 three");
  CHECK_FALSE(text.untouched());
  CHECK_FALSE(text.untouched(3, 3));
  CHECK(text.untouched(0, 4));
  CHECK(text.untouched(7, 6));
}

TEST_CASE("reading goes over what was replaced in both ways and stops at the ends") {
  ChangedText text("abcdef");
  text.replace(2, 2, "XYZ");
  std::string room;
  CHECK(text.after(1, 4, room) == "bXYZ");
  CHECK(text.after(4, 9, room) == "ef");
  CHECK(text.before(5, 4, room) == "XYZe");
  CHECK(text.before(4, 9, room) == "abXYZ");
  CHECK(text.before(2, 9, room) == "ab");
}

TEST_CASE("what stands around a place is what it is on a string") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string original, texts = "ABCDEFGH";
    for (int i = 0; i < 40; ++i) original += static_cast<char>('a' + random() % 26);
    ChangedText text(original);
    for (int step = 0; step < 12; ++step) {
      size_t at = random() % original.size(), count = 1 + random() % 3;
      if (at + count <= original.size() && text.untouched(at, count))
        text.replace(at, count, std::string_view(texts).substr(0, random() % 4));
    }
    std::string now = joined(text), room;
    for (size_t at = 0; at <= original.size(); ++at) {
      if (at != 0 && at != original.size() && !text.untouched(at - 1, 2)) continue;
      std::string before(text.before(at, 1000, room)), after(text.after(at, 1000, room));
      REQUIRE(before + after == now);
      REQUIRE(text.before(at, 5, room) == before.substr(before.size() - std::min<size_t>(before.size(), 5)));
      REQUIRE(text.after(at, 5, room) == after.substr(0, 5));
    }
  }
}

TEST_CASE("the line of a place is that of the text as it is by then") {
  std::string original;
  for (int i = 0; i < 3000; ++i) original += "line " + std::to_string(i) + "\n";
  ChangedText text(original);
  size_t middle = original.find("line 1500"), late = original.find("line 2900");
  CHECK(text.line_of(0) == 1);
  CHECK(text.line_of(middle) == 1501);
  text.replace(original.find("line 1499"), 4, "a\nb\nc");
  CHECK(text.line_of(middle) == 1503);
  text.replace(late, 10, "");  // with its line feed
  CHECK(text.line_of(late + 10) == 2903);
  CHECK(text.line_of(original.find("line 1400")) == 1401);
}
