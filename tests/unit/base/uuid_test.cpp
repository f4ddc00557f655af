#include "base/uuid.h"

#include <doctest/doctest.h>

using namespace aptix;

TEST_CASE("the ids of a family are UUIDs of version 7 that carry the time and grow") {
  UuidFamily family(1'700'000'000'123'456'789, 0x3FF'FFFF'FABC);
  CHECK(family.id(0) == "018bcfe5-687b-7abc-bfff-ffff00000000");
  CHECK(family.id(1) == "018bcfe5-687b-7abc-bfff-ffff00000001");
  CHECK(family.id(0xFFFFFFFF) > family.id(9));
}

TEST_CASE("an id leads back to its family and its number, in either case") {
  UuidFamily family(1'700'000'000'123'456'789, 77);
  auto id = parse_family_id(family.id(300));
  REQUIRE(id);
  CHECK(id->first == family.id(0));
  CHECK(id->number == 300);
  CHECK(member_id(id->first, 300) == family.id(300));
  CHECK(parse_family_id("018BCFE5-687B-704D-8000-00000000012C")->first == family.id(0));
}

TEST_CASE("what is no UUID is no id") {
  for (const char* text : {"", "1", "018bcfe5687b704d80000000000000012c", "018bcfe5-687b-704d-8000-00000000012",
           "018bcfe5-687b-704d-8000-00000000012g", "018bcfe5-687b-704d-8000x00000000012c"})
    CHECK_FALSE(parse_family_id(text));
}
