// The lines that define or head something, for the common languages.
#include "context/outline.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix::context {
namespace {

// "line:level text" for each item.
std::string shown_outline(std::string_view path, std::string_view content) {
  std::string out;
  for (const OutlineItem& item : outline(path, content).items)
    out += std::to_string(item.line) + ":" + std::to_string(item.level) + " " + item.text + "\n";
  return out;
}

}  // namespace

TEST_CASE("definitions of C and C++ are found, declarations and statements are not") {
  CHECK(
      shown_outline("src/a.cpp",
          "#include <a>\n#define MOST 3\nnamespace a {\nstruct S {\n  int x = f(1);\n  void go(int a) {\n    if (a) {\n"
          "    }\n    call(a);\n  }\n};\nclass Forward;\n// int f() {\nint f(int a, int b) {\n  return g(a);\n}\n"
          "int one(int a = 1) { return a; }\nstatic void long_one(\n    int a) {\n}\nint declared(int);\nenum class E "
          "{ a, b };\n}  // namespace a\n") ==
      "2:0 #define MOST 3\n3:0 namespace a {\n4:0 struct S {\n6:1 void go(int a) {\n14:0 int f(int a, int b) {\n"
      "17:0 int one(int a = 1) { return a; }\n18:0 static void long_one(\n22:0 enum class E { a, b };\n");
}

TEST_CASE("a language has its own name, and a name alone is no extension") {
  const std::pair<std::string_view, std::string_view> cases[] = {{"a.c", "C"}, {"a.h", "C or C++"}, {"a.cc", "C++"},
      {"a.ts", "TypeScript"}, {"a.kt", "Kotlin"}, {"a.cs", "C#"}, {"a.swift", "Swift"}, {"a.gql", "GraphQL"},
      {"Makefile", "Make"}, {"Dockerfile.dev", "Dockerfile"}, {"a.log.1", "log"}, {"c", ""}, {"r", ""}, {"go", ""}};
  for (const auto& [path, language] : cases) CHECK(outline(path, "x\n").language == language);
}

TEST_CASE("definitions of the other languages are found") {
  CHECK(shown_outline("a.py", "import x\n\nclass A(B):\n    def f(self):\n        return 1\n\nasync def g(): pass\n") ==
      "3:0 class A(B):\n4:1 def f(self):\n7:0 async def g(): pass\n");
  CHECK(shown_outline("a.ts",
            "import a from 'b'\nexport interface I { a: string }\nexport class C {\n  constructor(a: string) {\n"
            "    if (a) {\n    }\n  }\n}\nexport const f = async (a: number) => {\n}\nconst MOST = 3\ntype T = string\n"
            "let x = 1\n") ==
      "2:0 export interface I { a: string }\n3:0 export class C {\n4:1 constructor(a: string) {\n"
      "9:0 export const f = async (a: number) => {\n11:0 const MOST = 3\n12:0 type T = string\n");
  CHECK(shown_outline("a.go", "package a\n\nfunc (s *S) Go(a int) error {\n\treturn nil\n}\n\ntype S struct {\n}\n") ==
      "1:0 package a\n3:0 func (s *S) Go(a int) error {\n7:0 type S struct {\n");
  CHECK(shown_outline("a.rs", "use x;\npub struct S;\nimpl S {\n    pub(crate) async fn go(&self) {\n    }\n}\n") ==
      "2:0 pub struct S;\n3:0 impl S {\n4:1 pub(crate) async fn go(&self) {\n");
  CHECK(
      shown_outline("A.java",
          "package a.b;\npublic class A extends B {\n  private int x = 1;\n  public static void main(String[] args) {\n"
          "    return;\n  }\n}\n") ==
      "1:0 package a.b;\n2:0 public class A extends B {\n4:1 public static void main(String[] args) {\n");
  CHECK(shown_outline("a.kt", "class A\nfun f(x: Int) = x\n") == "1:0 class A\n2:0 fun f(x: Int) = x\n");
  CHECK(shown_outline(
            "a.cs", "namespace N {\n  public class C {\n    public int X { get; set; }\n    public C(int a) {\n") ==
      "1:0 namespace N {\n2:1 public class C {\n3:2 public int X { get; set; }\n4:2 public C(int a) {\n");
  CHECK(shown_outline("a.swift", "public func f(a: Int) -> Int {\nstruct S {\n    init(a: Int) {\n") ==
      "1:0 public func f(a: Int) -> Int {\n2:0 struct S {\n3:1 init(a: Int) {\n");
  CHECK(shown_outline("a.fs", "module A\nlet f x = x\n") == "1:0 module A\n2:0 let f x = x\n");
  CHECK(shown_outline("a.jl", "struct S\nend\nf(x) = 1\nx == 1\n") == "1:0 struct S\n3:0 f(x) = 1\n");
  CHECK(shown_outline("a.vb", "Public Class A\n  Private Sub B()\n  End Sub\n") ==
      "1:0 Public Class A\n2:1 Private Sub B()\n");
  CHECK(shown_outline("a.sol", "contract A {\n  function b() public {\n") ==
      "1:0 contract A {\n2:1 function b() public {\n");
  CHECK(shown_outline("a.rb", "module A\n  class B\n    def c?\n") == "1:0 module A\n2:1 class B\n3:2 def c?\n");
  CHECK(shown_outline("a.php", "<?php\nnamespace A;\nfinal class B {\n  public function c() {\n") ==
      "2:0 namespace A;\n3:0 final class B {\n4:1 public function c() {\n");
  CHECK(shown_outline("run", "#!/usr/bin/env bash\nsay() {\n  echo\n}\nfunction go {\n") ==
      "2:0 say() {\n5:0 function go {\n");
  CHECK(shown_outline("a.lua", "local function f()\nM.g = function(a)\n") ==
      "1:0 local function f()\n2:0 M.g = function(a)\n");
  CHECK(shown_outline("a.sql", "CREATE TABLE a (\n  id int\n);\ncreate or replace view b as select 1;\n") ==
      "1:0 CREATE TABLE a (\n4:0 create or replace view b as select 1;\n");
  CHECK(shown_outline("Makefile", "CC := gcc\nall: a b\n\t$(CC) x\na.o: a.c\n") == "2:0 all: a b\n4:0 a.o: a.c\n");
}

TEST_CASE("headings of documents are found, and those in code are not") {
  CHECK(shown_outline("README.md",
            "Title\n=====\n\ntext\n## Sub ##\n```sh\n# comment\n```\n#hash\n### Deep\nPart\n---\n- a\n---\n") ==
      "1:0 Title\n5:1 Sub\n10:2 Deep\n11:1 Part\n13:1 - a\n");
  CHECK(shown_outline("a.rst", "=====\nTitle\n=====\n\nPart\n----\ntext\n\nSub\n~~~\n\nPart 2\n------\n") ==
      "2:0 Title\n5:1 Part\n9:2 Sub\n12:1 Part 2\n");
}

TEST_CASE("keys of settings are found, without their values") {
  CHECK(
      shown_outline("a.json",
          "{\n  \"name\": \"x\",\n  \"scripts\": {\n    \"a\": {\"deep\": 1}\n  },\n  \"list\": [{\"no\": 1}]\n}\n") ==
      "2:0 name\n3:0 scripts\n4:1 a\n6:0 list\n");
  CHECK(shown_outline("a.yml", "# c\na: 1\nb:\n  c: 2\n  d:\n    e: 3\n") == "2:0 a\n3:0 b\n4:1 c\n5:1 d\n");
  CHECK(shown_outline("a.toml", "x = 1\n[a]\nb = \"secret\"\n[[c.d]]\n") == "1:0 x\n2:0 [a]\n3:1 b\n4:0 [[c.d]]\n");
  CHECK(shown_outline("a.ini", "[a]\nb: 1\n; c\n") == "1:0 [a]\n2:1 b\n");
}

TEST_CASE("the kind of a file is told by its name and its content") {
  CHECK(outline("a.py", "").kind == TextKind::code);
  CHECK(outline("a.md", "").kind == TextKind::document);
  CHECK(outline("x/a.log.1", "").kind == TextKind::log);
  CHECK(outline("a.bin", std::string("ab\0c", 4)).kind == TextKind::binary);
  CHECK(outline("unknown", "hello\n").kind == TextKind::text);
  CHECK(outline("out",
            "2026-01-02 10:11:12 a\n2026-01-02 10:11:13 b\n2026-01-02 10:11:14 c\n2026-01-02 10:11:15 d\n"
            "2026-01-02 10:11:16 e\n")
            .kind == TextKind::log);
  CHECK(describe_binary("\x89PNG\r\n") == "PNG image, 6 bytes");
  CHECK(describe_binary("ab") == "binary file, 2 bytes");
}

TEST_CASE("headings of Markdown have hashes or a rule below them, and none is in a block of code") {
  CHECK(shown_outline("a.md", "# One #\ntext\n\nTwo\n---\n```sh\n# no heading\n````\n### Three\n    # code\n#none\n") ==
      "1:0 One\n4:1 Two\n9:2 Three\n");
  CHECK(shown_outline("a.md", "~~~\n```\n# in it\n~~~\n# out\n") == "5:0 out\n");
  CHECK(shown_outline("a.md", "| a |\n---\n\n---\n") == "");
}

TEST_CASE("the levels of underlined headings are those in which their rules first come") {
  CHECK(shown_outline("a.rst", "Title\n=====\n\nPart\n----\n\nSmall\n~~~~~\n\nNext\n----\n") ==
      "1:0 Title\n4:1 Part\n7:2 Small\n10:1 Next\n");
  CHECK(shown_outline("a.rst", "a title that is far longer than its rule\n---\n") == "");
}

TEST_CASE("the keys of the outermost two objects are an outline of JSON, strings and lists are none") {
  CHECK(shown_outline("a.json",
            "{\n  \"a\": {\"b\": {\"c\": 1}},\n  // \"x\": 1\n  \"l\": [{\"d\": 1}],\n  \"s\": \"t: 1\"\n}\n") ==
      "2:0 a\n2:1 b\n4:0 l\n5:0 s\n");
  CHECK(shown_outline("a.json", "{\"a\": 1}}\n{\"b\": 2}") == "1:0 a\n");
  CHECK(shown_outline("a.json", "{\"a\\\"b\": 1, \"cut") == "1:0 a\\\"b\n");
}

TEST_CASE("the text of an item is cut at the end of a character") {
  CHECK(item_text("  int f() \t") == "int f()");
  std::string long_text = std::string(199, 'a') + "\xC3\xA4" + "bc";
  CHECK(item_text(long_text) == std::string(199, 'a') + "...");
}

}  // namespace aptix::context
