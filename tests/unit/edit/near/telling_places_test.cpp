#include "edit/near/telling_places.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace aptix;

namespace {

std::string places(std::string_view text, const std::vector<uint64_t>& lines, uint64_t count = 1) {
  std::string out;
  for (const Candidate& place : edit::telling_places(text, lines, count))
    out += std::to_string(place.line) + "-" + std::to_string(place.above) + ":" + place.text + "|";
  return out;
}

}  // namespace

TEST_CASE("a place is shown with the fewest lines that tell it from the others") {
  CHECK(places("f:\nx\ng:\nx\n", {2, 4}) == "2-1:f:\nx|4-1:g:\nx|");
  CHECK(places("x\na\nx\nb\n", {1, 3}) == "1-0:x\na|3-1:a\nx|");
  CHECK(places("p\nq\nx\nr\nq\nx\n", {3, 6}) == "3-0:x\nr|6-2:r\nq\nx|");
}

TEST_CASE("places that nothing tells apart are shown as they stand") {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "x\n";
  CHECK(places(text, {25, 30}) == "25-0:x|30-0:x|");
}
