#include "answer/outline/extract.h"

#include <doctest/doctest.h>

#include <string>

using aptix::answer::unwrapped;
using aptix::answer::with_own_line_ends;

namespace {

std::string answer_in(std::string_view text) { return unwrapped(text).value_or("none"); }

}  // namespace

TEST_CASE("an answer in one fence of Markdown is what stands in it") {
  CHECK(answer_in("```markdown\nHere:\n\n```diff\n+a\n```\n\nDone.\n```\n") ==
      "           \nHere:\n\n```diff\n+a\n```\n\nDone.\n   \n");
  CHECK(answer_in("\n````md\nHere:\n```\n+a\n```\n````") == "\n      \nHere:\n```\n+a\n```\n    ");
}

TEST_CASE("a fence of Markdown that may be one block among others stays") {
  for (const char* text : {"```markdown\n# Title\n```\n\na.c\n```\nint a;\n```\n", "```markdown\n# Title\n```\n",
           "```markdown\nHere:\n```diff\n+a\n```\n", "```diff\n```c\n+a\n```\n```\n",
           "````markdown\n<!-- README.md -->\n```sh\nmake\n```\n````\n",
           "Here:\n````markdown\n```diff\n+a\n```\n````\n", "```markdown\n"}) {
    CAPTURE(text);
    CHECK(answer_in(text) == "none");
  }
}

TEST_CASE("an answer that is quoted as a whole is what stands in the quote") {
  CHECK(answer_in("> Here:\r\n>\n> ```diff\n>  a\n> -b\n> ```\n") == "Here:\r\n\n```diff\n a\n-b\n```\n");
  CHECK(answer_in("> ```\n> > a\n> ```\n\n> b") == "```\n> a\n```\n\nb");
  CHECK(answer_in(">```\n>if foo:\n>    bar()\n>```\n") == "none");  // whose spaces are they?
  CHECK(answer_in(">```\n>foo\n>\n>```\n") == "```\nfoo\n\n```\n");
  CHECK(answer_in("> a\n> b\n") == "none");
  CHECK(answer_in("> ```\n> a\n> ```\nb\n") == "none");
  CHECK(answer_in("") == "none");
}

TEST_CASE("CR LF on every line came to the answer on its way") {
  CHECK(with_own_line_ends("a\r\n\r\nb\r\n") == "a\n\nb\n");
  CHECK(with_own_line_ends("a\r\nb") == "a\nb");
  CHECK(with_own_line_ends("a\r\r\nb\r\n") == "a\r\nb\n");
}

TEST_CASE("the line ends of an answer that has LF somewhere are its own") {
  for (std::string_view text : {"", "a", "a\r", "a\n", "a\nb\r\n", "a\r\nb\n", "a\r\n\n"})
    CHECK(!with_own_line_ends(text));
}
