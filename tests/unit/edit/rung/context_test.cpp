#include "edit/rung/ladder.h"

#include <doctest/doctest.h>

#include <string>

#include "diff/compute/hunk_between.h"

using namespace aptix;

namespace {

// The lines of the hunk as they fit: " a", "-b", "+c"; "(none)", or "(several)".
std::string fitted(std::string_view text, std::string_view before, std::string_view after) {
  edit::RefitResult result = edit::refit_context(text, diff::hunk_between(before, after));
  if (!result.lines.empty()) return "(several)";
  if (!result.only) return "(none)";
  std::string out = std::to_string(result.only->line) + ": " + result.only->differs + "\n";
  for (const diff::HunkLine& line : result.only->hunk.lines) {
    out += line.kind == diff::HunkLine::Kind::added ? '+' : line.kind == diff::HunkLine::Kind::removed ? '-' : ' ';
    out += std::string(line.text) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("a context line that differs stays as the text has it") {
  CHECK(fitted("x\none\ntwo now\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\n3\nfour\n") ==
      "2: 1 line of its context\n one\n two now\n-three\n+3\n four\n");
  CHECK(fitted("x\none\nplus\ntwo\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\n3\nfour\n") ==
      "3: 1 line of its context\n plus\n two\n-three\n+3\n four\n");
}

TEST_CASE("context of which a line has come or gone fits nothing") {
  CHECK(fitted("x\none\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\n3\nfour\n") == "(none)");
  CHECK(fitted("one\n\ntwo\n\nthree\n", "one\ntwo\nthree\n", "one\ntwo\n3\n") == "(none)");
}

TEST_CASE("a line that goes stands exactly, and most of the context does") {
  CHECK(fitted("one\ntwo now\nthree!\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\n3\nfour\n") == "(none)");
  CHECK(fitted("1\n2\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\n3\nfour\n") == "(none)");
  CHECK(fitted("three\n", "two\nthree\n", "two\n3\n") == "(none)");
  // Those that go stand side by side.
  CHECK(fitted("one\ntwo\nplus\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\n2\nfour\n") == "(none)");
}

TEST_CASE("a place beside a twin is refused, unless that has two wrong lines more") {
  const std::string twins = "a = 1\nb = 2\nlog(x)\nc = 3\n\na = 1\nb = 4\nlog(x)\nc = 3\n";
  CHECK(fitted(twins, "a = 1\nb = 5\nlog(x)\nc = 3\n", "a = 1\nb = 5\nlog(y)\nc = 3\n") == "(several)");
  CHECK(fitted(twins, "a = 1\nb = 2\nlog(x)\nd = 3\n", "a = 1\nb = 2\nlog(y)\nd = 3\n") == "(several)");
  const std::string other = "a = 1\nb = 2\nlog(x)\nc = 3\n\nf = 1\nb = 4\nlog(x)\ng = 3\n";
  CHECK(fitted(other, "a = 1\nb = 5\nlog(x)\nc = 3\n", "a = 1\nb = 5\nlog(y)\nc = 3\n") ==
      "1: 1 line of its context\n a = 1\n b = 2\n-log(x)\n+log(y)\n c = 3\n");
}

TEST_CASE("new lines go where a line beside them is right") {
  CHECK(fitted("one\ntwo now\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\nnew\nthree\nfour\n") ==
      "1: 1 line of its context\n one\n two now\n+new\n three\n four\n");
  CHECK(fitted("one\ntwo\nthree\nfour now\n", "one\ntwo\nthree\nfour\n", "one\ntwo\nthree\nfour\nnew\n") == "(none)");
  CHECK(fitted("one\ntwo\nplus\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\nnew\nthree\nfour\n") == "(none)");
}

TEST_CASE("a head that is another one names another place") {
  CHECK(fitted("def low(a):\n    log(a)\n    return a\n", "def high(b):\n    log(a)\n    return a\n",
            "def high(b):\n    log(b)\n    return a\n") == "(none)");
  CHECK(fitted("def low(a, b):\n    log(a)\n    return a\n", "def low(a):\n    log(a)\n    return a\n",
            "def low(a):\n    log(b)\n    return a\n") ==
      "1: 1 line of its context\n def low(a, b):\n-    log(a)\n+    log(b)\n     return a\n");
}

TEST_CASE("a word in other letters that new lines repeat fits nothing") {
  const std::string text = "int count = read_all(in);\nclose(in);\nreturn 0;\n";
  CHECK(fitted(text, "int cuont = read_all(in);\nclose(in);\nreturn 0;\n",
            "int cuont = read_all(in);\nclose(in);\nreturn cuont;\n") == "(none)");
  CHECK(fitted(text, "int cuont = read_all(in);\nclose(in);\nreturn 0;\n",
            "int cuont = read_all(in);\nclose(in);\nreturn 1;\n") != "(none)");
}

TEST_CASE("a wrong line that is a new one as well, or stands beside its like, fits nothing") {
  CHECK(fitted("one\ntwo now\nthree\nfour\n", "one\ntwo\nthree\nfour\n", "one\ntwo\nplus\ntwo\nthree\nfour\n") ==
      "(none)");
  CHECK(fitted("{\n#endif\n\nend\n", "{\n#endif\n#endif\n\nend\n", "{\n#endif\nx\n#endif\n") == "(none)");
}

TEST_CASE("a twin fits nothing where what the edit leaves stands") {
  const std::string edited = "one\ntwo\nplus\n3\nfour\nfive\n\none\n2\nthree\nfour\n5\n";
  CHECK(fitted(edited, "one\ntwo\nthree\nfour\nfive\n", "one\ntwo\n3\nfour\nfive\n") == "(none)");
}

TEST_CASE("an empty line that came next to a line that moves fits nothing") {
  CHECK(fitted("alpha\nbeta\n\nmoved\ngamma\ndelta\n", "alpha\nbeta\nmoved\ngamma\ndelta\n",
            "alpha\nmoved\nbeta\ngamma\ndelta\n") == "(none)");
}
