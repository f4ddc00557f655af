// What one pass over a text knows of each line.
#include "edit/fit/scan.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix::edit {
namespace {

std::string lone_in(const char* path, const char* text) {
  std::string signs;
  for (const LoneBracket& lone : scan(text, source_kind(path)).lone)
    signs += std::string(1, lone.sign) + std::to_string(lone.line + 1);
  return signs;
}

std::string code_of(const char* path, const char* text, size_t line) {
  Scan scanned = scan(text, source_kind(path));
  return std::string(scanned.lines.at(line).code);
}

TEST_CASE("brackets in strings and comments of each kind of file do not count") {
  CHECK(lone_in("a.c", "f(\"(\", '{'); // [\n/* ( \n [ */ int x = 1'000;\n") == "");
  CHECK(lone_in("a.cpp", "auto x = R\"x(((\n{)x\";\n") == "");
  CHECK(lone_in("a.py", "x = '{'  # (\n\"\"\"doc [\n( \"\"\"\ny = rf'[' + b\"(\"\n") == "");
  CHECK(lone_in("a.ts", "const a = /[(]\\/{/g, b = `x ${f({a: '('})} {`;\nlet c = a / (b) / 2;\n") == "");
  CHECK(lone_in("a.tsx", "return <p>don't {x} can't</p>;\n") == "");
  CHECK(lone_in("a.rs", "fn f<'a>(x: &'a str) -> char { '{' }\nlet s = r#\"(\"(\"#; let t = \"[\n{\";\n") == "");
  CHECK(lone_in("a.go", "x := `{\n(`\n") == "");
  CHECK(lone_in("a.lua", "--[[ ( \n { ]] f() -- [\n") == "");
  CHECK(lone_in("a.sql", "INSERT INTO a VALUES ('it''s (', 1); -- (\n") == "");
  CHECK(lone_in("a.adb", "X := '(' & \"[\"; -- {\n") == "");
  CHECK(lone_in("a.pas", "{ ( } f('['); (* { *) // (\n") == "");
  CHECK(lone_in("a.vb", "REM (\n' [\nf(\"(\")\n") == "");
  CHECK(lone_in("a.css", ".a { background: url(//x/y); }\n") == "");
  CHECK(lone_in("a.sh", "case x in\n  a) ;;\nesac\n") == "");
  CHECK(lone_in("a.md", "a) one\n") == "");
}

TEST_CASE("a bracket without its counterpart is told with its line") {
  CHECK(lone_in("a.c", "int f(void) {\n  if (x) {\n}\n") == "{1");
  CHECK(lone_in("a.c", "}\nf(\n") == "}1(2");
  CHECK(lone_in("a.py", "x = [\n    (1,\n]\n") == "(2");
}

TEST_CASE("both branches of an #if may open the same bracket") {
  CHECK(lone_in("a.c", "#if A\nint f(int a) {\n#else\nint f(void) {\n#endif\n  return 1;\n}\n") == "");
  CHECK(lone_in("a.c", "#define OPEN { \\\n  (\nint a;\n") == "");
}

TEST_CASE("a line's code is without comments, and with empty strings") {
  CHECK(code_of("a.js", "  f('a b', 1); // text\n", 0) == "f(\"\", 1);");
  CHECK(code_of("a.js", "/* a\n b */ c();\n", 1) == "c();");
  CHECK(code_of("a.yml", "key: a#b # text\n", 0) == "key: a#b");
  Scan scanned = scan("\tx\r\n  # c\n\n", source_kind("a.py"));
  CHECK(scanned.lines.size() == 3);
  CHECK(scanned.lines[0].indent == 8);
  CHECK(scanned.lines[0].text == "\tx");
  CHECK(scanned.lines[1].is_comment());
  CHECK(scanned.lines[2].is_blank());
}

TEST_CASE("what a hidden line stands for may have closed a comment") {
  Scan scanned = scan("/*\n * a\n// ...\nint x;\n", source_kind("a.c"), {false, false, true, false});
  CHECK(scanned.lines[3].code == "int x;");
}

TEST_CASE("a hundred thousand brackets are scanned at once") {
  std::string deep(100'000, '(');
  CHECK(scan(deep, source_kind("a.c")).lone.size() == 100'000);
  CHECK(scan(deep + std::string(100'000, ']'), source_kind("a.c")).lone.size() == 200'000);
}

TEST_CASE("a kind of file is known by its ending or its name, in letters of either case") {
  CHECK(source_kind("src/A.PY").layout == Layout::indentation);
  CHECK(source_kind("Gemfile").word_ends);
  CHECK(source_kind("x/CMakeLists.txt").brackets);
  CHECK(is_known_kind("main.tf"));
  CHECK_FALSE(is_known_kind("w.lower"));
  CHECK_FALSE(is_known_kind("Node"));
}

}  // namespace
}  // namespace aptix::edit
