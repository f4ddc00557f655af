// Edits that are made in one batch, and those that need what an earlier one has made.
#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "unit/edit/replaced.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("edits of places that have nothing to do with each other are made in any order") {
  Replaced made = replaced(
      "first line\nsecond line\nthird line\n", {{"third", "3rd"}, {"first", "0th line\n1st"}, {"second", "2nd"}});
  CHECK(made.text == "0th line\n1st line\n2nd line\n3rd line\n");
  CHECK(made.outcomes[0].line == 3);
  CHECK(made.outcomes[1].line == 1);
  CHECK(made.outcomes[2].line == 3);
}

TEST_CASE("an edit that makes what a later one looks for comes before it") {
  CHECK(text_after("some text, other text", {{"some", "an other text"}, {"other text", "end"}}) ==
      "an end text, other text");
  CHECK(text_after("some text, other text", {{"other text", "end"}, {"some", "an other text"}}) ==
      "an other text text, end");
}

TEST_CASE("an edit that completes what a later one looks for makes it a place, wherever the mended byte is") {
  const std::string wanted = "retry_count = read_setting()";
  for (size_t pad = 0; pad < 8; ++pad)
    for (size_t at = 1; at < wanted.size(); ++at) {
      std::string damaged = wanted;
      damaged[at] = '#';
      std::string text = std::string(40 + pad, '-') + damaged + std::string(40, '-') + wanted;
      std::string mended = wanted.substr(at - 1, 2), old = damaged.substr(at - 1, 2);
      CAPTURE(text);
      Replaced made = replaced(text, {{old, mended}, {wanted, "x"}});
      CHECK(made.text == std::string(40 + pad, '-') + "x" + std::string(40, '-') + wanted);
      CHECK(made.lines[1].size() == 2);
    }
}

TEST_CASE("an edit whose place an earlier one took is a no-op") {
  CHECK(text_after("one two three", {{"one two", "1"}, {"two three", "2"}}) == "1 three");
}

TEST_CASE("each of very many edits may need the one before") {
  std::string text = "step 0\n" + std::string(2000, '-') + "\n";
  std::deque<std::string> texts;
  std::vector<FindReplace> edits;
  for (int i = 0; i < 3000; ++i) {
    std::string_view find = texts.emplace_back("step " + std::to_string(i) + "\n");
    edits.push_back({find, texts.emplace_back("step " + std::to_string(i + 1) + "\n"), Limit::once});
  }
  CHECK(text_after(text, edits).starts_with("step 3000\n"));
}

TEST_CASE("edits that look for what others have made are made beside others, and their lines are told") {
  std::string text = "// MARK\nmiddle\n// MARK\nend\n";
  Replaced made = replaced(text,
      {{"middle", "mid"}, {"// MARK\nmid", "one\n// MARK\nmid"}, {"// MARK\nmid", "two\n// MARK\nm"}, {"end", "END"},
          {"m\n// MARK", "m\nthree\n// MARK"}, {"three\n// MARK\nEND", "3"}});
  CHECK(made.text == "one\ntwo\n// MARK\nm\n3\n");
  CHECK(made.outcomes[2].line == 2);
  CHECK(made.outcomes[5].line == 5);
}

TEST_CASE("very many edits at one mark of a large text are made") {
  std::string text, wanted;
  for (int i = 0; i < 100'000; ++i) text += "line " + std::to_string(i) + " of a text with forty bytes each\n";
  wanted = text;
  text += "// MARK\n";
  std::deque<std::string> texts;
  std::vector<FindReplace> edits;
  for (int i = 0; i < 1500; ++i) {
    std::string_view replace = texts.emplace_back("entry " + std::to_string(i) + ";\n// MARK\n");
    edits.push_back({"// MARK\n", replace, Limit::once});
    wanted += "entry " + std::to_string(i) + ";\n";
  }
  CHECK(text_after(text, edits) == wanted + "// MARK\n");
}

TEST_CASE("more places than are written down are all replaced, before and after other edits") {
  std::string text = "head\n", wanted = "HEAD\n";
  for (int i = 0; i < 9000; ++i) {
    text += "a name\n";
    wanted += "an other\n";
  }
  CHECK(
      text_after(text, {{"head", "HEAD"}, {"a name", "some", Limit::all}, {"some", "an other", Limit::all}}) == wanted);
  CHECK(text_after(text, {{"a name", "an other", Limit::all}, {"head", "HEAD"}}) == wanted);
}
