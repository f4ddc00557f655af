// The table of formats: a format is one file and one row, and the row is complete.
#include "answer/format.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "support/golden_case.h"
#include "support/places.h"
#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The words of a manual page, without what roff makes of signs.
std::string plain(std::string_view page) {
  std::string out;
  for (size_t at = 0; at < page.size(); ++at) {
    if (page.substr(at, 4) == "\\(dq") out += '"', at += 3;
    else if (page.substr(at, 2) == "\\e") out += '\\', ++at;
    else if (page.substr(at, 2) == "\\&") ++at;
    else if (page[at] != '\\') out += page[at] == '\n' ? ' ' : page[at];
  }
  return out;
}

// The formats of the blocks in the inputs of all golden cases.
std::set<std::string_view> formats_in_goldens() {
  std::set<std::string_view> found;
  for (const fs::path& file : test::golden_files()) {
    test::GoldenCase golden(file);
    if (golden.bytes("cmd").find("--format whole") != std::string::npos) found.insert("whole");
    Input input("input", golden.bytes("input"));
    for (const Block& block : answer::extract(input).value.blocks)
      if (block.format != nullptr) found.insert(block.format->name);
  }
  return found;
}

}  // namespace

TEST_CASE("every row of the table is complete: summary, feedback, an example that is read, and the manual shows it") {
  std::string page = plain(text_of(test::source_folder() + "/man/aptix.1"));
  for (const answer::Format& row : answer::formats()) {
    CAPTURE(row.name);
    CHECK_FALSE(row.summary.empty());
    INFO("run scripts/make-man where the page does not show the row");
    CHECK(page.find(" .BR " + std::string(row.name) + " ") != std::string::npos);
    if (row.is_fault) continue;
    CHECK(row.feedback.starts_with("Answer with "));
    std::string example(row.example);
    std::string shown = example.substr(0, example.find_last_not_of('\n') + 1);
    std::replace(shown.begin(), shown.end(), '\n', ' ');
    CHECK(page.find(shown) != std::string::npos);
    Input input("reply.md", example);
    auto found = answer::extract(input);
    REQUIRE(found.value.blocks.size() == 1);
    CHECK(found.value.blocks[0].format == &row);
    Plan plan;
    Diagnostics said = row.parse(input, found.value.blocks[0], {}, plan);
    CHECK(plan.files.size() == 1);
    CHECK((said.ok() || row.name == "line-patch"));  // whose example has no SHA-256 that anybody could copy
  }
}

TEST_CASE("every row of the table has a golden case") {
  std::set<std::string_view> found = formats_in_goldens();
  for (const answer::Format& row : answer::formats()) {
    CAPTURE(row.name);
    CHECK(found.contains(row.name));
  }
}

TEST_CASE("formats are found by their names, and no two share one") {
  std::set<std::string_view> names;
  for (const answer::Format& row : answer::formats()) {
    CHECK(&answer::format_named(row.name) == &row);
    CHECK(names.insert(row.name).second);
  }
}

TEST_CASE("who finds a block decides its format, once") {
  Parsed parsed("```\nls\n```\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\ntext\n\n```json\n{");
  REQUIRE(parsed.blocks.size() == 3);
  CHECK(parsed.blocks[0].format == nullptr);
  CHECK(parsed.blocks[1].format == &answer::format_named("diff"));
  CHECK(parsed.blocks[2].format == &answer::format_named("cut"));
  CHECK_FALSE(answer::holds_edit(parsed.blocks[0]));
  CHECK(answer::holds_edit(parsed.blocks[1]));
  CHECK_FALSE(answer::holds_edit(parsed.blocks[2]));
}
