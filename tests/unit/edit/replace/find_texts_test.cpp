#include "edit/replace/find_texts.h"

#include <doctest/doctest.h>

#include <string>

using aptix::edit::find_texts;
using aptix::edit::Replacement;

TEST_CASE("a changed line that stands once is its own find text") {
  auto found = find_texts("one\ntwo\nthree\n", "one\n2\nthree\n");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().find == "two\n");
  CHECK(found->front().replace == "2\n");
}

TEST_CASE("a line that stands twice takes the lines around it along, as few as make it unique") {
  auto found = find_texts("a\nx\nb\nx\nc\n", "a\nx\nb\ny\nc\n");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().find == "b\nx\n");
  CHECK(found->front().replace == "b\ny\n");
}

TEST_CASE("a text inside a longer line counts as a place") {
  auto found = find_texts("foobar = 1\nbar = 1\n", "foobar = 1\nbar = 2\n");
  REQUIRE(found);
  CHECK(found->front().find == "foobar = 1\nbar = 1\n");
}

TEST_CASE("an insertion has a line beside it to stand by") {
  auto found = find_texts("one\ntwo\n", "one\nand\ntwo\n");
  REQUIRE(found);
  CHECK(found->front().find == "one\n");
  CHECK(found->front().replace == "one\nand\n");
  auto first = find_texts("one\ntwo\n", "zero\none\ntwo\n");
  REQUIRE(first);
  CHECK(first->front().find == "one\n");
  CHECK(first->front().replace == "zero\none\n");
}

TEST_CASE("changes whose surroundings meet are one") {
  auto found = find_texts("x\nx\nmiddle\nx\nx\n", "x\n1\nmiddle\n2\nx\n");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().find == "x\nx\nmiddle\nx\n");
  CHECK(found->front().replace == "x\n1\nmiddle\n2\n");
}

TEST_CASE("where nothing stands once there is no find text") {
  CHECK_FALSE(find_texts("", "new\n"));
  CHECK(find_texts("same\n", "same\n")->empty());
}

TEST_CASE("a file of equal lines is changed as a whole") {
  auto found = find_texts("x\nx\nx\n", "x\ny\nx\n");
  REQUIRE(found);
  CHECK(found->front().find == "x\nx\nx\n");
  CHECK(found->front().replace == "x\ny\nx\n");
}
