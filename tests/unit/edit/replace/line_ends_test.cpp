// A last line without newline: a text to find that ends with one fits there, and the newline stays missing.
#include "edit/replace/line_ends.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <vector>

#include "unit/edit/replaced.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("a find text with newline fits a last line without one, which stays without") {
  Replaced done = replaced("one\ntwo\nthree", {{"three\n", "3\n", kOnce}});
  CHECK(done.text == "one\ntwo\n3");
  CHECK(done.outcomes[0].status == EditStatus::applied);
  CHECK(done.outcomes[0].line == 3);
  CHECK(text_after("one\ntwo", {{"one\ntwo\n", "1\n2\n", kOnce}}) == "1\n2");
  CHECK(text_after("one", {{"one\n", "1\n2\n", kOnce}}) == "1\n2");
  CHECK(text_after("one\r\ntwo", {{"two\n", "2\nmore\n", kOnce}}) == "one\r\n2\r\nmore");
  CHECK(text_after("one\r\ntwo", {{"two\r\n", "2\r\n", kOnce}}) == "one\r\n2");
}

TEST_CASE("where the last line goes, the file still ends without newline") {
  CHECK(text_after("one\ntwo\nthree", {{"three\n", "", kOnce}}) == "one\ntwo");
  CHECK(text_after("one", {{"one\n", "", kOnce}}).empty());
}

TEST_CASE("the newline that a last line is met with says nothing of the line ends of a file that has none") {
  CHECK(text_after("abbbba", {{"a\r\n", "", kOnce}, {"a", "a\r\nb", kAll}}) == "a\r\nbbbbb");
}

TEST_CASE("the last line is none of the places of a text that stands elsewhere as it is") {
  CHECK(text_after("x\ny\nx", {{"x\n", "z\n", kAll}}) == "z\ny\nx");
  Replaced once = replaced("x\ny\nx", {{"x\n", "z\n", kOnce}});
  CHECK(once.text == "z\ny\nx");
  CHECK(once.outcomes[0].line == 1);
}

TEST_CASE("many edits of the last line do not read the text again and again") {
  std::string text(1 << 20, 'a');
  text += "\nlast";
  std::vector<FindReplace> edits(20'000, FindReplace{"last\n", "last\n", kOnce});
  std::clock_t start = std::clock();
  (void)edit::with_last_newline(text, edits);
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 2);
}

TEST_CASE("the last line is left alone by a second run of an edit of another one") {
  FindReplace edit{"x y\n", "a longer text\n", kOnce};
  std::string first = text_after("a\nx y\nx y", {edit});
  CHECK(first == "a\na longer text\nx y");
  Replaced again = replaced(first, {edit});
  CHECK(again.text == first);
  CHECK(again.outcomes[0].status == EditStatus::already);
}

TEST_CASE("an edit of the last line that is run twice changes nothing") {
  for (FindReplace edit :
      {FindReplace{"three\n", "three\nfour\n", kOnce}, FindReplace{"three\n", "two and a half\nthree\n", kOnce},
          FindReplace{"three\n", "something else\n", kOnce}, FindReplace{"three\n", "three\nfour\n", kAll}}) {
    std::string first = text_after("one\nthree", {edit});
    CHECK(first != "one\nthree");
    Replaced again = replaced(first, {edit});
    CHECK(again.text == first);
    CHECK(again.outcomes[0].status == EditStatus::already);
  }
}

TEST_CASE("each edit finds the last line that the one before has made") {
  CHECK(text_after("one\ntwo", {{"two\n", "three\n", kOnce}, {"three\n", "four\n", kOnce}}) == "one\nfour");
  CHECK(text_after("one\ntwo", {{"two\n", "", kOnce}, {"one\n", "1\n", kOnce}}) == "1");
}

TEST_CASE("an edit about the newline itself is literal") {
  CHECK(text_after("a\nb", {{"b", "b\n", kOnce}}) == "a\nb\n");
  CHECK(text_after("a\nb\na", {{"a\n", "a ", kAll}}) == "a b\na");
  CHECK(text_after("a\nb", {{"\n", "", kAll}}) == "ab");
  CHECK(replaced("a\nb", {{"b", "b\n", kOnce}, {"b\n", "c\n", kOnce}}).text == "a\nc\n");
  CHECK(replaced("a\nb", {{"b\n", "c", kOnce}}).outcomes[0].status == EditStatus::noop);
}

TEST_CASE("only the very end of a text is without its newline") {
  CHECK(replaced("a b", {{"a\n", "c\n", kOnce}}).outcomes[0].status == EditStatus::noop);
  CHECK(replaced("ab\nb", {{"a\n", "c\n", kOnce}}).outcomes[0].status == EditStatus::noop);
  CHECK(replaced("a\nb\r", {{"b\n", "c\n", kOnce}}).outcomes[0].status == EditStatus::noop);
  CHECK(replaced("x\r\ny\nx", {{"x\n", "z\n", kOnce}}).text == "z\r\ny\nx");
}
