// Real answers, where a folder of them is at hand: APTIX_CORPORA names it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream out;
  out << stream.rdbuf();
  return out.str();
}

bool is_diff_case(const std::filesystem::path& folder) {
  return read_file(folder / "case.json").find("\"format\": \"unified-diff\"") != std::string::npos;
}

}  // namespace

TEST_CASE("every answer of the corpora is read without a crash, and its diffs are found") {
  const char* root = std::getenv("APTIX_CORPORA");
  if (root == nullptr) {
    MESSAGE("skipped: APTIX_CORPORA is not set");
    return;
  }
  size_t answers = 0;
  size_t with_edits = 0;
  for (const auto& found : std::filesystem::recursive_directory_iterator(root)) {
    if (found.path().filename() != "answer.md") continue;
    Parsed parsed(read_file(found.path()));
    ++answers;
    if (parsed.diagnostics.ok() && !parsed.plan.files.empty()) ++with_edits;
    INFO(found.path().string(), "\n", test::joined(parsed.said()));
    if (is_diff_case(found.path().parent_path())) CHECK_FALSE(parsed.plan.files.empty());
  }
  MESSAGE(answers, " answers, ", with_edits, " with edits that can be read");
  CHECK(answers != 0);
}
