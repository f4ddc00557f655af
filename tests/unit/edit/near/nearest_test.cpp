// For a text that is not found: which place is nearest, and what is said to differ there.
#include "edit/near/nearest.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using aptix::Candidate;
using aptix::edit::nearest;

namespace {

Candidate near(std::string_view text, std::string_view wanted) {
  std::optional<Candidate> found = nearest(text, wanted);
  REQUIRE(found);
  return *found;
}

constexpr std::string_view kFile =
    "import os\n"
    "\n"
    "def load(path):\n"
    "    with open(path) as handle:\n"
    "        return handle.read()\n"
    "\n"
    "def save(path, data):\n"
    "    with open(path, \"w\") as handle:\n"
    "        handle.write(data)\n";

}  // namespace

TEST_CASE("indentation that differs is said with both numbers") {
  Candidate found = near(kFile, "        with open(path) as handle:\n            return handle.read()\n");
  CHECK(found.line == 4);
  CHECK(found.text == "    with open(path) as handle:\n        return handle.read()");
  CHECK(found.differs == "indentation (file: 4 spaces, text: 8)");
}

TEST_CASE("tabs and spaces are told apart") {
  CHECK(near("if x:\n\treturn value\n", "if x:\n    return value\n").differs == "tabs in the file, spaces in the text");
  CHECK(near("if x:\n    return value\n", "if x:\n\treturn value\n").differs == "spaces in the file, tabs in the text");
}

TEST_CASE("trailing white space is named") {
  Candidate found = near("first line  \nsecond line\n", "first line\nsecond line\n");
  CHECK(found.line == 1);
  CHECK(found.differs == "trailing white space");
}

TEST_CASE("spaces within a line are named") {
  CHECK(near("int x   = 10;\n", "int x = 10;").differs == "the number of spaces within the line");
}

TEST_CASE("white space that differs is to be shown, whatever words the lines have") {
  CHECK(near("int x   = 10;\n", "int x = 10;").white_space);
  CHECK(near("say\xC2\xA0hello world\n", "say hello world").white_space);
  CHECK(near("    Return Value  \n", "        return value\n").white_space);
  CHECK(near("a\tb = 1;\n", "a\\tb = 1;\n").white_space);
  CHECK_FALSE(near(kFile, "Import OS\n").white_space);
  CHECK_FALSE(near("the indentation of a table = 1;\n", "the indentation of a table = 2;\n").white_space);
}

TEST_CASE("letter case is named") {
  Candidate found = near(kFile, "Import OS\n");
  CHECK(found.line == 1);
  CHECK(found.differs == "letter case");
}

TEST_CASE("look-alike characters are named") {
  CHECK(near("say\xC2\xA0hello world\n", "say hello world").differs == "look-alike characters (U+00A0 for a space)");
  CHECK(near("say(\"hello world\")\n", "say(\xE2\x80\x9Chello world\xE2\x80\x9D)").differs ==
      "look-alike characters (\xE2\x80\x9C for \")");
  CHECK(near("range 10\xE2\x80\x93"
             "20 items\n",
            "range 10-20 items")
            .differs == "look-alike characters (\xE2\x80\x93 for -)");
}

TEST_CASE("escaping that was done once too often is named") {
  Candidate found = near(kFile, "def load(path):\\n    with open(path) as handle:\\n");
  CHECK(found.line == 3);
  CHECK(found.differs == "escaping (\\n for a line break)");
  CHECK(near("if (a && b) run();\n", "if (a &amp;&amp; b) run();").differs == "escaping (&amp; for &)");
  CHECK(near("print(\"a\\n\")\n", "print(\"a\\\\n\")").differs == "escaping (\\\\ for \\)");
  CHECK(near("print(\"hello\")\n", "print(\\\"hello\\\")").differs == "escaping (\\\" for \")");
}

TEST_CASE("several differences are all named") {
  CHECK(near("    Return Value  \n", "        return value\n").differs ==
      "trailing white space, indentation (file: 4 spaces, text: 8), letter case");
}

TEST_CASE("a letter that differs shows both lines") {
  Candidate found =
      near(kFile, "def save(path, data):\n    with open(path, 'w') as handle:\n        handle.write(data)\n");
  CHECK(found.line == 7);
  CHECK(found.differs ==
      "line 2 of the text is '    with open(path, 'w') as handle:', the file has '    with open(path, \"w\") as "
      "handle:'");
}

TEST_CASE("a part of a line is found") {
  Candidate found = near(kFile, "open(path, 'w') as handle");
  CHECK(found.line == 8);
  CHECK(found.text == "    with open(path, \"w\") as handle:");
}

TEST_CASE("the first and the last line may be parts of lines") {
  Candidate found = near(kFile, "(path):\n    with open(path) as handle:\n      return");
  CHECK(found.line == 3);
}

TEST_CASE("a last line without line end is named") {
  CHECK(near("first\nlast line here", "last line here\n").differs == "the last line of the file has no line end");
}

TEST_CASE("of several places the one with most equal lines is taken") {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "begin block\nvalue " + std::to_string(i) + "\nend block\n";
  Candidate found = near(text, "begin block\nvalue 33 \nend block\n");
  CHECK(found.line == 33 * 3 + 1);
}

TEST_CASE("at most five lines are shown") {
  Candidate found = near("one line\ntwo lines\nthree lines\nfour lines\nfive lines\nsix lines\nseven lines\n",
      "one line\ntwo lines\nthree lines\nfour lines\nfive lines\nsix lines\nseven line\n");
  CHECK(found.line == 1);
  CHECK(found.text == "one line\ntwo lines\nthree lines\nfour lines\nfive lines");
}

TEST_CASE("nothing like it in the file: nothing is said") {
  CHECK(!nearest(kFile, "public static void main(String[] args) {"));
  CHECK(!nearest("", "anything"));
  CHECK(!nearest(kFile, ""));
  CHECK(!nearest(kFile, "\n\n"));
  CHECK(!nearest(kFile, "{"));
  CHECK(!nearest("x", "some longer text"));
}

TEST_CASE("bytes that are no text do no harm") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text.push_back(static_cast<char>(i * 37));
  CHECK_NOTHROW(nearest(text, std::string_view(text).substr(100, 50)));
  CHECK_NOTHROW(nearest(text, std::string(3000, '\xFF')));
}

TEST_CASE("a file with CR LF shows its lines without them") {
  Candidate found = near("alpha beta\r\ngamma delta\r\n", "alpha beta\ngamma delte\n");
  CHECK(found.line == 1);
  CHECK(found.text == "alpha beta\r\ngamma delta");
}

TEST_CASE("the place is found deep in a long file, and in one long line") {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "filler number " + std::to_string(i) + "\n";
  text += "  the needle stands here\n";
  CHECK(near(text, "the needle Stands here").line == 200001);
  std::string line(1 << 20, 'x');
  CHECK_NOTHROW(nearest(line, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxy"));
}

TEST_CASE("of two places with the same equal lines the one whose other line is more alike is taken") {
  constexpr std::string_view kTwice = "def b():\n    return 1\n\ndef a():\n    return 1\n";
  CHECK(near(kTwice, "def a( ):\n    return 1\n").line == 4);
}

TEST_CASE("a text of a few letters has a nearest line, too") {
  CHECK(near("one\nx = 1\n", "x=1").line == 2);
  CHECK(near("a\nif (b)\n", "if(b )").line == 2);
  CHECK_FALSE(nearest("one\ntwo\n", "zzz"));
}
