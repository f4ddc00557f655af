#include "diff/compute/merge3.h"

#include <doctest/doctest.h>

namespace aptix::diff {
namespace {

std::string merged(std::string_view base, std::string_view ours, std::string_view theirs,
    ConflictDetail detail = ConflictDetail::whole) {
  return print_merged(merge3(base, ours, theirs, detail), {}, detail);
}

}  // namespace

TEST_CASE("changes of two sides that do not touch are both taken") {
  Merged both = merge3("1\n2\n3\n4\n5\n", "A\n2\n3\n4\n5\n", "1\n2\n3\n4\nE\n");
  CHECK(both.clean());
  std::string text;
  for (std::string_view piece : both.pieces()) text += piece;
  CHECK(text == "A\n2\n3\n4\nE\n");
}

TEST_CASE("lines that one side adds move the changes of the other") {
  CHECK(merged("1\n2\n3\n4\n5\n", "0\n0\n1\n2\n3\n4\n5\n", "1\n2\n3\n5\n") == "0\n0\n1\n2\n3\n5\n");
  CHECK(merged("1\n2\n3\n4\n5\n", "1\n2\n3\n5\n", "0\n0\n1\n2\n3\n4\n5\n") == "0\n0\n1\n2\n3\n5\n");
}

TEST_CASE("the same change on both sides is taken once") {
  CHECK(merged("1\n2\n3\n", "1\nx\n3\n", "1\nx\n3\n") == "1\nx\n3\n");
  CHECK(merged("1\n2\n3\n", "1\n3\n", "1\n3\n") == "1\n3\n");
}

TEST_CASE("two changes of one line are a conflict that shows all three texts") {
  CHECK(merged("1\n2\n3\n", "1\nx\n3\n", "1\ny\n3\n") ==
      "1\n<<<<<<< ours\nx\n||||||| base\n2\n=======\ny\n>>>>>>> theirs\n3\n");
}

TEST_CASE("changes of neighbouring lines are a conflict") {
  CHECK(merged("1\n2\n3\n", "1\nx\n3\n", "1\n2\ny\n") ==
      "1\n<<<<<<< ours\nx\n3\n||||||| base\n2\n3\n=======\n2\ny\n>>>>>>> theirs\n");
}

TEST_CASE("one side deletes what the other changes") {
  CHECK(merged("1\n2\n3\n", "1\n3\n", "1\ny\n3\n") ==
      "1\n<<<<<<< ours\n||||||| base\n2\n=======\ny\n>>>>>>> theirs\n3\n");
}

TEST_CASE("a reduced conflict leaves out what both sides agree on") {
  std::string_view base = "a\nb\n";
  std::string_view ours = "s1\nx\ne1\ne2\ne3\ne4\n";
  std::string_view theirs = "s1\ny\ne1\ne2\ne3\ne4\n";
  CHECK(merged(base, ours, theirs, ConflictDetail::reduced) ==
      "s1\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\ne1\ne2\ne3\ne4\n");
}

TEST_CASE("a trimmed conflict leaves out what both sides begin or end with, but for the base") {
  CHECK(merged("0\na\nb\n9\n", "0\ns\nx\nm\nx\ne\n9\n", "0\ns\ny\nm\nz\ny\ne\n9\n", ConflictDetail::trimmed) ==
      "0\ns\n<<<<<<< ours\nx\nm\nx\n||||||| base\na\nb\n=======\ny\nm\nz\ny\n>>>>>>> theirs\ne\n9\n");
  CHECK(merged("a\n", "n\nn\n", "n\n", ConflictDetail::trimmed) ==
      "n\n<<<<<<< ours\nn\n||||||| base\na\n=======\n>>>>>>> theirs\n");
}

TEST_CASE("reduced conflicts with few lines between them are one") {
  CHECK(merged("b\n", "x1\nm\nx2\n", "y1\nm\ny2\n", ConflictDetail::reduced) ==
      "<<<<<<< ours\nx1\nm\nx2\n=======\ny1\nm\ny2\n>>>>>>> theirs\n");
}

TEST_CASE("a reduced conflict whose one side is empty joins its neighbours, too") {
  CHECK(merged("1\n3\na\nb\nc\n5\n", "s\n3\na\nt\nb\nc\ny\n", "2\n3\nc\n6\n", ConflictDetail::reduced) ==
      "<<<<<<< ours\ns\n3\na\nt\nb\nc\ny\n=======\n2\n3\nc\n6\n>>>>>>> theirs\n");
}

TEST_CASE("a missing last newline is a change, and a marker begins on a line of its own") {
  CHECK(merged("1\n2", "1\n2\n", "1\n2") == "1\n2\n");
  CHECK(merged("1\n2", "1\nx", "1\ny") == "1\n<<<<<<< ours\nx\n||||||| base\n2\n=======\ny\n>>>>>>> theirs\n");
}

TEST_CASE("markers take the line end of the text") {
  CHECK(merged("1\r\n", "x\r\n", "y\r\n", ConflictDetail::reduced) ==
      "<<<<<<< ours\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\n");
}

TEST_CASE(
    "in a text of both line ends, markers end as the lines before the conflict do in both sides, and LF when in "
    "doubt") {
  std::string_view crlf = "<<<<<<< ours\r\nx\n=======\r\ny\n>>>>>>> theirs\r\n",
                   lf = "<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n";
  CHECK(merged("1\r\n2\n", "1\r\nx\n", "1\r\ny\n", ConflictDetail::reduced) == "1\r\n" + std::string(crlf));
  CHECK(merged("1\n2\n3\r\n", "1\nx\n3\r\n", "1\ny\n3\r\n", ConflictDetail::reduced) ==
      "1\n" + std::string(lf) + "3\r\n");
  CHECK(merged("0\n1\r\n2\n", "0\n1\r\nx\n", "0\n1\r\ny\n", ConflictDetail::reduced) == "0\n1\r\n" + std::string(lf));
}

TEST_CASE("empty sides") {
  CHECK(merged("", "", "") == "");
  CHECK(merged("", "a\n", "") == "a\n");
  CHECK(merged("a\n", "", "a\n") == "");
  CHECK(merged("", "a\n", "b\n") == "<<<<<<< ours\na\n||||||| base\n=======\nb\n>>>>>>> theirs\n");
}

}  // namespace aptix::diff
