// Line numbers at different times of one text.
#include "edit/replace/line_counter.h"

#include <doctest/doctest.h>

using aptix::edit::LineCounter;

TEST_CASE("lines count from one, and without edits they are those of the text") {
  LineCounter counter;
  uint64_t first = 0, second = 0;
  counter.ask(0, 0, 0, &first);
  counter.ask(4, 0, 0, &second);
  counter.answer("one\ntwo\n");
  CHECK(first == 1);
  CHECK(second == 2);
}

TEST_CASE("an edit moves the lines after it, for those who ask later") {
  LineCounter counter;
  uint64_t before = 0, after = 0, in_front = 0, again = 0;
  counter.ask(8, 0, 0, &before);
  counter.changed(0, 0, 3);
  counter.ask(8, 1, 0, &after);
  counter.ask(0, 1, 0, &in_front);
  counter.changed(4, 1, -1);
  counter.ask(8, 2, 0, &again);
  counter.answer("one\ntwo\nthree\n");
  CHECK(before == 3);
  CHECK(after == 6);
  CHECK(in_front == 1);
  CHECK(again == 5);
}
