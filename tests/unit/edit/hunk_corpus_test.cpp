// Diffs that models wrote, with the files as they should be afterwards: the right bytes or a refusal,
// never anything else. The folder is named by APTIX_CORPORA; without it the test says so.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "base/json.h"
#include "diff/unified.h"
#include "edit/hunks.h"
#include "format/extract.h"

using namespace aptix;
namespace fs = std::filesystem;

namespace {

using Tree = std::map<std::string, std::string>;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Tree read_tree(const fs::path& root) {
  Tree tree;
  if (!fs::is_directory(root)) return tree;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file()) tree[fs::relative(entry.path(), root).generic_string()] = read_file(entry.path());
  return tree;
}

struct Case {
  std::string format, truth;
  std::set<std::string> last_newline_free;                  // files
  std::map<std::string, std::set<uint64_t>> free_line_ends;  // lines of files
};

Case read_case(const fs::path& path) {
  std::string text = read_file(path);
  json::ReadResult read = json::read(text);
  REQUIRE(read.document);
  json::Value root = read.document->root();
  Case result{std::string(root.find("format")->text()), std::string(root.find("truth")->text()), {}, {}};
  if (auto free = root.find("last_newline_free"))
    for (json::Value name : *free) result.last_newline_free.insert(std::string(name.text()));
  if (auto free = root.find("free_line_ends"))
    for (auto file = free->begin(); file != free->end(); ++file)
      for (json::Value line : *file) result.free_line_ends[std::string(file.member().key)].insert(line.unsigned_integer().value_or(0));
  return result;
}

std::string without_prefix(std::string name) { return name.starts_with("a/") || name.starts_with("b/") ? name.substr(2) : name; }

// All diffs of the answer applied to the tree. False when something does not fit.
bool apply_answer(const Input& answer, Tree& tree) {
  bool found = false;
  for (const Block& block : format::extract(answer).value.blocks) {
    if (!diff::looks_like_unified(block.body)) continue;
    diff::ParseResult parsed = diff::parse_unified(block.body, {.tolerant = true, .end_is_certain = block.closed});
    if (!parsed.errors.empty()) return false;
    for (const diff::FilePatch& file : parsed.files) {
      std::string name = without_prefix(file.new_name.empty() ? file.old_name : file.new_name);
      bool creates = file.new_file || file.old_name == "/dev/null";
      if (name == "/dev/null" || name.empty() || creates == tree.contains(name)) return false;
      std::vector<const diff::Hunk*> hunks;
      for (const diff::Hunk& hunk : file.hunks) hunks.push_back(&hunk);
      std::string before = tree[name];
      edit::HunksResult result = edit::apply_hunks(before, hunks, Contract::unique);
      if (!result.errors.empty()) return false;
      std::string after;
      for (std::string_view piece : result.pieces) after += piece;
      tree[name] = after;
      found = true;
    }
  }
  return found;
}

// The text with LF at the end of those lines.
std::string with_feeds(const std::string& text, const std::set<uint64_t>& lines) {
  std::string out;
  uint64_t line = 1;
  for (char c : text) {
    if (c == '\n' && lines.contains(line) && out.ends_with('\r')) out.pop_back();
    out += c;
    line += c == '\n' ? 1 : 0;
  }
  return out;
}

bool is_right(const Tree& after, const Tree& wanted, const Case& about) {
  if (after.size() != wanted.size()) return false;
  for (const auto& [name, text] : wanted) {
    auto found = after.find(name);
    if (found == after.end()) return false;
    bool free = about.last_newline_free.contains(name);
    bool same = found->second == text || (free && (found->second + "\n" == text || found->second == text + "\n"));
    auto lines = about.free_line_ends.find(name);
    if (lines != about.free_line_ends.end()) same = with_feeds(found->second, lines->second) == with_feeds(text, lines->second);
    if (!same) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("diffs that models wrote are applied rightly or refused") {
  const char* corpora = std::getenv("APTIX_CORPORA");
  if (corpora == nullptr) {
    MESSAGE("APTIX_CORPORA is not set: skipped");
    return;
  }
  int right = 0;
  int refused = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(corpora)) {
    if (entry.path().filename() != "case.json") continue;
    Case about = read_case(entry.path());
    if (about.format != "unified-diff") continue;
    fs::path folder = entry.path().parent_path();
    Input answer("answer", read_file(folder / "answer.md"));
    Tree tree = read_tree(folder / "before");
    bool applied = apply_answer(answer, tree);
    if (about.truth == "none") continue;
    CAPTURE(folder.filename().string());
    if (!applied) {
      ++refused;
      MESSAGE("refused");
      continue;
    }
    bool is = is_right(tree, read_tree(folder / "after"), about);
    CHECK(is);
    right += is ? 1 : 0;
  }
  MESSAGE("unified diffs with known truth: ", right, " right, ", refused, " refused");
}
