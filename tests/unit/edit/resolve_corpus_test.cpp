// Answers in the dialects of editing tools, with the files as they should be afterwards: the right bytes or a
// refusal, never anything else. Without the folder of answers the test says so.
#include <doctest/doctest.h>

#include <string>

#include "edit/resolve.h"
#include "support/corpora.h"
#include "support/mem_reader.h"
#include "unit/answer/parsed.h"

using namespace aptix;
using aptix::test::Tree;

namespace {

// The answer applied to the tree. False when it is refused; the tree is then as it was.
bool apply_answer(const aptix::test::CorpusCase& about, Tree& tree) {
  test::Parsed parsed(aptix::test::read_corpus_file(about.folder / "answer.md"));
  answer::CheckOptions options{.blocks = parsed.blocks};
  if (!parsed.diagnostics.ok() || parsed.plan.files.empty() ||
      !answer::check_plan(parsed.input, parsed.plan, options).ok())
    return false;
  aptix::test::MemReader reader;
  for (const auto& [path, text] : tree) reader.file(path).bytes = text;
  Outcome<ChangeSet> resolved = edit::resolve(parsed.input, parsed.plan, reader, {});
  if (!resolved.diagnostics.ok()) return false;
  for (const FileChange& change : resolved.value.changes) {
    if (change.after_exists) tree[change.path.str()] = change.after_bytes();
    else tree.erase(change.path.str());
  }
  return true;
}

}  // namespace

TEST_CASE("answers in dialects are applied rightly or refused") {
  int right = 0;
  int refused = 0;
  for (const aptix::test::CorpusCase& about : aptix::test::corpus_cases()) {
    if (!about.format.starts_with("search-replace")) continue;
    Tree tree = aptix::test::read_corpus_tree(about.folder / "before");
    bool applied = apply_answer(about, tree);
    if (about.truth == "none") continue;
    CAPTURE(about.folder.filename().string());
    refused += applied ? 0 : 1;
    if (!applied) continue;
    bool is = aptix::test::is_right(tree, aptix::test::read_corpus_tree(about.folder / "after"), about);
    CHECK(is);
    right += is ? 1 : 0;
  }
  if (right + refused == 0) MESSAGE("APTIX_CORPORA names no folder of answers: skipped");
  else MESSAGE("answers in dialects with known truth: ", right, " right, ", refused, " refused");
  CHECK(refused * 20 <= right);
}
