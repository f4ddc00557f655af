// Parts of files laid on their file, rule by rule.
#include "edit/fit/fit.h"

#include <doctest/doctest.h>

#include <string>

#include "laid.h"

namespace aptix::edit {
namespace {

using Blocks = std::vector<std::string_view>;

std::string appended(std::string_view old_text, std::string_view block, std::string_view path) {
  return told(fit(old_text, std::vector{PartText{block}}, path, MayBe::whole_or_part, NewThings::appended));
}
Fitted::As how(std::string_view old_text, std::string_view block, std::string_view path) {
  Fit result = fit(old_text, std::vector{PartText{block}}, path);
  REQUIRE(std::holds_alternative<Fitted>(result));
  return std::get<Fitted>(result).as;
}

constexpr std::string_view kGo =
    "package a\n\n// One is first.\nfunc One() int {\n\treturn 1\n}\n\nfunc Two() int {\n\treturn 2\n}\n\nfunc Three() "
    "int "
    "{\n\treturn 3\n}\n";

TEST_CASE("a whole function takes the place of its own, and what leads it stays") {
  CHECK(laid(kGo, "func One() int {\n\treturn 11\n}\n", "a.go") ==
      "package a\n\n// One is first.\nfunc One() int {\n\treturn 11\n}\n\nfunc Two() int {\n\treturn 2\n}\n\nfunc "
      "Three() "
      "int {\n\treturn 3\n}\n");
}

TEST_CASE("what is left out between a comment and the function that it leads may go or stay") {
  CHECK(laid("#[a]\nstruct S;\n\n/// One.\n#[inline]\nfn one() {\n    1\n}\n", "/// One.\nfn one() {\n    2\n}\n",
            "a.rs") == "part.ambiguous: 'one' is led by '#[inline]', which the block does not show");
}

TEST_CASE("what lies between two whole functions in the file stays") {
  CHECK(laid(kGo, "func One() int {\n\treturn 11\n}\n\nfunc Three() int {\n\treturn 33\n}\n", "a.go") ==
      "package a\n\n// One is first.\nfunc One() int {\n\treturn 11\n}\n\nfunc Two() int {\n\treturn 2\n}\n\nfunc "
      "Three() "
      "int {\n\treturn 33\n}\n");
}

TEST_CASE("a new function goes beside the known one that is shown with it") {
  CHECK(laid(kGo, "func Two() int {\n\treturn 2\n}\n\nfunc Half() int {\n\treturn 0\n}\n", "a.go")
            .find("return 2\n}\n\nfunc Half() int {\n\treturn 0\n}\n\nfunc Three()") != std::string::npos);
  CHECK(laid(kGo,
            "func One() int {\n\treturn 1\n}\n\nfunc Half() int {\n\tif x {\n\t}\n\treturn 0\n}\n\nfunc Three() int "
            "{\n\treturn 3\n}\n",
            "a.go") == "part.ambiguous: 'Half' is new, and may go after line 6 or before line 12");
}

TEST_CASE("a new member goes to the end of its class after a gap, or to its beginning before one") {
  constexpr std::string_view kClass =
      "class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n}\nrun();\n";
  CHECK(laid(kClass, "class A {\n  // ...\n\n  six() {\n    return 6;\n  }\n}\n", "a.js") ==
      "class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    return 2;\n  }\n\n  six() {\n    return 6;\n  "
      "}\n}\nrun();\n");
  CHECK(laid(kClass, "class A {\n  // First.\n  six() {\n    return 6;\n  }\n\n  // ...\n}\n", "a.js") ==
      "class A {\n  // First.\n  six() {\n    return 6;\n  }\n\n  one() {\n    return 1;\n  }\n\n  two() {\n    return "
      "2;\n  }\n}\nrun();\n");
  CHECK(laid("class A\n{\n    void One()\n    {\n    }\n}\n",
            "class A\n{\n    void Six()\n    {\n        Go();\n    }\n    // ...\n}\n",
            "a.cs") == "class A\n{\n    void Six()\n    {\n        Go();\n    }\n    void One()\n    {\n    }\n}\n");
  CHECK(laid("suite(\"a\", () => {\n  it(\"one\", () => {\n    go(1);\n  });\n});\n",
            "suite(\"a\", () => {\n  // ...\n  it(\"six\", () => {\n    go(6);\n  });\n});\n", "a.js") ==
      "suite(\"a\", () => {\n  it(\"one\", () => {\n    go(1);\n  });\n  it(\"six\", () => {\n    go(6);\n  "
      "});\n});\n");
  // A method that the gap may hide under another name.
  CHECK(laid("class A {\n  one(a) {\n    log(a);\n    return 1;\n  }\n}\n",
            "class A {\n  // ...\n  six(a) {\n    log(a);\n    return 6;\n  }\n}\n",
            "a.js") == "part.ambiguous: 'six' may be 'one' under another name");
}

TEST_CASE("a new field goes after a gap unless it may be a changed one, and a statement does not") {
  constexpr std::string_view kStruct = "type T struct {\n\tID  int\n\tURL string\n}\n";
  CHECK(laid(kStruct, "type T struct {\n\t// ...\n\tAt time.Time\n}\n", "a.go") ==
      "type T struct {\n\tID  int\n\tURL string\n\tAt time.Time\n}\n");
  CHECK(laid(kStruct, "type T struct {\n\tAt time.Time\n\t// ...\n}\n", "a.go") ==
      "part.no_place: it ends with 'At time.Time', which the file does not have");
  CHECK(laid("enum A {\n  RED,\n  BLUE;\n}\n", "enum A {\n  // ...\n  WHITE,\n}\n", "a.java") ==
      "part.no_place: it begins with 'WHITE,', which the file does not have");
  CHECK(laid("class A {\n  int a = 0;\n\n private:\n  int b = 2;\n};\n", "class A {\n  // ...\n  int c = 3;\n};\n",
            "a.cc") == "part.no_place: it begins with 'int c = 3;', which the file does not have");
  CHECK(laid(kStruct, "type T struct {\n\t// ...\n\tURL *url.URL\n}\n", "a.go") ==
      "part.no_place: it begins with 'URL *url.URL', which the file does not have");
  CHECK(laid("class A {\n  final int a = 1;\n  final int b = 2;\n}\n", "class A {\n  // ...\n  final long b = 3;\n}\n",
            "a.java") == "part.no_place: it begins with 'final long b = 3;', which the file does not have");
  CHECK(laid("class A {\n  final int a = 1;\n  final int b = 2;\n}\n", "class A {\n  // ...\n  final int c = 3;\n}\n",
            "a.java") == "class A {\n  final int a = 1;\n  final int b = 2;\n  final int c = 3;\n}\n");
  CHECK(laid("func f(a int) {\n\tone()\n\ttwo()\n}\n", "func f(a int) {\n\t// ...\n\tsix()\n}\n", "a.go") ==
      "part.no_place: it begins with 'six()', which the file does not have");
  CHECK(laid("urls = [\n  path('a', one),\n  path('b', two),\n]\n", "urls = [\n  // ...\n  path('b', six),\n]\n",
            "a.js") == "part.no_place: it begins with 'path('b', six),', which the file does not have");
}

TEST_CASE("the first and last of three functions may be all that changed, or all that stays") {
  constexpr std::string_view kThree =
      "one() {\n  go(1);\n  end(1);\n}\n\ntwo() {\n  go(2);\n}\n\nsix() {\n  go(6);\n  end(6);\n}\n";
  CHECK(laid(kThree, "one() {\n  go(11);\n  end(1);\n}\n\nsix() {\n  go(66);\n  end(6);\n}\n", "a.js") ==
      "whole.doubtful: it is unclear whether 'two' stays");
  // A line beside the functions shows that it is all of the file.
  std::string use = "use(7);\n\n";
  CHECK(how(use + std::string(kThree), use + "one() {\n  go(11);\n  end(1);\n}\n\nsix() {\n  go(66);\n  end(6);\n}\n",
            "a.js") == Fitted::As::whole);
}

TEST_CASE("a lone new function asks for what it stands beside") {
  CHECK(laid(kGo, "func Four() int {\n\treturn 4\n}\n", "a.go") ==
      "part.no_place: 'Four' is new, and nothing that it stands beside is shown");
  CHECK(laid("def one():\n    return 1\n", "def two():\n    return 2\n", "a.py") ==
      "part.no_place: 'two' is new, and nothing that it stands beside is shown");
}

TEST_CASE("new functions are appended where that is asked for, as far apart as the file's own") {
  constexpr std::string_view kNew = "func Four() int {\n\treturn 4\n}\n\nfunc Five() int {\n\treturn 5\n}\n";
  CHECK(appended(kGo, kNew, "a.go") == std::string(kGo) + "\n" + std::string(kNew));
  constexpr std::string_view kPython = "import os\n\n\ndef one():\n    return 1\n\n\ndef two():\n    return 2\n";
  constexpr std::string_view kThree = "def three():\n    return 3\n";
  CHECK(appended(kPython, kThree, "a.py") == std::string(kPython) + "\n\n" + std::string(kThree));
  CHECK(appended("[a]\nx = 1\n[b]\ny = 2", "[c]\nz = 3\n", "a.toml") == "[a]\nx = 1\n[b]\ny = 2\n[c]\nz = 3");
  CHECK(appended("[a]\r\nx = 1\r\n\r\n[b]\r\ny = 2\r\n\r\n", "[c]\nz = 3\n", "a.toml") ==
      "[a]\r\nx = 1\r\n\r\n[b]\r\ny = 2\r\n\r\n[c]\r\nz = 3\r\n\r\n");
}

TEST_CASE("appended things are named one by one, and no lines are replaced") {
  std::string_view block = "func Four() int {\n\treturn 4\n}\n\nfunc Five() int {\n\treturn 5\n}\n";
  Fit result = fit(kGo, std::vector{PartText{block}}, "a.go", MayBe::whole_or_part, NewThings::appended);
  REQUIRE(std::holds_alternative<Fitted>(result));
  const std::vector<ReplacedRange>& replaced = std::get<Fitted>(result).replaced;
  REQUIRE(replaced.size() == 2);
  CHECK((replaced[0].name == "Four" && replaced[0].at_end && replaced[0].last < replaced[0].first));
  CHECK((replaced[1].name == "Five" && replaced[1].at_end && replaced[1].last < replaced[1].first));
}

TEST_CASE("what is not plainly for the end of a file is not appended") {
  constexpr std::string_view kNew = "int g(int b) {\n  int c = b;\n  return c * 3;\n}\n";
  CHECK(appended("#ifndef A\n#define A\n\nint f(int a) {\n  return a;\n}\n\n#endif\n", kNew, "a.h") ==
      "part.no_place: 'g' is new, and line 8 closes what comes before it");
  CHECK(appended("<?php\nfunction a() {\n  return 1;\n}\n?>\n", "function b() {\n  $x = 2;\n  return $x;\n}\n",
            "a.php") == "part.no_place: 'b' is new, and line 5 closes what comes before it");
  CHECK(appended("class A {\n  int f() {\n    return 1;\n  }\n}\n", kNew, "A.java") ==
      "part.ambiguous: 'g' is new, and may go into 'class A {' or after it");
  CHECK(appended("class A:\n    def f(self):\n        return 1\n", "    def g(self):\n        return 2\n", "a.py") ==
      "part.no_place: 'g' is new, and is not of the outermost level");
  CHECK(appended(kGo, "func Four() int {\n\treturn 4\n", "a.go") ==
      "part.unbalanced: 'Four' begins in its line 1 and does not end");
}

TEST_CASE("a method that is not indented is indented as in the file") {
  constexpr std::string_view kOld =
      "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";
  CHECK(laid(kOld, "def f(self):\n    x = 1\n    return x\n\ndef g(self):\n    return 3\n", "a.py") ==
      "class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        return 3\n");
}

TEST_CASE("a name that the file has twice is refused with both lines") {
  constexpr std::string_view kOld =
      "class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 2\n";
  Fit result = fit(kOld, std::vector{PartText{"def f(self):\n    return 3\n"}}, "a.py");
  REQUIRE(std::holds_alternative<Misfit>(result));
  CHECK(std::get<Misfit>(result).code != Code::part_unbalanced);
}

TEST_CASE("what a gap stands for stays") {
  CHECK(laid(kGo, "package a\n\n// ... existing code ...\n\nfunc Two() int {\n\treturn 22\n}\n\n// ...\n", "a.go") ==
      "package a\n\n// One is first.\nfunc One() int {\n\treturn 1\n}\n\nfunc Two() int {\n\treturn 22\n}\n\nfunc "
      "Three() "
      "int {\n\treturn 3\n}\n");
  constexpr std::string_view kOld = "int f(int a) {\n  one(a);\n  two(a);\n  three(a);\n  four(a);\n}\n";
  CHECK(laid(kOld, "int f(int a) {\n  // ...\n  three(a + 1);\n  four(a);\n}\n", "a.c") ==
      "part.no_place: it begins with 'three(a + 1);', which the file does not have");
  CHECK(laid(kOld, "int f(int a) {\n  // ...\n  two(a);\n  three(a + 1);\n  four(a);\n}\n", "a.c") ==
      "int f(int a) {\n  one(a);\n  two(a);\n  three(a + 1);\n  four(a);\n}\n");
}

TEST_CASE("lines that are left out between two that are shown go") {
  CHECK(laid("one\ntwo\nthree\nfour\nfive\nsix\nseven\n", "two\nthree\nfive\n", "a.txt") ==
      "one\ntwo\nthree\nfive\nsix\nseven\n");
}

TEST_CASE("a line of signs above the first words stays when the block does not show it") {
  constexpr std::string_view kOld = "/**\n * Measures ovens.\n * In degrees.\n */\npackage oven;\n";
  constexpr std::string_view kTail = " * Measures ovens.\n * In degrees.\n */\n@Nonnull\npackage oven;\n";
  CHECK(laid(kOld, kTail, "a.java") == "/**\n" + std::string(kTail));
  std::string all = "/**\n" + std::string(kTail), led = "// (c) Oven Ltd\n" + all, other = "/*\n" + std::string(kTail);
  for (const std::string& block : {all, led, other}) CHECK(laid(kOld, block, "a.java") == block);
  CHECK(how("{\n  \"a\": 1\n}\n", "{\n  \"a\": 2\n}\n", "a.json") == Fitted::As::whole);
}

TEST_CASE("a new last line that may be a next line of the file with other parameters is not added before it") {
  constexpr std::string_view kOld =
      "instance Show Oven where\n  name = show\n  size _ = error \"no size\"\n  heat _ = error \"no heat\"\n\nlast = "
      "1\n";
  CHECK(laid(kOld, "instance Show Oven where\n  name = show\n  size = sizeOf\n  heat = heatOf\n", "a.hs") ==
      "part.no_place: it ends with 'heat = heatOf', which the file does not have");
  CHECK(laid(kOld, "instance Show Oven where\n  name = show\n  door = True\n", "a.hs")
            .find("  name = show\n  door = True\n  size _") != std::string::npos);
}

TEST_CASE("a closing bracket is not left without the line that opens it") {
  constexpr std::string_view kOld =
      "bake trays = do\n    heat oven\n    mapM_ (\\t -> do\n        put t\n        wait t\n      ) trays\n\nlast = "
      "1\n";
  CHECK(laid(kOld, "bake trays = do\n    heat oven\n    forM_ trays $ \\t -> do\n        put t\n        wait t\n",
            "a.hs") == "part.ambiguous: ') trays' closes what it leaves out");
}

TEST_CASE("a new section with all the lines of the one beside it may be that one, renamed") {
  constexpr std::string_view kOld = "[wheel]\nall = 1\n\n[check]\nskip = docs\n";
  CHECK(laid(kOld, "; ...\n\n[wheel]\nall = 1\n\n[tool:check]\nskip = docs\n", "a.cfg") ==
      "part.ambiguous: '[tool:check]' may be '[check]' under another name");
  CHECK(laid("[a]\nx = 1\n\n[c]\ny = 2\nz = 3\n", "[a]\nx = 1\n\n[b]\ny = 2\n", "a.ini") ==
      "part.ambiguous: '[b]' may be '[c]' under another name");
  CHECK(laid(kOld, "; ...\n\n[wheel]\nall = 1\n\n[tool:check]\nskip = notes\n", "a.cfg")
            .starts_with("[wheel]\nall = 1\n\n[tool:check]\nskip = notes\n"));
}

TEST_CASE("a head of settings that differs by the space before its bracket is not new") {
  constexpr std::string_view kOld = ".page {\n  width: 9px;\n}\n.link{\n  margin: 4px;\n}\n.foot {\n  width: 7px;\n}\n";
  CHECK(laid(kOld, ".page {\n  width: 8px;\n}\n\n.link {\n  margin: 5px;\n}\n", "a.css") ==
      "part.no_place: '.link {' has several places");
}

TEST_CASE("a section that ends in a new line may take the place of the sections below it") {
  constexpr std::string_view kOld =
      "# Oven\n\n## Use\n\nHeat it.\n\nWait then.\n\n### Gas\n\nLight it.\n\n## End\n\nBye.\n";
  CHECK(laid(kOld, "## Use\n\nHeat it.\n\nRead the manual.\n", "a.md") ==
      "part.ambiguous: '## Use' has '### Gas' below it, which may go or stay");
  CHECK(laid(kOld, "## Use\n\nHeat it well.\n\nWait then.\n", "a.md").find("Heat it well.") != std::string::npos);
  CHECK(laid(kOld, "## Use\n\nRead on.\n\n## End\n\nBye!\n", "a.md") ==
      "part.ambiguous: '## Use' has '### Gas' below it, which may go or stay");
  CHECK(laid(kOld, "### Gas\n\nTurn it on.\n", "a.md").find("Turn it on.") != std::string::npos);
}

TEST_CASE("what the block does not show is not taken away with the lines around it") {
  std::string old_text = "#define A 1\nint start;\n";
  for (const char* name : {"one", "two", "three"}) old_text += std::string("int ") + name + "() {\n  return 1;\n}\n";
  old_text += "int limit;\n";
  CHECK(laid(old_text, "int start;\nint middle;\nint limit;\n", "a.c") ==
      "part.ambiguous: 'int two() {' and what follows it may go, or stay");
  CHECK(laid(old_text, "int start;\n// ...\nint middle;\nint limit;\n", "a.c").starts_with("part.no_place: "));
  constexpr std::string_view kRules = "MODE = 1\n\nlint:\n\tcheck a\n\ntest:\n\trun b\n\npack:\n\ttar c\n\tsign c\n";
  CHECK(laid(kRules, "lint:\n\tcheck all\n\npack:\n\ttar c\n\tsign c\n", "Makefile") ==
      "part.ambiguous: 'test:' and what follows it may go, or stay");
  CHECK(laid(kRules, "lint:\n\tcheck all\n\ntest:\n\trun b\n\npack:\n\ttar c\n\tsign c\n", "Makefile")
            .starts_with("MODE = 1\n\nlint:\n\tcheck all\n\ntest:"));
  CHECK(laid(kRules, "\ttar c\n\n\tsign c\n", "Makefile").ends_with("\ttar c\n\n\tsign c\n"));
  constexpr std::string_view kLed = "MODE = 1\n\nlint:\n\tcheck a\n\n# Slow.\ntest:\n\trun b\n\npack:\n\ttar c\n";
  CHECK(laid(kLed, "lint:\n\tcheck all\n\ntest:\n\trun b\n", "Makefile") ==
      "part.ambiguous: '# Slow.' and what follows it may go, or stay");
  // What is shown deeper is not gone.
  constexpr std::string_view kSteps = "first();\nopen();\n// Both.\nleft();\nright();\nclose();\nlast();\n";
  CHECK(laid(kSteps, "open();\nact(() => {\n  // Both.\n  left();\n  right();\n});\nclose();\n", "a.js") ==
      "first();\nopen();\nact(() => {\n  // Both.\n  left();\n  right();\n});\nclose();\nlast();\n");
}

TEST_CASE("a head of several lines is known by its name") {
  std::string_view old_text =
      "#define A 1\n\nstatic int\nfirst(int a)\n{\n  return a;\n}\n\nstatic int\nsecond(void)\n{\n  return 2;\n}\n\n"
      "static int\nthird(void)\n{\n  return 3;\n}\n";
  std::string laid_text = laid(
      old_text, "static int\nfirst(int b)\n{\n  return b;\n}\n\nstatic int\nthird(void)\n{\n  return 4;\n}\n", "a.c");
  CHECK(laid_text.find("second") != std::string::npos);
  CHECK(laid_text.find("first(int b)\n{\n  return b;") != std::string::npos);
  CHECK(laid_text.ends_with("return 4;\n}\n"));
  old_text = "use a::B;\n\nfn one<T>(t: T) -> T\nwhere\n    T: B,\n{\n    t\n}\n\nfn two() {}\n";
  CHECK(laid(old_text, "fn one<T>(t: T) -> T\nwhere\n    T: B + Copy,\n{\n    t.twin()\n}\n", "a.rs") ==
      "use a::B;\n\nfn one<T>(t: T) -> T\nwhere\n    T: B + Copy,\n{\n    t.twin()\n}\n\nfn two() {}\n");
}

TEST_CASE("a method of a module is not known by the name of the module") {
  CHECK(laid("local Reader = {}\n\nfunction Reader:init()\n  self.at = 1\nend\n\nfunction Reader:close()\n  self.at = "
             "nil\nend\n",
            "function Reader:close(force)\n  self.at = nil\n  self.done = force\nend\n", "a.lua") ==
      "local Reader = {}\n\nfunction Reader:init()\n  self.at = 1\nend\n\nfunction Reader:close(force)\n  self.at = "
      "nil\n  self.done = force\nend\n");
}

TEST_CASE("a lone bracket at the end closes what the part is in") {
  constexpr std::string_view kOld = "int f() {\n  one();\n  two();\n}\n\nint g() {\n  three();\n  four();\n}\n";
  CHECK(laid(kOld, "  one();\n  five();\n}\n", "a.c") ==
      "int f() {\n  one();\n  five();\n}\n\nint g() {\n  three();\n  four();\n}\n");
  CHECK(laid(kOld, "  one();\n  if (x) {\n    five();\n  }\n}\n", "a.c") ==
      "int f() {\n  one();\n  if (x) {\n    five();\n  }\n}\n\nint g() {\n  three();\n  four();\n}\n");
  CHECK(laid("def f\n  one\n  two\nend\n\nfoo\n", "  one\n  three\nend\n", "a.rb") ==
      "def f\n  one\n  three\nend\n\nfoo\n");
  // It closes a function that begins in the part: where that ends in the file is not shown.
  CHECK(laid(kOld, "  four();\n}\n\nint h() {\n  six();\n}\n", "a.c").starts_with("part.no_place: "));
}

TEST_CASE("the brackets that the file ends with stay, wherever the gap before them is") {
  constexpr std::string_view kOld = "go(() => {\n  f(1, {\n    a: 1,\n    beta: 2\n  })\n})\n";
  CHECK(laid(kOld, "go(() => {\n  f(1, {\n    a: 3,\n    beta: 2\n  // ...\n  })\n})\n", "a.js") ==
      "go(() => {\n  f(1, {\n    a: 3,\n    beta: 2\n  })\n})\n");
}

TEST_CASE("a gap leaves a body without saying so") {
  constexpr std::string_view kOld = "int f() {\n  one();\n  two();\n}\n\nint g() {\n  three();\n  four();\n}\n";
  CHECK(laid(kOld, "int f() {\n  one();\n  // ...\n  three();\n  five();\n  four();\n}\n", "a.c") ==
      "int f() {\n  one();\n  two();\n}\n\nint g() {\n  three();\n  five();\n  four();\n}\n");
}

TEST_CASE("a local name may come again in another function") {
  constexpr std::string_view kOld =
      "function f() {\n  const x = make(\n    1\n  )\n  return x\n}\n\nfunction g() {\n  return 2\n}\n";
  CHECK(laid(kOld, "function g() {\n  const x = make(\n    3\n  )\n  return x\n}\n", "a.js") ==
      "function f() {\n  const x = make(\n    1\n  )\n  return x\n}\n\nfunction g() {\n  const x = make(\n    3\n  )\n"
      "  return x\n}\n");
}

TEST_CASE("a new comment between two lines of the file is text, unless it may stand for lines") {
  constexpr std::string_view kOld = "alpha = 1\nbeta = 2\nbeta = 3\ngamma = 4\nalpha = 5\ndelta = 6\n";
  CHECK(laid(kOld, "beta = 3\n# why\nbeta = 2\ngamma = 4\n", "a.toml") ==
      "alpha = 1\nbeta = 2\nbeta = 3\n# why\nbeta = 2\ngamma = 4\nalpha = 5\ndelta = 6\n");
  CHECK(laid("alpha = 1\nbeta = 2\ngamma = 3\ndelta = 4\nomega = 5\n", "beta = 2\n# as it was\nomega = 5\n",
            "a.toml") == "placeholder: its line 2, '# as it was', may stand for lines of the file");
}

TEST_CASE("the last block of settings may have another last line in the whole of a file") {
  constexpr std::string_view kOld = "a {\n  x = 1\n}\n\nb \"two\" {\n  y = 2\n  z = 3\n}\n";
  CHECK(how(kOld, "a {\n  x = 1\n}\n\nb \"two\" {\n  y = 2\n  w = 3\n  v = 4\n}\n", "a.tf") == Fitted::As::whole);
}

TEST_CASE("a section of settings takes the place of its own where it shows all keys") {
  CHECK(laid("[a]\nx = 1\n\n[b]\ny = 2\nz = 3\n\n[c]\nw = 4\n", "[b]\ny = 5\nz = 3\nq = 7\n", "a.toml") ==
      "[a]\nx = 1\n\n[b]\ny = 5\nz = 3\nq = 7\n\n[c]\nw = 4\n");
  CHECK(laid("[a]\nx = 1\n\n[b]\ny = 2\nz = 3\n", "[b]\ny = 5\n", "a.ini") ==
      "part.ambiguous: it does not show all that is in '[b]'");
  CHECK(laid("a:\n  b: 1\nc:\n  d: 2\n  e: 3\nf: {}\n", "c:\n  d: 4\n  e: 3\n  g: 5\n", "a.yaml") ==
      "a:\n  b: 1\nc:\n  d: 4\n  e: 3\n  g: 5\nf: {}\n");
  CHECK(laid(".a {\n  top: 0;\n}\n\n.b {\n  color: red;\n}\n\n.c {\n  left: 0;\n}\n",
            ".b {\n  color: blue;\n  top: 1px;\n}\n",
            "a.css") == ".a {\n  top: 0;\n}\n\n.b {\n  color: blue;\n  top: 1px;\n}\n\n.c {\n  left: 0;\n}\n");
  CHECK(laid("r \"a\" {\n  n = 1\n}\n\nr \"b\" {\n  n = 2\n}\n\no \"c\" {\n  v = 3\n}\n",
            "r \"b\" {\n  n = 5\n  m = 6\n}\n",
            "a.tf") == "r \"a\" {\n  n = 1\n}\n\nr \"b\" {\n  n = 5\n  m = 6\n}\n\no \"c\" {\n  v = 3\n}\n");
  CHECK(laid("{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 2\n}\n", "\"a\": {\n  \"b\": 1,\n  \"d\": 3\n},\n",
            "a.json") == "{\n  \"a\": {\n    \"b\": 1,\n    \"d\": 3\n  },\n  \"c\": 2\n}\n");
}

TEST_CASE("a new block of settings goes after the last one of the file") {
  CHECK(laid("r \"a\" {\n  n = 1\n}\n\nr \"b\" {\n  n = 2\n}\n", "r \"b\" {\n  n = 4\n}\n\no \"c\" {\n  v = 3\n}\n",
            "a.tf") == "r \"a\" {\n  n = 1\n}\n\nr \"b\" {\n  n = 4\n}\n\no \"c\" {\n  v = 3\n}\n");
}

TEST_CASE("by indentation, a gap that is indented like a function comes after all of it") {
  constexpr std::string_view kOld =
      "class A:\n    def f(self):\n        return 1\n\n    def g(self, a):\n        return a\n\n    def h(self):\n     "
      "   return 3\n";
  CHECK(laid(kOld, "class A:\n    # ...\n\n    def g(self, a):\n        b = a\n        return b\n\n    # ...\n",
            "a.py") ==
      "class A:\n    def f(self):\n        return 1\n\n    def g(self, a):\n        b = a\n        return b\n\n    def "
      "h(self):\n        "
      "return 3\n");
}

TEST_CASE("a section that is shown up to a gap keeps what the gap hides of it") {
  constexpr std::string_view kOld =
      "# Pets\n\n## Cats\n\n- tom\n- felix\n- kitty\n\n### Wild\n\n- lynx\n\n## Dogs\n\n- rex\n- fido\n";
  CHECK(
      laid(kOld, "## Cats\n\n- [tom](tom.md)\n- felix\n<!-- ... -->\n\n## Dogs\n\n- [rex](rex.md)\n- fido\n", "a.md") ==
      "# Pets\n\n## Cats\n\n- [tom](tom.md)\n- felix\n- kitty\n\n### Wild\n\n- lynx\n\n## Dogs\n\n- [rex](rex.md)\n- "
      "fido\n");
  CHECK(laid(kOld, "# Pets\n\n## Cats\n\n- tom and more\n\n...\n\n## Dogs\n\n- max\n- fido\n", "a.md") ==
      "part.no_place: it ends with '- tom and more', which the file does not have");
}

TEST_CASE("signs at the end of a file are shown, or it is not the whole of it") {
  constexpr std::string_view kOld = "<?php\n$one = 1;\n$two = 2;\n\n?>\n";
  CHECK(laid(kOld, "<?php\n$one = 3;\n$two = 2;\n", "a.php") == "<?php\n$one = 3;\n$two = 2;\n\n?>\n");
}

TEST_CASE("context that the file has twice has two places") {
  CHECK(laid("alpha\nbeta\ngamma\nalpha\nbeta\ngamma\ntail\n", "alpha\nBETA\ngamma\n", "a.txt")
            .starts_with("part.ambiguous: "));
}

TEST_CASE("a comment of labels is a gap only where it hides two lines") {
  constexpr std::string_view kOld = "alpha\nbeta\ngamma\ndelta\nomega\n";
  CHECK(laid(kOld, "Alpha\nbeta\n# existing code\nomega\n", "a.toml").starts_with("part.no_place"));
  CHECK(laid("[a]\nb1 = 1\nc1 = 2\nd1 = 3\ne1 = 4\n", "[a]\nb1 = 1\nx1 = 5\n# existing code\ne1 = 4\n", "a.toml")
            .starts_with("part.no_place"));
}

TEST_CASE("a block that was cut off within a function is refused") {
  CHECK(laid(kGo, "func Two() int {\n\tx := 2\n", "a.go") ==
      "part.unbalanced: 'Two' begins in its line 1 and does not end");
}

TEST_CASE("a comment never takes the place of lines") {
  constexpr std::string_view kOld = "void f() {\n  one();\n  two();\n  three();\n}\n\nvoid g() {\n  four();\n}\n";
  CHECK(laid(kOld, "void f() {\n  // wie gehabt\n}\n", "a.c").starts_with("placeholder: "));
}

TEST_CASE("a block that stands in the file is there already") {
  CHECK(how(kGo, "func Two() int {\n\treturn 2\n}\n", "a.go") == Fitted::As::already);
  CHECK(laid(kGo, "func Two() int {\n\treturn 2\n", "a.go").starts_with("part.unbalanced: "));
}

TEST_CASE("a text with both ends of the file and half of its lines is the whole of it") {
  CHECK(how(kGo, "package a\n\nfunc One() int {\n\treturn 1\n}\n\nfunc Three() int {\n\treturn 3\n}\n", "a.go") ==
      Fitted::As::whole);
  CHECK(laid("a1x\nb1x\nc1x\nd1x\ne1x\n", "a1x\nq\nr\ns\nt\nu\ne1x\n", "a.txt") != "");
}

TEST_CASE("what goes before the words of a definition in parentheses does not name it") {
  constexpr std::string_view kRust = "enum Kind {\n    A,\n}\n\nfn run() {\n    go();\n}\n";
  CHECK(laid(kRust, "pub(crate) enum Kind {\n    A,\n    B,\n}\n", "a.rs") ==
      "pub(crate) enum Kind {\n    A,\n    B,\n}\n\nfn run() {\n    go();\n}\n");
  CHECK(laid(kRust, "pub(super) fn run() {\n    come();\n}\n", "a.rs") ==
      "enum Kind {\n    A,\n}\n\npub(super) fn run() {\n    come();\n}\n");
}

TEST_CASE("what a text leaves out at an end of the file stays, and a text that ends within a line was cut off") {
  constexpr std::string_view kOld = "import first\nimport other\n\nrun(1)\nstop()\n";
  CHECK(laid(kOld, "import other\n\nrun(2)\nstop()\n", "a.py") == "import first\nimport other\n\nrun(2)\nstop()\n");
  CHECK(laid("one aa\ntwo bb\nthree cc\nfour dd\n", "one aa\ntwo bb\nthree cc\nfour d\n", "a.txt") ==
      "part.unbalanced: it ends with 'four d', the beginning of a line of it");
  constexpr std::string_view kPage = "# Notes\n\n## 1.1\n\n- export\n\n## 1.0\n\n- first\n";
  CHECK(laid(kPage, "# Notes\n\n## 1.2\n\n- import\n\n## 1.1\n\n- export\n", "a.md") ==
      "# Notes\n\n## 1.2\n\n- import\n\n## 1.1\n\n- export\n\n## 1.0\n\n- first\n");
  CHECK(laid(kPage, "## 1.1\n\n- import\n- exp\n", "a.md") == "part.ambiguous: the block ends within '## 1.1'");
  CHECK(laid(kPage, "## 1.0\n\n- the first one\n", "a.md") ==
      "# Notes\n\n## 1.1\n\n- export\n\n## 1.0\n\n- the first one\n");
}

TEST_CASE("a method of another type is not known by its name alone") {
  CHECK(laid("type A struct{}\n\nfunc (a *A) Run() {\n\tone()\n}\n", "func (b *B) Run() {\n\ttwo()\n}\n", "a.go") ==
      "part.ambiguous: 'Run' may be another than that in line 3");
  CHECK(laid("class A {\n    func set(name: String) {\n        a()\n    }\n}\n",
            "    func set(age: Int) {\n        b()\n    }\n",
            "a.swift") == "part.ambiguous: 'set' may be another than that in line 2");
  CHECK(laid("def valid?\n  one\nend\n", "def valid!\n  one\n  raise\nend\n", "a.rb").starts_with("part.ambiguous: "));
}

TEST_CASE("a call that is opened within a brace is no reason to fail") {
  constexpr std::string_view kPage = "<A\n  b={c({\n    d: 1,\n  })}\n/>\n";
  CHECK(how(kPage, kPage, "a.jsx") == Fitted::As::already);
}

TEST_CASE("new lines go after those that are shown where nothing follows that they could take the place of") {
  constexpr std::string_view kBook =
      "class Book:\n    title = Text(80)\n    author = Text(40)\n    price = Number()\n\n"
      "    def cost(self):\n        return self.price\n";
  CHECK(laid(kBook, "class Book:\n    title = Text(80)\n    author = Text(40)\n    isbn = Text(13)\n\n    # ...\n",
            "a.py")
            .find("author = Text(40)\n    isbn = Text(13)\n    price = Number()\n\n    def cost") != std::string::npos);
  CHECK(laid(kBook, "    author = Text(40)\n    cost = Number()\n", "a.py")
            .starts_with("part.no_place: "));  // for 'price'
  CHECK(laid(kBook, "    author = Text(40)\n    total()\n", "a.py").starts_with("part.no_place: "));
  constexpr std::string_view kRoutes = "get '/a'\nget '/b'\n\nrun App\n";
  CHECK(laid(kRoutes, "get '/b'\nget '/c'\n", "a.rb") == "get '/a'\nget '/b'\nget '/c'\n\nrun App\n");
}

TEST_CASE("a class of which no member is shown may be meant for beside its own") {
  constexpr std::string_view kTs = "export interface Post {\n  id: number;\n}\n\nexport const x = 1;\n";
  CHECK(laid(kTs, "export interface Post {\n  tags: string[];\n}\n", "a.ts") ==
      "part.ambiguous: it shows nothing of what is in 'Post' now, which may stay or go");
  CHECK(
      laid(kTs, "export interface Post {\n  key: number;\n}\n", "a.ts").starts_with("export interface Post {\n  key"));
}

TEST_CASE("several texts are laid on the file as it was, and no line is given two") {
  CHECK(laid(kGo, Blocks{"func One() int {\n\treturn 11\n}\n", "func Two() int {\n\treturn 22\n}\n"}, "a.go")
            .find("return 22") != std::string::npos);
  CHECK(laid(kGo, Blocks{"func One() int {\n\treturn 11\n}\n", "func One() int {\n\treturn 12\n}\n"}, "a.go") ==
      "part.ambiguous: two texts are given for its line 4");
}

TEST_CASE("line ends and a missing last newline are the file's") {
  CHECK(laid("one\r\ntwo\r\nthree\r\nfour\r\nfive", "two\nTHREE\nfour\n", "a.txt") ==
      "one\r\ntwo\r\nTHREE\r\nfour\r\nfive");
}

TEST_CASE("hostile texts end at once") {
  std::string deep, line(1 << 20, 'x'), same;
  for (int i = 0; i < 10'000; ++i)
    deep += std::string(static_cast<size_t>(i % 3000), ' ') + "f" + std::to_string(i) + "() {\n";
  for (int i = 0; i < 20'000; ++i) same += "same line\n";
  CHECK(!laid(deep, "f1() {\n// ...\nf3() {\n", "a.c").empty());
  CHECK(!laid(line + "\nabc\n", line + "\n// ...\n", "a.c").empty());
  CHECK(!laid(same, "same line\nother\nsame line\n# ...\nsame line\n", "a.sh").empty());
}

TEST_CASE("the lines of a string are shifted with the code around it, unless they may be meant to stay") {
  constexpr std::string_view kOld =
      "class A:\n    def q(self):\n        s = \"\"\"\nPICK a\nFROM b\n\"\"\"\n        run(s)\n";
  CHECK(laid(kOld, "def q(self):\n    s = \"\"\"\nPICK a\nFROM c\n\"\"\"\n    run(s)\n", "a.py") ==
      "part.ambiguous: the text from its line 3 on may be indented with the code, or stay");
  CHECK(laid(kOld, "def q(self):\n    s = \"\"\"\nTAKE a\nOUT OF c\n\"\"\"\n    run(s)\n", "a.py") ==
      "part.ambiguous: the text from its line 3 on may be indented with the code, or stay");
  CHECK(laid("class A:\n    def q(self):\n        run()\n",
            "def q(self):\n    \"\"\"Runs.\n\n    Does it now.\n    \"\"\"\n    run()\n", "a.py") ==
      "class A:\n    def q(self):\n        \"\"\"Runs.\n\n        Does it now.\n        \"\"\"\n        run()\n");
}

TEST_CASE("a Python body that ends deeper than the file's is not all of it") {
  constexpr std::string_view kOld =
      "def f(a):\n    if a:\n        log(a)\n        return go(a)\n    b = 1\n    return go(a)\n";
  CHECK(laid(kOld, "def f(a):\n    if a > 1:\n        log(a)\n        return go(a)\n", "a.py") ==
      "part.ambiguous: the block ends within 'f'");
  CHECK(laid(kOld, "def f(a):\n    if a > 1:\n        log(a)\n        return stop(a)\n", "a.py") ==
      "part.ambiguous: the block ends within 'f'");
}

TEST_CASE("a comment with an ellipsis and words between lines that touch is no gap") {
  constexpr std::string_view kOld = "f() {\n  one();\n  two();\n}\n";
  CHECK(laid(kOld, "f() {\n  one();\n  // ... and then\n  two();\n}\n", "a.js") ==
      "placeholder: its line 3, '// ... and then', stands for no lines of the file");
  CHECK(laid(kOld, "f() {\n  one();\n  // ...\n  two();\n}\n", "a.js") == kOld);
}

TEST_CASE("a block that is one of several things with one head is not the whole file") {
  constexpr std::string_view kOld =
      "server {\n  listen 80;\n  return 301;\n}\n\nserver {\n  listen 443;\n  root a;\n  include b;\n  include c;\n  "
      "include d;\n}\n";
  CHECK(laid(kOld, "server {\n  listen 443;\n  root e;\n  include b;\n  include c;\n  include d;\n}\n", "a.conf") ==
      "part.ambiguous: 'server {' has several places");
}

TEST_CASE("a decorator that stands above the comment is shown") {
  CHECK(laid("class A {\n  // One.\n  @Override\n  void f() {\n    a();\n  }\n\n  void g() {\n    b();\n  }\n}\n",
            "  @Override\n  // One, two.\n  void f() {\n    c();\n  }\n", "A.java")
            .find("  @Override\n  // One, two.\n  void f() {\n    c();\n") != std::string::npos);
}

}  // namespace
}  // namespace aptix::edit
