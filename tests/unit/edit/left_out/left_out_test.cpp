// Which lines of what an edit writes stand for text that was left out, and which only look so.
#include "edit/left_out/left_out.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace aptix::edit {
namespace {

std::string gap_found_in(std::string_view written, std::string_view old_text = {}, std::string_view path = "a.c") {
  std::optional<LeftOut> found = left_out_in_place_of(written, old_text, path);
  return found ? std::to_string(found->line) + ": " + std::string(found->text) : "";
}

TEST_CASE("a line whose text begins with an ellipsis is a gap, bare, in a comment or after code") {
  for (std::string_view line : {"// ... existing code ...", "/* \xE2\x80\xA6 */", "... rest of the code ...", "...",
           "// [...]", "foo(); // ... existing code ...", "void f() { /* ... */ }"}) {
    CAPTURE(line);
    CHECK(gap_found_in("a();\n  " + std::string(line) + "\nb();\n") == "2: " + std::string(line));
  }
  CHECK(gap_found_in("<p>\n<!-- ... -->\n", {}, "a.md") == "2: <!-- ... -->");
}

TEST_CASE("a comment that is nothing but labels is one where two lines or more go, and no other comment is") {
  constexpr std::string_view kOld = "a();\nb();\nc();\nd();\n";
  CHECK(gap_found_in("a();\n// rest of the code unchanged\n", kOld) == "2: // rest of the code unchanged");
  CHECK(gap_found_in("a2();\n// rest unchanged\n", kOld) == "2: // rest unchanged");
  CHECK(gap_found_in("a2();\n// existing code\nd2();\n", kOld) == "2: // existing code");
  CHECK(gap_found_in("one\n<!-- remaining code -->\n", "one\ntwo\nthree\n", "a.md") == "2: <!-- remaining code -->");
  CHECK(gap_found_in("a();\nb();\nc();\n// Remaining code\nd();\n", kOld) == "");
  CHECK(gap_found_in("a2();\nb2();\nc2();\n// Remaining code\nd2();\n", kOld) == "4: // Remaining code");
  CHECK(gap_found_in("a();\n// existing code\nc();\nd();\n", kOld) == "2: // existing code");
  CHECK(gap_found_in("a();\n// existing code\n", "a();\n}\n") == "2: // existing code");
  CHECK(gap_found_in("a2();\n// Remaining code\nb();\nc();\nd();\n", kOld) == "");
  CHECK(gap_found_in("# Rest of the code\n\ntext\n", "text\n", "a.md") == "");
  CHECK(gap_found_in("# Rest of the code\n\nall\n", "one\ntwo\nthree\n", "a.md") == "");
  for (std::string_view line : {"// The rest is read later.", "f(...args);", "printf(\"...\");", "// wait...",
           "a ... b", "// unchanged files are passed over"}) {
    CAPTURE(line);
    CHECK(gap_found_in(std::string(line) + "\n") == "");
  }
  CHECK(gap_found_in("def f(self) -> int:\n    ...\n", {}, "a.py") == "");
  CHECK(gap_found_in("```c\n// ...\n```\n", {}, "a.md") == "");
}

TEST_CASE("a gap that stands in the old text is none") {
  CHECK(gap_found_in("a();\n// ...\n", "b();\n  // ...\n") == "");
  CHECK(gap_found_in("a();\n// ...\n", "b();\n") == "2: // ...");
}

TEST_CASE("a comment alone for two lines of code or more stands for them, in any words") {
  CHECK(gap_found_in("  f();\n  // sub() bleibt\n", "  f();\n  g();\n  h();\n") == "2: // sub() bleibt");
  CHECK(gap_found_in("  f();\n  // sorted already\n", "  f();\n  g();\n") == "");
  CHECK(gap_found_in("  f();\n  // one\n  i();\n  j();\n", "  f();\n  g();\n  h();\n") == "");
  CHECK(gap_found_in("text\n<!-- so -->\n", "one\ntwo\nthree\n", "a.md") == "");
}

}  // namespace
}  // namespace aptix::edit
