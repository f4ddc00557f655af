#include "base/json/record.h"

#include <doctest/doctest.h>

namespace aptix::json {
namespace {

enum class Fruit : uint8_t { apple, pear };
constexpr std::string_view kFruits[] = {"apple", "pear"};

TEST_CASE("a record is one object without a fault") {
  CHECK(read_record(R"({"id": 7})"));
  for (const char* text : {"", "[1]", "7", R"({"id": 7)", R"({"id": 7,})", R"({"id": 7} x)"})
    CHECK_MESSAGE(!read_record(text), text);
}

TEST_CASE("a member is given only where it has the type that is asked for") {
  auto record = read_record(R"({"name": "a", "size": 7, "list": [1]})");
  REQUIRE(record);
  Value root = record->root();
  CHECK(text_member(root, "name") == "a");
  CHECK(number_member(root, "size") == 7);
  CHECK_FALSE(text_member(root, "size"));
  CHECK_FALSE(number_member(root, "name"));
  CHECK_FALSE(text_member(root, "other"));
  CHECK_FALSE(text_member(*member(root, "list", Type::array), "name"));
}

TEST_CASE("one field that is missing or out of bounds makes the record bad") {
  auto record = read_record(R"({"name": "a", "size": 7, "fruit": "pear", "list": [1, 2]})");
  REQUIRE(record);
  Value root = record->root();
  RecordFields fields;
  CHECK(fields.text(root, "name") == "a");
  CHECK(fields.number(root, "size", 7) == 7);
  CHECK(fields.list(root, "list").size() == 2);
  CHECK(fields.one_of<Fruit>(root, "fruit", kFruits) == Fruit::pear);
  CHECK_FALSE(fields.bad);
  auto is_bad = [&](auto take) {
    RecordFields one;
    take(one);
    return one.bad;
  };
  CHECK(is_bad([&](RecordFields& one) { one.number(root, "size", 6); }));
  CHECK(is_bad([&](RecordFields& one) { one.text(root, "size"); }));
  CHECK(is_bad([&](RecordFields& one) { one.list(root, "name"); }));
  CHECK(is_bad([&](RecordFields& one) { CHECK(one.one_of<Fruit>(root, "name", kFruits) == Fruit::apple); }));
}

}  // namespace
}  // namespace aptix::json
