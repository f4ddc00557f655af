// Literal find/replace: which place is taken, what is written there, and what is said about it.
#include "edit/replace/find_replace.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "unit/edit/replaced.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("once takes the first place") {
  Replaced done = replaced("a b a b a", {{"a", "X", kOnce}});
  CHECK(done.text == "X b a b a");
  CHECK(done.first().status == EditStatus::applied);
  CHECK(done.first().rule == Rule::exact);
  CHECK(done.first().line == 1);
  CHECK(done.first().places == 1);
}

TEST_CASE("all takes every place that does not overlap, from the left") {
  Replaced done = replaced("aaaaa", {{"aa", "b", kAll}});
  CHECK(done.text == "bba");
  CHECK(done.first().places == 2);
}

TEST_CASE("all does not look into what it wrote") { CHECK(text_after("aa", {{"a", "aa", kAll}}) == "aaaa"); }

TEST_CASE("no edit leaves the text as it is") {
  CHECK(text_after("", {}).empty());
  CHECK(text_after("abc\r\n", {}) == "abc\r\n");
}

TEST_CASE("a find text at the start, at the end and over everything is found") {
  CHECK(text_after("abc", {{"ab", "X", kOnce}}) == "Xc");
  CHECK(text_after("abc", {{"bc", "X", kOnce}}) == "aX");
  CHECK(text_after("abc", {{"abc", "X", kOnce}}) == "X");
  CHECK(text_after("abc", {{"abc", "", kOnce}}) == "");
}

TEST_CASE("a find text that is not there is a no-op") {
  Replaced done = replaced("abc", {{"x", "y", kOnce}});
  CHECK(done.text == "abc");
  CHECK(done.first().status == EditStatus::noop);
  CHECK(done.first().places == 0);
  CHECK(done.first().line == 0);
}

TEST_CASE("a find text longer than the file is a no-op") {
  CHECK(replaced("abc", {{"abcd", "y", kAll}}).first().status == EditStatus::noop);
  CHECK(replaced("", {{"a", "y", kAll}}).first().status == EditStatus::noop);
}

TEST_CASE("each edit sees the result of the one before") {
  CHECK(text_after("a", {{"a", "b", kOnce}, {"b", "c", kOnce}}) == "c");
  CHECK(text_after("xay", {{"a", "bb", kOnce}, {"bb", "c", kOnce}, {"xc", "d", kOnce}}) == "dy");
}

TEST_CASE("an edit may break the place of a later one") {
  Replaced done = replaced("foobar", {{"oba", "-", kOnce}, {"foo", "X", kOnce}});
  CHECK(done.text == "fo-r");
  CHECK(done.outcomes[1].status == EditStatus::noop);
}

TEST_CASE("a deletion may make the place of a later edit") {
  Replaced done = replaced("fo--obar", {{"--", "", kOnce}, {"foobar", "X", kOnce}});
  CHECK(done.text == "X");
}

TEST_CASE("an edit may make an earlier place for a later one") {
  Replaced done = replaced("a1 b2 b2", {{"a1", "b2", kOnce}, {"b2", "X", kOnce}});
  CHECK(done.text == "X b2 b2");
  CHECK(done.outcomes[1].line == 1);
}

TEST_CASE("equal edits take one place after the other") {
  Replaced done = replaced("a\na\na\n", {{"a", "1", kOnce}, {"a", "2", kOnce}, {"a", "3", kOnce}, {"a", "4", kOnce}});
  CHECK(done.text == "1\n2\n3\n");
  CHECK(done.outcomes[0].line == 1);
  CHECK(done.outcomes[1].line == 2);
  CHECK(done.outcomes[2].line == 3);
  CHECK(done.outcomes[3].status == EditStatus::noop);
}

TEST_CASE("all after once, and once after all") {
  CHECK(text_after("a a a", {{"a", "b", kOnce}, {"a", "c", kAll}, {"c", "d", kOnce}}) == "b d c");
  CHECK(text_after("a a", {{"a", "b", kAll}, {"b", "c", kAll}, {"c c", "d", kOnce}}) == "d");
}

TEST_CASE("a replacement may contain its find text") {
  CHECK(text_after("x = 1", {{"1", "1 + 1", kAll}}) == "x = 1 + 1");
}

TEST_CASE("bytes are bytes") {
  std::string_view text("a\0b\xFF\xFE\r", 6);
  CHECK(text_after(text, {{std::string_view("\0b", 2), "X", kOnce}}) == std::string_view("aX\xFF\xFE\r", 5));
  CHECK(text_after("caf\xE9", {{"\xE9", "e", kOnce}}) == "cafe");
}

TEST_CASE("once with several places names the lines of all of them") {
  Replaced done = replaced("x\ny\nx\nx x\n", {{"x", "z", kOnce}});
  CHECK(done.lines[0] == std::vector<uint64_t>{1, 3, 4, 4});
  CHECK(done.first().places == 1);
}

TEST_CASE("once with one place, and all with several, name no lines") {
  CHECK(replaced("x\ny\n", {{"x", "z", kOnce}}).lines[0].empty());
  CHECK(replaced("x\nx\n", {{"x", "z", kAll}}).lines[0].empty());
}

TEST_CASE("no more than the first hundred lines are named") {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "x\n";
  Replaced done = replaced(text, {{"x", "z", kOnce}});
  REQUIRE(done.lines[0].size() == 100);
  CHECK(done.lines[0].front() == 1);
  CHECK(done.lines[0].back() == 100);
}

TEST_CASE("lines are those of the text that the edit found") {
  Replaced done = replaced("a\nb\nc\n",
      {{"a", "1\n2\n3", kOnce}, {"c", "C", kOnce}, {"2\n", "", kOnce}, {"C", "c", kOnce}, {"3", "x", kOnce}});
  CHECK(done.text == "1\nx\nb\nc\n");
  CHECK(done.outcomes[0].line == 1);
  CHECK(done.outcomes[1].line == 5);
  CHECK(done.outcomes[2].line == 2);
  CHECK(done.outcomes[3].line == 4);
  CHECK(done.outcomes[4].line == 2);
}

TEST_CASE("the line is that of the first byte, also when the find text starts with a line feed") {
  CHECK(replaced("a\nb\n", {{"\nb", "c", kOnce}}).first().line == 1);
  CHECK(replaced("a\nb\n", {{"b\n", "c", kOnce}}).first().line == 2);
}

TEST_CASE("LF in the find text fits CR LF in the file, and CR LF is written") {
  Replaced done = replaced("a\r\nb\r\nc\r\n", {{"a\nb\n", "x\ny\nz\n", kOnce}});
  CHECK(done.text == "x\r\ny\r\nz\r\nc\r\n");
  CHECK(done.first().rule == Rule::line_ends);
}

TEST_CASE("CR LF in the find text fits LF in the file, and LF is written") {
  Replaced done = replaced("a\nb\nc\n", {{"a\r\nb\r\n", "x\r\ny\r\n", kOnce}});
  CHECK(done.text == "x\ny\nc\n");
  CHECK(done.first().rule == Rule::line_ends);
}

TEST_CASE("edits without a line end leave those of the text as they are") {
  CHECK(text_after("ab = 1\r\ncd = 2\nef\r", {{"ab = 1", "AB", kOnce}, {"cd = 2", "CD", kOnce}}) == "AB\r\nCD\nef\r");
  CHECK(text_after("ab\r\nab\n", {{"ab", "cde", kAll}}) == "cde\r\ncde\n");
}

TEST_CASE("a place without a line end gets those of its line") {
  CHECK(text_after("a\r\nb\r\n", {{"b", "x\ny", kOnce}}) == "a\r\nx\r\ny\r\n");
  CHECK(text_after("a\r\nb\n", {{"b", "x\r\ny", kOnce}}) == "a\r\nx\ny\n");
  CHECK(text_after("a\r\nb\n", {{"a", "x\ny", kOnce}}) == "x\r\ny\r\nb\n");
}

TEST_CASE("a last line without line end gets those of the file") {
  CHECK(text_after("a\r\nb", {{"b", "x\ny", kOnce}}) == "a\r\nx\r\ny");
  CHECK(text_after("a\nb", {{"b", "x\r\ny", kOnce}}) == "a\nx\ny");
}

TEST_CASE("a file without any line end takes the text as given") {
  CHECK(text_after("a b", {{"b", "x\r\ny", kOnce}}) == "a x\r\ny");
  CHECK(text_after("a b", {{"b", "x\ny", kOnce}}) == "a x\ny");
}

TEST_CASE("as-given line ends are written as given but fit all the same") {
  Replaced done = replaced("a\r\nb\r\nc\r\n", {{"a\nb\n", "x\ny\n", kOnce}}, false);
  CHECK(done.text == "x\ny\nc\r\n");
  CHECK(done.first().rule == Rule::line_ends);
}

TEST_CASE("an exact place is taken before one that fits but for its line ends") {
  Replaced done = replaced("a\r\nb\r\na\nb\n", {{"a\nb", "X", kOnce}});
  CHECK(done.text == "a\r\nb\r\nX\n");
  CHECK(done.first().rule == Rule::exact);
}

TEST_CASE("a find text that starts with a line feed takes the CR before it along") {
  CHECK(text_after("a\r\nb\r\n", {{"\nb", "", kOnce}}) == "a\r\n");
  CHECK(text_after("a\r\nb\r\n", {{"\nb", "\nc\nd", kOnce}}) == "a\r\nc\r\nd\r\n");
  CHECK(text_after("a\r\nb\r\n", {{"\n", " ", kAll}}) == "a b ");
}

TEST_CASE("a lone CR is no line end") {
  CHECK(replaced("a\rb", {{"a\nb", "X", kOnce}}).first().status == EditStatus::noop);
  CHECK(text_after("a\rb\n", {{"b", "x\ny", kOnce}}) == "a\rx\ny\n");
}

TEST_CASE("a find text that ends in CR fits only byte for byte") {
  CHECK(text_after("a\r\nb\r\n", {{"a\r", "x\r", kOnce}}) == "x\r\nb\r\n");
  CHECK(text_after("a\r\nb\r\n", {{"\r", "", kAll}}) == "a\nb\n");
}

TEST_CASE("lines that stay keep their line ends in a file that mixes them") {
  Replaced done = replaced("a\r\nb\nc\r\n", {{"a\nb\nc\n", "a\nB\nc\n", kOnce}});
  CHECK(done.text.starts_with("a\r\nB"));
  CHECK(done.text.ends_with("c\r\n"));
}

TEST_CASE("a replaced text that stands exactly once was replaced before") {
  Replaced done = replaced("int new_name;\n", {{"old_name", "new_name", kOnce}});
  CHECK(done.text == "int new_name;\n");
  CHECK(done.first().status == EditStatus::already);
  CHECK(done.first().line == 1);
  CHECK(done.first().places == 0);
}

TEST_CASE("a replacement that stands twice, or says too little, proves nothing") {
  CHECK(replaced("new_name new_name", {{"old_name", "new_name", kOnce}}).first().status == EditStatus::noop);
  CHECK(replaced("abcdefg", {{"x", "abcdefg", kOnce}}).first().status == EditStatus::noop);
  CHECK(replaced("abcdefgh", {{"x", "abcdefgh", kOnce}}).first().status == EditStatus::already);
  CHECK(replaced("a b c d e f g", {{"x", "a b c d e f g", kOnce}}).first().status == EditStatus::noop);
}

TEST_CASE("eight letters of several bytes are eight characters") {
  CHECK(replaced("äöüäöüä", {{"x", "äöüäöüä", kOnce}}).first().status == EditStatus::noop);
  CHECK(replaced("äöüäöüäö", {{"x", "äöüäöüäö", kOnce}}).first().status == EditStatus::already);
}

TEST_CASE("lines that take the place of lines have their line ends in a file that mixes them") {
  CHECK(text_after("one\r\ntwo\nthree\r\n", {{"one\ntwo\nthree\n", "1\n2\n3\n", kOnce}}) == "1\r\n2\n3\r\n");
  CHECK(text_after("one\ntwo\r\nthree\r\n", {{"one\ntwo\nthree", "1\n2\n3", kOnce}}) == "1\n2\r\n3\r\n");
  CHECK(text_after("one\r\ntwo\nend\n", {{"one\ntwo\n", "1\n2\nnew\nmore\n", kOnce}}) == "1\r\n2\nnew\nmore\nend\n");
  CHECK(text_after("one\ntwo\r\nend\n", {{"one\ntwo\n", "1\n2\nnew\n", kOnce}}) == "1\n2\r\nnew\r\nend\n");
  CHECK(text_after("one\r\ntwo\nthree\r\n", {{"one\ntwo\nthree\n", "1\nthree\n", kOnce}}) == "1\r\nthree\r\n");
  CHECK(text_after("a\r\nb\nc\n", {{"a\nb\nc", "a\nnew\nb\nc", kOnce}}) == "a\r\nnew\r\nb\nc\n");
  CHECK(text_after("a\nb\r\nc\r\n", {{"a\nb\nc\n", "new\na\nb\nc\n", kOnce}}) == "new\na\nb\r\nc\r\n");
}

TEST_CASE("a replacement with other line ends than the file was replaced before, too") {
  CHECK(replaced("first line\r\nsecond\r\n", {{"x", "first line\nsecond\n", kOnce}}).first().status ==
      EditStatus::already);
}

TEST_CASE("lines added after their find text are not added again") {
  std::vector<FindReplace> edits = {{"import os\n", "import os\nimport re\n", kOnce}};
  Replaced once = replaced("import os\nx\n", edits);
  CHECK(once.text == "import os\nimport re\nx\n");
  Replaced twice = replaced(once.text, edits);
  CHECK(twice.text == once.text);
  CHECK(twice.first().status == EditStatus::already);
  CHECK(twice.first().line == 1);
}

TEST_CASE("lines added before their find text are not added again") {
  std::vector<FindReplace> edits = {{"def f():", "@cached\ndef f():", kOnce}};
  Replaced once = replaced("def f():\n  pass\n", edits);
  CHECK(once.text == "@cached\ndef f():\n  pass\n");
  CHECK(replaced(once.text, edits).first().status == EditStatus::already);
}

TEST_CASE("lines added on both sides are not added again") {
  std::vector<FindReplace> edits = {{"b", "a\nb\nc", kOnce}};
  Replaced once = replaced("x\nb\ny\n", edits);
  CHECK(once.text == "x\na\nb\nc\ny\n");
  CHECK(replaced(once.text, edits).first().status == EditStatus::already);
}

TEST_CASE("an indented line added before a find text without its indentation is not added again") {
  std::vector<FindReplace> edits = {{"return x", "log(x)\n    return x", kOnce}};
  Replaced once = replaced("def f(x):\n    return x\n", edits);
  CHECK(once.text == "def f(x):\n    log(x)\n    return x\n");
  CHECK(replaced(once.text, edits).first().status == EditStatus::already);
}

TEST_CASE("a longer line that starts like the added one is not the added one") {
  Replaced done = replaced("import os\nimport requests\n", {{"import os", "import os\nimport re", kOnce}});
  CHECK(done.text == "import os\nimport re\nimport requests\n");
  CHECK(done.first().status == EditStatus::applied);
}

TEST_CASE("an empty line is added where none stands: the line feed before a line is not one") {
  struct Case {
    std::string_view text, find, replace, wanted;
  };
  for (const Case& c : std::vector<Case>{{"x = 1\ndef b():\n", "def b():", "\ndef b():", "x = 1\n\ndef b():\n"},
           {"x = 1\r\ndef b():\r\n", "def b():", "\ndef b():", "x = 1\r\n\r\ndef b():\r\n"},
           {"x = 1\n\ndef b():\n", "def b():", "\n\ndef b():", "x = 1\n\n\n\ndef b():\n"},
           {"x = 1\ny\n", "x = 1", "x = 1\n", "x = 1\n\ny\n"}, {"  x\n  y\n", "x", "x\n", "  x\n\n  y\n"},
           {"{\n}\n", "}", "}\n", "{\n}\n\n"}, {"{\n}", "}", "}\n", "{\n}\n"},
           {"a\nb\nc\n", "b", "\nb\n", "a\n\nb\n\nc\n"}}) {
    for (Limit limit : {kOnce, kAll}) {
      Replaced done = replaced(c.text, {{c.find, c.replace, limit}});
      CHECK(done.text == c.wanted);
      CHECK(done.first().status == EditStatus::applied);
    }
  }
}

TEST_CASE("an empty line that stands there is not added again") {
  struct Case {
    std::string_view text, find, replace;
  };
  for (const Case& c :
      std::vector<Case>{{"x = 1\n\ndef b():\n", "def b():", "\ndef b():"}, {"\ndef b():\n", "def b():", "\ndef b():"},
          {"x\n    \ny\n", "y", "\ny"}, {"x = 1\r\n\r\ny\r\n", "x = 1", "x = 1\n"}, {"{\n}\n\n", "}", "}\n"},
          {"{\n}\n\nx\n", "}\n", "}\n\n"}, {"a\n\nb\n", "\nb", "\n\nb"}, {"a\nb\n", "a", "a\nb\n"}})
    for (Limit limit : {kOnce, kAll})
      CHECK(replaced(c.text, {{c.find, c.replace, limit}}).first().status == EditStatus::already);
}

TEST_CASE("a longer line that ends like the added one is not the added one") {
  CHECK(text_after("#import os\nimport sys\n", {{"import sys", "import os\nimport sys", kOnce}}) ==
      "#import os\nimport os\nimport sys\n");
  CHECK(text_after("connect_timeout = 5\nretries = 3\n", {{"retries = 3", "timeout = 5\nretries = 3", kAll}}) ==
      "connect_timeout = 5\ntimeout = 5\nretries = 3\n");
  CHECK(text_after("// return x;\r\nfoo();\r\n", {{"foo();\n", "return x;\nfoo();\n", kOnce}}) ==
      "// return x;\r\nreturn x;\r\nfoo();\r\n");
  CHECK(replaced("\tos\n\tsys\n", {{"sys", "os\n\tsys", kOnce}}).first().status == EditStatus::already);
}

TEST_CASE("words added within a line are added again: that is no rule") {
  CHECK(replaced("foo bar", {{"foo", "foo bar", kOnce}}).text == "foo bar bar");
}

TEST_CASE("all leaves alone the places that have their added lines") {
  std::vector<FindReplace> edits = {{"a\n", "a\nb\n", kAll}};
  Replaced done = replaced("a\na\nb\na\n", edits);
  CHECK(done.text == "a\nb\na\nb\na\nb\n");
  CHECK(done.first().status == EditStatus::applied);
  CHECK(done.first().places == 2);
  CHECK(replaced(done.text, edits).first().status == EditStatus::already);
}

TEST_CASE("added lines are known in a file with CR LF") {
  std::vector<FindReplace> edits = {{"a\n", "a\nb\n", kOnce}};
  Replaced once = replaced("a\r\nc\r\n", edits);
  CHECK(once.text == "a\r\nb\r\nc\r\n");
  CHECK(replaced(once.text, edits).first().status == EditStatus::already);
}

TEST_CASE("the first place decides whether once was done before") {
  Replaced done = replaced("a\nb\nx\na\n", {{"a\n", "a\nb\n", kOnce}});
  CHECK(done.first().status == EditStatus::already);
  CHECK(done.text == "a\nb\nx\na\n");
}

TEST_CASE("a line that is doubled is not doubled again") {
  std::vector<FindReplace> edits = {{"a\n", "a\na\n", kOnce}};
  Replaced once = replaced("a\nb\n", edits);
  CHECK(once.text == "a\na\nb\n");
  CHECK(replaced(once.text, edits).text == once.text);
}

TEST_CASE("a find text that equals its replacement is applied and changes nothing") {
  Replaced done = replaced("abc", {{"b", "b", kOnce}});
  CHECK(done.text == "abc");
  CHECK(done.first().status == EditStatus::applied);
}
