// Places that edits make.
#include "edit/replace/places.h"

#include <doctest/doctest.h>

using namespace aptix::edit;

TEST_CASE("a text that is too long to be looked for around changes has no known places after one, with CR counted") {
  constexpr std::string_view kFile = "a\r\nb\r\nc\r\nx\r\n", kWanted = "a\nb\nc\nd\n";
  for (size_t longest : {kWanted.size(), kWanted.size() + 4}) {
    CAPTURE(longest);
    ChangedText text(kFile);
    Places places(text, {}, longest);
    uint32_t wanted = places.add(kWanted, 1);
    places.search();
    REQUIRE(places.now(wanted, 1)->empty());
    text.replace(9, 1, "d");
    places.note_made(9, 1, "d", 0);
    CHECK_FALSE(places.now(wanted, 1));
  }
}
