// What is refused although it has one place, and what is not: windows of a file, copies beside the place.
#include "edit/fit/steps.h"

#include <doctest/doctest.h>

#include <string>

#include "laid.h"

namespace aptix::edit {
namespace {

constexpr std::string_view kTwo =
    "int one(int a) {\n  int b = a;\n  return b;\n}\n\nint two(int a) {\n  int c = a;\n  return c;\n}\n";

TEST_CASE("a window of the file may end within a function of which it changes nothing") {
  CHECK(laid(kTwo, "  int b = a + 1;\n  return b;\n}\n\nint two(int a) {\n  int c = a;\n", "a.c")
            .starts_with("part.no_place"));
  CHECK(laid(kTwo, "  int b = a;\n  return b + 1;\n}\n\nint two(int a) {\n  int c = a;\n", "a.c") ==
      "int one(int a) {\n  int b = a;\n  return b + 1;\n}\n\nint two(int a) {\n  int c = a;\n  return c;\n}\n");
  CHECK(laid("def one():\n    first()\n    second()\n\ndef two():\n    third()\n",
            "    first()\n    other()\n\ndef two():\n",
            "a.py") == "def one():\n    first()\n    other()\n\ndef two():\n    third()\n");
}

TEST_CASE("a text that begins with a function and ends within one was cut off") {
  CHECK(laid(kTwo, "int one(int a) {\n  int b = a;\n  return b + 1;\n}\n\nint two(int a) {\n  int c = a;\n", "a.c") ==
      "part.unbalanced: 'two' begins in its line 6 and does not end");
  CHECK(laid(kTwo, "  return b + 1;\n}\n\nint two(int a) {\n  int c = a + 1;\n", "a.c") ==
      "part.unbalanced: 'two' begins in its line 4 and does not end");
}

TEST_CASE("code that is commented out is no code that goes for a comment") {
  CHECK(laid("os: one\nkeep: 1\nmore:\n  - first\n  - second\nlast: 2\n",
            "keep: 1\n# more:\n#   - first\n#   - second\nlast: 2\n",
            "a.yml") == "os: one\nkeep: 1\n# more:\n#   - first\n#   - second\nlast: 2\n");
}

TEST_CASE("a comment may become shorter, in most of its own words") {
  constexpr std::string_view kOld =
      "import one;\n\n/**\n * Excludes a field\n * from being used\n * by the builder.\n *\n * @since 3.5\n */\nclass "
      "A {}\n";
  CHECK(laid(kOld, "import one;\n\n/**\n * Excludes a field from the builder.\n *\n * @since 3.5\n */\n", "A.java") ==
      "import one;\n\n/**\n * Excludes a field from the builder.\n *\n * @since 3.5\n */\nclass A {}\n");
  CHECK(laid(kOld, "import one;\n\n/**\n * Everything as it was before.\n *\n * @since 3.5\n */\n", "A.java") ==
      "placeholder: 3 lines would be removed for the comment '* Everything as it was before.'");
}

TEST_CASE("all of a body does not go for a comment beside fewer lines") {
  constexpr std::string_view kOld = "void f() {\n  one();\n  two();\n}\n\nvoid g() {\n  three();\n}\n";
  CHECK(laid(kOld, "void f() {\n  // 既存の処理\n  log();\n}\n", "a.c") ==
      "placeholder: 2 lines would be removed for the comment '// 既存の処理'");
  CHECK(laid(kOld, "void f() {\n  log();\n  // mevcut kod\n}\n", "a.c") ==
      "placeholder: 2 lines would be removed for the comment '// mevcut kod'");
  CHECK(laid(kOld, "void f() {\n  // in one step\n  one();\n}\n", "a.c").find("// in one step\n  one();") !=
      std::string::npos);
}

TEST_CASE("lines that moved past an empty line are refused") {
  CHECK(laid("\n#include <one.h>\n#include <two.h>\n\n#ifdef A\n#define B\n#endif\n#include <three.h>\n#include "
             "<four.h>\n",
            "#ifdef A\n#define B\n#endif\n\n#include <one.h>\n#include <two.h>\n#include <three.h>\n",
            "a.c") == "part.ambiguous: '#include <one.h>' is beside the part already");
}

TEST_CASE("each trait of a type is a thing of its own") {
  constexpr std::string_view kOld =
      "impl Into<A> for b::B {\n    fn into(self) -> A {\n        A { b: self }\n    }\n}\n\nimpl Into<b::B> for A {\n "
      "   "
      "fn into(self) -> b::B {\n        self.b\n    }\n}\n";
  CHECK(laid(kOld,
      "impl From<b::B> for A {\n    fn from(b: b::B) -> Self {\n        Self { b }\n    }\n}\n\nimpl From<A> for b::B "
      "{\n    fn from(A { b }: A) -> Self {\n        b\n    }\n}\n",
      "a.rs")
            .starts_with("part.no_place: "));
}

TEST_CASE("a doc whose first line occurs in it several times begins where most lines follow") {
  constexpr std::string_view kOld =
      "///\n/// About.\n///\n/// The goal.\n///\n/// See more.\npub trait A {\n    fn a();\n}\n\nfn b() {\n    "
      "c();\n}\n";
  CHECK(laid(kOld, "///\n/// See more.\npub trait A {\n    fn a(d: D);\n}\n", "a.rs") ==
      "///\n/// About.\n///\n/// The goal.\n///\n/// See more.\npub trait A {\n    fn a(d: D);\n}\n\nfn b() {\n    "
      "c();\n}\n");
}

TEST_CASE("a part with gaps that changes nothing and begins with signs is refused") {
  constexpr std::string_view kOld =
      "use one;\n\nfn once() {\n    1\n}\n\nfn twice() {\n    2\n}\n\nfn thrice() {\n    3\n}\n";
  CHECK(laid(kOld, "use one;\n// ...\n}\n\nfn thrice() {\n    3\n", "a.rs") ==
      "part.ambiguous: it changes nothing, and the lines from '}' on may be elsewhere");
}

TEST_CASE("a line alone takes the place of the one with its left side") {
  CHECK(laid("import os\n\nLOW_LIMIT = 5\n", "# ...\nLOW_LIMIT = 10\n# ...\n", "a.py") ==
      "import os\n\nLOW_LIMIT = 10\n");
  CHECK(laid("import os\n\nLOW_LIMIT = 5\n", "LOW_LIMIT = 10\n", "a.py") == "import os\n\nLOW_LIMIT = 10\n");
  CHECK(laid("import os\n\nLOW_LIMIT = 5\n", "HIGH_LIMIT = 10\n", "a.py").starts_with("part.no_place: "));
  CHECK(laid("[project]\nname = \"a\"\nversion = \"1\"\nlast = 2\n", "[project]\n# ...\nversion = \"2\"\n# ...\n",
            "a.toml") == "[project]\nname = \"a\"\nversion = \"2\"\nlast = 2\n");
  CHECK(laid("one:\n  port: 1\ntwo:\n  port: 2\n", "  port: 3\n", "a.yml").starts_with("part.no_place: "));
}

TEST_CASE("a list of which nothing is shown does not get shorter") {
  constexpr std::string_view kOld = "NAMES = [\n    \"one\",\n    \"two\",\n]\n\n\ndef f():\n    a()\n    b()\n";
  CHECK(laid(kOld, "NAMES = [\n    \"three\",\n]\n", "a.py") ==
      "part.ambiguous: it shows nothing of what is in 'NAMES' now, which may stay or go");
  CHECK(laid(kOld, "NAMES = [\n    \"two\",\n]\n", "a.py") ==
      "NAMES = [\n    \"two\",\n]\n\n\ndef f():\n    a()\n    b()\n");
  CHECK(laid(kOld, "NAMES = [\n    \"three\",\n    \"four\",\n]\n", "a.py") ==
      "NAMES = [\n    \"three\",\n    \"four\",\n]\n\n\ndef f():\n    a()\n    b()\n");
  CHECK(
      laid(kOld, "def f():\n    c()\n", "a.py") == "NAMES = [\n    \"one\",\n    \"two\",\n]\n\n\ndef f():\n    c()\n");
}

TEST_CASE("a block without its indentation is not taken for what has its head further out") {
  constexpr std::string_view kOld =
      "image:\n  name: one\n  tag: 1\n  pull: no\nside:\n  image:\n    name: two\n    tag: 2\n    pull: no\n";
  CHECK(laid(kOld, "image:\n  name: two\n  tag: 3\n  pull: no\n", "a.yml") ==
      "part.ambiguous: 'image:' is there several times, and line 6 has more of its lines");
  CHECK(laid(kOld, "image:\n  name: one\n  tag: 3\n  pull: no\n", "a.yml")
            .starts_with("image:\n  name: one\n  tag: 3\n"));
}

TEST_CASE("two lines more than come do not go for a comment beside new code") {
  constexpr std::string_view kOld =
      "void f() {\n  open();\n  one();\n  two();\n  three();\n  close();\n}\n\nvoid g() {}\n";
  CHECK(laid(kOld, "void f() {\n  open();\n  // soweit wie zuvor\n  log();\n  close();\n}\n", "a.c") ==
      "placeholder: 2 lines would be removed for the comment '// soweit wie zuvor'");
  CHECK(laid(kOld, "void f() {\n  open();\n  // in one step\n  all(one, two);\n  close();\n}\n", "a.c")
            .find("all(one, two)") != std::string::npos);
  CHECK(laid(kOld, "void f() {\n  open();\n  // both\n  one();\n  log();\n  close();\n}\n", "a.c").find("// both") !=
      std::string::npos);
}

}  // namespace
TEST_CASE("a head that the block has twice and the file three times has several places") {
  constexpr std::string_view kOld =
      "module Pets\n  def self.all\n    list\n  end\nend\n\nif cats\n  module Pets\n    KIND = 1\n  end\nelse\n"
      "  module Pets\n    KIND = 2\n  end\nend\n\nstart(cats)\n";
  CHECK(laid(kOld, "module Pets\n  KIND = 10\nend\n\nmodule Pets\n  KIND = 20\nend\n", "a.rb") ==
      "part.ambiguous: 'Pets' has several places");
}

TEST_CASE("of two functions with one head, the attribute of the one that is replaced does not go unseen") {
  constexpr std::string_view kOld =
      "use std::env;\n\n/// Opens it.\n#[cfg(unix)]\nfn open(path: Path) {\n    first(path);\n    done(path)\n}\n\n"
      "/// Opens it.\n#[cfg(windows)]\nfn open(path: Path) {\n    second(path);\n    third(path);\n    fourth(path);\n"
      "    fifth(path)\n}\n";
  CHECK(laid(kOld, "use std::env;\n\n/// Opens it.\nfn open(path: Path) {\n    other(path);\n    done(path)\n}\n",
            "a.rs") == "part.ambiguous: 'fn' is led by '#[cfg(unix)]', which the block does not show");
}

TEST_CASE("a paragraph that goes with nothing in its place may be meant to stay, whatever comes elsewhere") {
  constexpr std::string_view kOld =
      "-module(a).\n\nfirst(A) ->\n\tgo(A),\n\tdone(A).\n\nstop(_State) ->\n\tok.\n\nlast([]) ->\n\t[];\n"
      "last([H|T]) ->\n\tlast(T).\n\nmore() ->\n\tyes.\n";
  CHECK(laid(kOld,
            "first(A) ->\n\tgo(A, now),\n\tdone(A).\n\nlast([]) ->\n\t[];\nlast([skip|T]) ->\n\tlast(T);\n"
            "last([H|T]) ->\n\tlast(T).\n",
            "a.erl") == "part.ambiguous: 'stop(_State) ->' and what follows it may go, or stay");
}

TEST_CASE("a part that changes nothing is refused where lines before it may be meant to go") {
  constexpr std::string_view kOld =
      "int one() {\n  return zero;\n}\n\nint two() {\n  return zero;\n}\n\nint three() {\n  int a = 3;\n  return a;\n"
      "}\n\nint last() {\n  return two();\n}\n";
  constexpr std::string_view kBlock =
      "  return zero;\n}\n\nint three() {\n  int a = 3;\n  // ...\n\nint last() {\n  return one();\n}\n";
  CHECK(laid(kOld, kBlock, "a.c") ==
      "part.ambiguous: nothing changes in the part that begins with 'return zero;', and what is beside it may go, or "
      "stay");
  CHECK(laid(kOld, "int two() {\n" + std::string(kBlock), "a.c")
            .starts_with("int one() {\n  return zero;\n}\n\nint two"));
}

TEST_CASE("a part that may be inserted further down does not take the place of lines above") {
  constexpr std::string_view kOld =
      "<pets>\n  <pet>\n    <kind>cat</kind>\n    <name>tom</name>\n    <age>three</age>\n    <owner>ann</owner>\n  "
      "</pet>\n"
      "  <pet>\n    <kind>dog</kind>\n    <name>rex</name>\n  </pet>\n</pets>\n";
  CHECK(laid(kOld, "  <pet>\n    <kind>cat</kind>\n    <name>kitty</name>\n  </pet>\n  <pet>\n    <kind>dog</kind>\n",
            "a.xml") == "part.ambiguous: the part that begins with '<pet>' has several places");
}

}  // namespace aptix::edit
