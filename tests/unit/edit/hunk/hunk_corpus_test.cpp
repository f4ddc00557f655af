// Diffs that models wrote, with the files as they should be afterwards: the right bytes or a refusal,
// never anything else. Without the folder of answers the test says so.
#include <doctest/doctest.h>

#include <string>

#include "answer/outline/extract.h"
#include "diff/read/unified.h"
#include "edit/hunk/hunks.h"
#include "support/corpora.h"

using namespace aptix;
using test::Tree;

namespace {

std::string without_prefix(std::string name) {
  return name.starts_with("a/") || name.starts_with("b/") ? name.substr(2) : name;
}

// All diffs of the answer applied to the tree. False when something does not fit.
bool apply_hunks_of(const Input& answer, Tree& tree) {
  bool found = false;
  for (const Block& block : answer::extract(answer).value.blocks) {
    if (!diff::looks_like_unified(block.body)) continue;
    diff::ParseResult parsed = diff::parse_unified(block.body, {.end_is_certain = block.closed});
    if (!parsed.errors.empty()) return false;
    for (const diff::FilePatch& file : parsed.files) {
      std::string name = without_prefix(file.new_name.empty() ? file.old_name : file.new_name);
      bool creates = file.new_file || file.old_name == "/dev/null";
      if (name == "/dev/null" || name.empty() || creates == tree.contains(name)) return false;
      std::vector<const diff::Hunk*> hunks;
      for (const diff::Hunk& hunk : file.hunks) hunks.push_back(&hunk);
      std::string before = tree[name];
      edit::HunksResult result = edit::apply_hunks(before, hunks);
      if (!result.errors.empty()) return false;
      std::string after;
      for (std::string_view piece : result.pieces) after += piece;
      tree[name] = after;
      found = true;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("diffs that models wrote are applied rightly or refused") {
  int right = 0;
  int refused = 0;
  int known = 0;
  for (const test::CorpusCase& about : test::corpus_cases()) {
    if (about.format != "unified-diff") continue;
    Input answer("answer", test::read_corpus_file(about.folder / "answer.md"));
    Tree tree = test::read_corpus_tree(about.folder / "before");
    bool applied = apply_hunks_of(answer, tree);
    if (about.truth == "none") continue;
    ++known;
    CAPTURE(about.folder.filename().string());
    if (!applied) {
      ++refused;
      MESSAGE("refused");
      continue;
    }
    bool is = test::is_right(tree, test::read_corpus_tree(about.folder / "after"), about);
    CHECK(is);
    right += is ? 1 : 0;
  }
  if (known == 0) MESSAGE("APTIX_CORPORA names no folder of answers: skipped");
  else MESSAGE("unified diffs with known truth: ", right, " right, ", refused, " refused");
}
