// What a reader gets of a file in one call: as text and as JSON, without credentials, within an allowance.
#include "ops/context/context.h"

#include <doctest/doctest.h>

#include <vector>

namespace aptix::ops {
namespace {

ContextFile file_of(std::string path, std::string content) {
  return {.path = std::move(path),
      .doc_path = "project/a",
      .source = "disk",
      .content = std::move(content),
      .sha256 = "beef",
      .workspace_path = {}};
}

const std::string kSource = "int first() {\n  return 1;\n}\n\nint second() {\n  return 2;\n}\n";

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("what is given is taken off the allowance, and what does not fit is told") {
  Allowance allowance{.tokens = 10};
  CHECK(take_off(allowance, 7));
  CHECK(allowance.tokens == 8);
  CHECK_FALSE(allowance.cut);
  CHECK_FALSE(take_off(allowance, 70));
  CHECK(allowance.tokens == 0);
  CHECK(allowance.cut);
  Allowance unbounded;
  CHECK(take_off(unbounded, 1 << 30));
  CHECK(unbounded.tokens == UINT64_MAX);
}

TEST_CASE("an excerpt says which lines it has, and whether they are all") {
  Allowance allowance;
  Shown all = excerpt(file_of("a.c", kSource), {}, allowance);
  CHECK(all.text.starts_with("     1\tint first() {\n     2\t  return 1;\n"));
  REQUIRE(all.lines.size() == 1);
  CHECK(all.lines[0].first == 1);
  CHECK(all.lines[0].last == 7);
  CHECK(holds(all.json,
      R"("path":"a.c","docPath":"project/a","source":"disk","sha256":"beef","utf8":true,"lines":7,"kind":"code")"));
  CHECK(holds(all.json, R"("isFullFile":true,"truncated":false)"));
  CHECK_FALSE(allowance.cut);
}

TEST_CASE("an excerpt that the allowance has no room for is shorter, and says so") {
  std::string source;
  for (int i = 0; i < 200; ++i) source += "int f" + std::to_string(i) + "() { return 1; }\n";
  Allowance allowance{.tokens = 100};
  Shown shown = excerpt(file_of("a.c", source), {}, allowance);
  CHECK_FALSE(shown.text.empty());
  CHECK(shown.text.size() <= 350);
  CHECK(holds(shown.json, R"("isFullFile":false,"truncated":true)"));
  CHECK(allowance.cut);
}

TEST_CASE("no credential is shown, whatever way a file is read") {
  std::string key =
      "AKIA"
      "ABCDEFGHIJKLMNOP";
  ContextFile file = file_of("a.py", "def f():\n    key = \"" + key + "\"\n");
  Allowance allowance;
  Diagnostics said;
  Shown part = excerpt(file, {}, allowance);
  CHECK_FALSE(holds(part.text + part.json, key));
  CHECK(part.redactions == 1);
  auto cut = chunks(file, {.max_tokens = 1000}, allowance);
  REQUIRE(cut);
  CHECK_FALSE(holds(cut->text + cut->json, key));
  Summarizers repeats{.command = [&](std::string_view text) -> Result<std::string> {
    CHECK_FALSE(holds(std::string(text), key));
    return "it has " + key + "\n";
  }};
  Shown summary = summarize(file, 1000, repeats, allowance, said);
  CHECK_FALSE(holds(summary.text + summary.json, key));
}

TEST_CASE("the first way to summarize that works is taken, and what failed is a warning") {
  Allowance allowance;
  Diagnostics said;
  Summarizers all{.command = [](std::string_view) -> Result<std::string> { return "by a program\n"; },
      .ctags = [](const std::string&, std::string_view) -> Result<std::vector<uint64_t>> {
        return std::vector<uint64_t>{5};
      }};
  Shown by_command = summarize(file_of("src/a.c", kSource), 1000, all, allowance, said);
  CHECK(by_command.text == "by a program\n");
  CHECK(holds(by_command.json, R"("by":"command")"));
  CHECK(said.warnings.empty());

  all.command = [](std::string_view) -> Result<std::string> { return fail(Code::io_error, "it failed"); };
  Shown by_ctags = summarize(file_of("src/a.c", kSource), 1000, all, allowance, said);
  CHECK(holds(by_ctags.json, R"("by":"ctags")"));
  CHECK(holds(by_ctags.text, "int second() {"));
  CHECK_FALSE(holds(by_ctags.text, "int first() {"));
  REQUIRE(said.warnings.size() == 1);
  CHECK(said.warnings[0].message == "it failed");
  CHECK(said.warnings[0].path == "src/a.c");

  all.ctags = [](const std::string&, std::string_view) -> Result<std::vector<uint64_t>> {
    return std::vector<uint64_t>{};
  };
  Shown by_patterns = summarize(file_of("src/a.c", kSource), 1000, all, allowance, said);
  CHECK(holds(by_patterns.json, R"("by":"patterns")"));
  CHECK(holds(by_patterns.text, "int first() {"));
}

TEST_CASE("one chunk is found by its id, and an id that no chunk has is refused") {
  ContextFile file = file_of("a.c", kSource);
  Allowance allowance;
  auto all = chunks(file, {.max_tokens = 12}, allowance);
  REQUIRE(all);
  REQUIRE(all->lines.size() == 2);
  std::string id = all->text.substr(0, all->text.find(' '));
  auto one = chunks(file, {.max_tokens = 12, .id = id}, allowance);
  REQUIRE(one);
  CHECK(one->text == "int first() {\n  return 1;\n}\n\n");
  auto none = chunks(file, {.max_tokens = 12, .id = "0000"}, allowance);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == Code::range_invalid);
  CHECK(none.error().message == "'a.c' has no chunk '0000'");
}

TEST_CASE("a binary is described, and has no chunks") {
  ContextFile file = file_of("a.png", std::string("\x89PNG\0\0", 6));
  Allowance allowance;
  CHECK(excerpt(file, {}, allowance).text == "PNG image, 6 bytes\n");
  auto cut = chunks(file, {.max_tokens = 100}, allowance);
  REQUIRE_FALSE(cut);
  CHECK(cut.error().code == Code::form_cannot_say);
}

TEST_CASE("a file that is not UTF-8 is marked in the text and as a field, and is never all of it") {
  ContextFile file = file_of("a.c", "// caf\xe9\nint f() {\n}\n");
  Allowance allowance;
  Diagnostics said;
  Shown part = excerpt(file, {}, allowance);
  CHECK(part.text.starts_with("… not UTF-8: some bytes cannot be shown …\n     1\t// caf"));
  CHECK(holds(part.json, R"("utf8":false)"));
  CHECK(holds(part.json, R"("isFullFile":false)"));
  Shown summary = summarize(file, 1000, {}, allowance, said);
  CHECK(summary.text.starts_with("3 lines of C, 20 bytes, not UTF-8\n"));
  CHECK(holds(summary.json, R"("utf8":false)"));
  auto listed = chunks(file, {}, allowance);
  REQUIRE(listed);
  CHECK(holds(listed->text, "tokens (estimated), not UTF-8  // caf"));
  CHECK(holds(listed->json, R"("utf8":false)"));
}

TEST_CASE("headings count their levels from 1, definitions from 0") {
  Allowance allowance;
  Diagnostics said;
  CHECK(holds(summarize(file_of("a.md", "# One\n\n## Two\n"), 1000, {}, allowance, said).json,
      R"({"line":1,"level":1,"text":"One"},{"line":3,"level":2,"text":"Two"})"));
  CHECK(holds(summarize(file_of("a.c", kSource), 1000, {}, allowance, said).json, R"({"line":1,"level":0,)"));
}

TEST_CASE("chunks are no longer, and no more of them are shown, than lines may be read") {
  std::string source;
  for (int i = 0; i < 50; ++i) source += "x" + std::to_string(i) + "\n";
  ContextFile file = file_of("a.txt", source);
  Allowance allowance;
  auto shown = chunks(file, {.max_lines = 20}, allowance);
  REQUIRE(shown);
  REQUIRE(shown->lines.size() == 1);
  CHECK(shown->lines[0].count() == 20);
  CHECK(allowance.cut);
  CHECK(holds(shown->json, R"("truncated":true)"));
  Allowance more;
  auto listed = chunks(file, {.max_lines = 20, .with_content = false}, more);
  REQUIRE(listed);
  CHECK(listed->lines.size() == 3);
  CHECK_FALSE(more.cut);
}

}  // namespace aptix::ops
