// A text that was cut off, told by what it leaves open.
#include "edit/fit/balance.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix::edit {
namespace {

std::string told(std::optional<std::string_view> before, std::string_view after, std::string_view path) {
  std::optional<Unbalanced> found = unbalanced(before, after, path);
  return found ? std::to_string(found->line) + ": " + found->what : std::string();
}

TEST_CASE("a text that leaves a bracket open is not all of its file") {
  CHECK(told("int f() {\n}\n", "int f() {\n  g();\n", "a.c") == "1: '{' is not closed");
  CHECK(told(std::nullopt, "f(\n", "a.js") == "1: '(' is not closed");
  CHECK(told("x\n", "x\n}\n", "a.go") == "2: '}' closes nothing");
  CHECK(told("a\n", "/* a\n", "a.c") == "1: a comment is open");
  CHECK(told("a = `b`\n", "a = `b\n", "a.ts") == "1: a string is open");
}

TEST_CASE("a text that ends within an '#if' is not all of its file") {
  CHECK(told("#if A\n#endif\n", "#if A\n#if B\n#endif\n", "a.h") == "1: '#if' is not closed");
  CHECK(told("int x;\n", "int x;\n#endif\n", "a.h") == "2: '#endif' closes nothing");
  CHECK(told(std::nullopt, "#if A\nint x;\n#else\nint y;\n#endif\n", "a.h").empty());
}

TEST_CASE("what the old file leaves open may stay so, or be closed") {
  CHECK(told("namespace {\n", "namespace {\nint x;\n", "a.c").empty());
  CHECK(told("f(\n", "f()\n", "a.c").empty());
}

TEST_CASE("the last line of a Python file begins nothing") {
  CHECK(told("x = 1\n", "x = 1\ndef f(a):\n", "a.py") == "2: a body is missing");
  CHECK(told("x = 1\n", "def f(a):\n    pass\n", "a.py").empty());
}

TEST_CASE("a text whose bodies are closed by words does not end in one") {
  CHECK(told("def f\n  1\nend\n", "def f\n  2\n", "a.rb") == "2: what the last line is in is not closed");
  CHECK(told(std::nullopt, "if x; then\n  y\n", "a.sh") == "2: what the last line is in is not closed");
  CHECK(told(std::nullopt, "for i in 1 2; do\n", "a.sh") == "1: the body of the last line is missing");
  CHECK(told("a\n", "a\nif x; then y; else z; fi\n", "a.sh").empty());
  CHECK(told("a\n", "exec a \\\n  --b\n", "a.sh").empty());
}

TEST_CASE("JSON that was read is read afterwards, too") {
  CHECK(told("{}", "{\"a\": 1,}", "package.json") == "1: there is a comma before the closing '}'");
  CHECK(told(std::nullopt, "{\"a\": [1, 2\n", "package.json") != "");
  CHECK(told("{}", "// a\n{}", "tsconfig.json") != "");
  CHECK(told(std::nullopt, "// a\n{\"a\": 1,}", "tsconfig.json").empty());
  CHECK(told("{,}", "{,}", "a.json").empty());
  CHECK(told("", "", "a.json").empty());
}

TEST_CASE("an element that is not closed is told by its name") {
  CHECK(told(std::nullopt, "<div>\n<p>a\n<br>\n", "a.html") == "1: '<div>' is not closed");
  CHECK(told("<a></a>\n", "<a>\n", "a.vue") == "1: '<a>' is not closed");
  CHECK(told(std::nullopt, "<ul><li>a<li x=\"<b>\">b</ul>\n<script>if (a <b>c) {}</script>\n", "a.html").empty());
  CHECK(told(std::nullopt, "</b>\n", "a.xml") == "1: '</b>' closes nothing");
}

TEST_CASE("a last line that goes on below is not the end of its file") {
  CHECK(told(std::nullopt, "FROM a\nRUN b && \\\n", "Dockerfile") == "2: what the last line goes on with is missing");
  CHECK(told(std::nullopt, "cat a |\n", "a.sh") == "1: what the last line goes on with is missing");
  CHECK(told("a &&\n", "b &&\n", "a.sh").empty());
  CHECK(told(std::nullopt, "two spaces or \\\n", "a.md").empty());
  CHECK(told(std::nullopt, "dir = c:\\a\\\n", "a.ini").empty());
}

TEST_CASE("the script of a page closes its brackets, and so does a file of no known kind that did") {
  constexpr std::string_view kPage = "<p>a :)</p>\n<script>\nfunction f() {\n  g();\n}\n</script>\n";
  CHECK(unbalanced(kPage, "<p>b :)</p>\n<script>\nfunction f() {\n  h();\n}\n</script>\n", "a.vue") == std::nullopt);
  std::optional<Unbalanced> found =
      unbalanced(kPage, "<p>a :)</p>\n<script>\nfunction f() {\n  h();\n</script>\n", "a.vue");
  REQUIRE(found.has_value());
  CHECK(found->line == 3);
  CHECK(unbalanced("a: { b: 1 }\n", "a: { b: 2\n", "a.unheard") != std::nullopt);
  CHECK(unbalanced("a: { b: 1 }\n:)\n", "a: { b: 2\n:)\n", "a.unheard") == std::nullopt);
}

}  // namespace
}  // namespace aptix::edit
