// Which lines of a new text stand for code that went, and which are comments of their own.
#include "edit/left_out/stand_in.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

using aptix::edit::stand_in;
using aptix::edit::StandIn;

namespace {

constexpr std::string_view kHead = "function add(a, b) {\n  return a + b;\n}\n\n";
constexpr std::string_view kSub = "function sub(a, b) {\n  return a - b;\n}\n";
constexpr std::string_view kTail = "\nfunction neg(a) {\n  return -a;\n}\n";

std::string with(std::string_view middle) { return std::string(kHead) + std::string(middle) + std::string(kTail); }

// For what of the middle stands there instead.
bool stands_in(std::string_view middle) { return stand_in(with(kSub), with(middle)).has_value(); }

}  // namespace

TEST_CASE("a comment that says that something stays stands in for the code that goes") {
  constexpr std::string_view kLines[] = {"// sub() stays as is\n", "// sub stays the same\n", "// other functions\n",
      "// [previous code]\n", "// your existing sub() here\n", "// sub as before\n", "// keep sub()\n",
      "/* sub: no change */\n", "// ... sub ...\n", "// … sub\n", "// sub as is\n", "// -- sub omitted --\n",
      "// sub() — unverändert\n", "// 変更なし\n", "function sub(a, b) {\n  // existing logic\n}\n",
      "function sub(a, b) {\n  // TODO: existing implementation\n}\n"};
  for (std::string_view line : kLines) {
    CAPTURE(line);
    CHECK(stands_in(line));
  }
}

TEST_CASE("a comment that ends what comes stands in where it says nothing else and more goes") {
  constexpr std::string_view kBody = "function sub(a, b, c) {\n  // body unchanged\n}\n";
  CHECK(stands_in(kBody));
  CHECK(stands_in("function sub(a, b, c) {\n  // keep sub() as is\n}\n"));
  CHECK(stands_in("function sub(a, b, c) {\n  // 其余代码不变\n}\n"));
  CHECK(stand_in("def f(x):\n    y = x\n    return y\n", "def f(x, z):\n    # wie bisher\n    pass\n"));
  CHECK_FALSE(stands_in("function sub(a, b, c) {\n  // minus\n}\n"));
  CHECK_FALSE(stands_in("function sub(a, b, c) {\n  log(a, b);\n  // no changes\n}\n"));
  CHECK_FALSE(stand_in("x = 1\ny = 2\n", "y = 2\nx = 3\n# unchanged\n"));
}

TEST_CASE("a comment that is nothing but the name of what goes stands in for it") {
  CHECK(stands_in("// sub function here\n"));
  CHECK(stands_in("// [sub function]\n"));
  CHECK_FALSE(stands_in("// another function\n"));
}

TEST_CASE("the head of a body that is left out stands in for the body") {
  CHECK(stands_in("function sub(a, b) { ... }\n"));
  CHECK(stand_in("def f(x):\n    y = x\n    return y\n", "def f(x): ...\n"));
  CHECK_FALSE(stand_in("x = 1\n", "def f(x): ...\n"));
}

TEST_CASE("a comment of its own stands in for nothing") {
  constexpr std::string_view kLines[] = {"", "// removed: nobody called sub any more\n",
      "// sub was moved to maths.js\n",
      "// The same as add, but for the sign, so that the callers need not know which of both they have\n",
      "// --- Execution phase ---\n", "// function sub(a, b) {\n//   return a - b;\n// }\n",
      "// same as add\nfunction sub(a, b) {\n  return add(a, -b);\n}\n", "#include <existing>\n", "// Loading...\n"};
  for (std::string_view line : kLines) {
    CAPTURE(line);
    CHECK_FALSE(stands_in(line));
  }
}

TEST_CASE("a comment that comes for a line or two stands in for them only where it speaks of them") {
  CHECK_FALSE(stand_in("v.sort()\nrun(v)\n", "# Keep the original order\nrun(v)\n"));
  CHECK_FALSE(stand_in("v = v.strip()\nrun(v)\n", "# Pass the value on as is\nrun(v)\n"));
  CHECK_FALSE(stand_in("a = 1\nb = 2\nc = 3\n", "a = 1\n# unchanged since 1.2\nc = 3\n"));
  CHECK_FALSE(stand_in("import fix\nfix.run()\nx = 1\n", "# Windows has issues with the fix\nx = 1\n"));
  CHECK_FALSE(stand_in("client = Soap()\nrun()\n", "// REST api\nrun()\n"));
  CHECK(stand_in("fix.run()\nx = 1\n", "# fix stays\nx = 1\n"));
  CHECK(stand_in("a = 1\nb = 2\nc = 3\nd = 4\n", "# validation unchanged\nd = 4\n"));
}

TEST_CASE("a body that does nothing is not left out where it becomes an ellipsis") {
  CHECK_FALSE(stand_in("class E(Exception):\n    pass\n", "class E(Exception): ...\n"));
  CHECK_FALSE(stand_in("def f(x):\n    \"\"\"Says f.\"\"\"\n    raise NotImplementedError('f')\n", "def f(x): ...\n"));
}

TEST_CASE("code that stands elsewhere has not gone") {
  std::string moved = "// other functions\n" + std::string(kTail) + std::string(kSub);
  CHECK_FALSE(stand_in(std::string(kSub) + std::string(kTail), moved));
}

TEST_CASE("the line and what goes for it are told") {
  std::string after = with("// sub() stays as is\n");
  std::optional<StandIn> found = stand_in(with(kSub), after);
  REQUIRE(found);
  CHECK(found->line == 5);
  CHECK(found->text == "// sub() stays as is");
  CHECK(found->lines == 2);
}
