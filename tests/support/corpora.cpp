#include "support/corpora.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/json/json.h"

namespace aptix::test {

namespace fs = std::filesystem;

std::string read_corpus_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Tree read_corpus_tree(const fs::path& root) {
  Tree tree;
  if (!fs::is_directory(root)) return tree;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file())
      tree[fs::relative(entry.path(), root).generic_string()] = read_corpus_file(entry.path());
  return tree;
}

namespace {

CorpusCase read_case(const fs::path& path) {
  std::string text = read_corpus_file(path);
  json::ReadResult read = json::read(text);
  REQUIRE(read.document);
  json::Value root = read.document->root();
  CorpusCase result{
      path.parent_path(), std::string(root.find("format")->text()), std::string(root.find("truth")->text()), {}, {}};
  if (auto free = root.find("last_newline_free"))
    for (json::Value name : *free) result.last_newline_free.insert(std::string(name.text()));
  if (auto free = root.find("free_line_ends"))
    for (auto file = free->begin(); file != free->end(); ++file)
      for (json::Value line : *file)
        result.free_line_ends[std::string(file.member().key)].insert(line.unsigned_integer().value_or(0));
  return result;
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

}  // namespace

std::vector<CorpusCase> corpus_cases() {
  std::vector<CorpusCase> cases;
  const char* corpora = std::getenv("APTIX_CORPORA");
  if (corpora == nullptr) return cases;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(corpora))
    if (entry.path().filename() == "case.json") cases.push_back(read_case(entry.path()));
  std::sort(cases.begin(), cases.end(), [](const CorpusCase& a, const CorpusCase& b) { return a.folder < b.folder; });
  return cases;
}

bool is_right(const Tree& after, const Tree& wanted, const CorpusCase& about) {
  if (after.size() != wanted.size()) return false;
  for (const auto& [name, text] : wanted) {
    auto found = after.find(name);
    if (found == after.end()) return false;
    bool free = about.last_newline_free.contains(name);
    bool same = found->second == text || (free && (found->second + "\n" == text || found->second == text + "\n"));
    auto lines = about.free_line_ends.find(name);
    if (lines != about.free_line_ends.end())
      same = with_feeds(found->second, lines->second) == with_feeds(text, lines->second);
    if (!same) return false;
  }
  return true;
}

}  // namespace aptix::test
