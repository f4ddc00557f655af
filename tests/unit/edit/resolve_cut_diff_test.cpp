// Diffs of git that were cut, from their text to the result: what needs a proof gets one.
#include <doctest/doctest.h>

#include <string>

#include "base/hash/sha256.h"
#include "edit/resolve.h"
#include "support/mem_reader.h"
#include "unit/answer/parsed.h"

using namespace aptix;

namespace {

const std::string kBefore = "one\ntwo\nthree\nfour\n";
const std::string kAfter = "one\n2 and more\nthree\n4 and more\n";
const std::string kMisfit = "diff --git a/other b/other\n--- a/other\n+++ b/other\n@@ -1 +1 @@\n-not there\n+x\n";

struct CutResult {
  bool refused = false;  // for the file: also when what fits is kept
  std::string text;      // what would stand at the path
};

CutResult cut_applied(const std::string& answer, const std::string& path) {
  test::Parsed parsed(answer);
  Diagnostics said = parsed.diagnostics;
  aptix::test::MemReader reader{{"f", kBefore}, {"other", "other\n"}};
  Outcome<ChangeSet> out = edit::resolve(parsed.input, parsed.plan, reader, {});
  said.add(std::move(out.diagnostics));
  CutResult result;
  for (const Diagnostic& error : said.errors)
    result.refused = result.refused || error.code == Code::diff_truncated || error.path == path;
  for (const FileChange& change : out.value.changes)
    if (change.path.str() == path) result.text = change.after_bytes();
  return result;
}

struct Row {
  const char* header;
  const char* path;
};

const Row kRows[] = {{"", "f"}, {"similarity index 50%\nrename from f\nrename to g\n", "g"},
    {"similarity index 50%\ncopy from f\ncopy to g\n", "g"}};

}  // namespace

TEST_CASE("a diff of git that was cut in its hunks is refused, also beside an edit that does not fit") {
  std::string names = git_blob_name({kBefore}).substr(0, 7) + ".." + git_blob_name({kAfter}).substr(0, 7);
  for (const Row& row : kRows) {
    std::string diff = "diff --git a/f b/" + std::string(row.path) + "\n" + row.header + "index " + names +
        " 100644\n--- a/f\n+++ b/" + row.path +
        "\n@@ -1,4 +1,4 @@\n one\n-two\n+2 and more\n three\n-four\n+4 and more\n";
    for (const std::string& before : {std::string(), kMisfit}) {
      for (size_t cut = diff.find(" one\n") + 1; cut < diff.size() - 1; ++cut) {
        CAPTURE(diff.substr(0, cut));
        CHECK(cut_applied(before + diff.substr(0, cut), row.path).refused);
      }
      CHECK(cut_applied(before + diff.substr(0, diff.size() - 1), row.path).text == kAfter);
      CHECK(cut_applied(before + diff, row.path).text == kAfter);
    }
  }
}

TEST_CASE("a diff that ends in the beginning of a line of the file was cut, and one with another line does not fit") {
  std::string hunk = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n";
  auto said = [](const std::string& answer) {
    test::Parsed parsed(answer);
    REQUIRE(parsed.diagnostics.ok());
    aptix::test::MemReader reader{{"f", kBefore}};
    Diagnostics found = edit::resolve(parsed.input, parsed.plan, reader, {}).diagnostics;
    return found.errors.empty() ? std::string()
                                : std::string(info(found.errors[0].code).id) + ": " + found.errors[0].message;
  };
  for (std::string_view cut : {" ", " t", " thre"}) {
    CAPTURE(cut);
    CHECK(said(hunk + std::string(cut)) ==
        "diff.truncated: the diff ends inside a line: it has the beginning of line 3 of 'f'");
    CHECK(said("```diff\n" + hunk + std::string(cut)) ==
        "diff.truncated: the diff ends inside a line: it has the beginning of line 3 of 'f'");
    CHECK(said(hunk + std::string(cut) + "\n").starts_with("match.not_found: "));
  }
  CHECK(said("- a list\n\n  ```diff\n  --- a/f\n  +++ b/f\n  @@ -1,3 +1,3 @@\n   one\n  -two\n  +2\n   t") ==
      "diff.truncated: the diff ends inside a line: it has the beginning of line 3 of 'f'");
  CHECK(said(hunk + " three").empty());
  CHECK(said(hunk + " tree").starts_with("match.not_found: "));
  CHECK(said("```diff\n" + hunk + " thre\n```\n").starts_with("match.not_found: "));
}

TEST_CASE("a diff that was cut at the end of an input is found also when another input follows") {
  test::Parsed parsed("--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n thre");
  Input next("next.md", "", &parsed.input);
  aptix::test::MemReader reader{{"f", kBefore}};
  Diagnostics found = edit::resolve(next, parsed.plan, reader, {}).diagnostics;
  REQUIRE(found.errors.size() == 1);
  CHECK(found.errors[0].code == Code::diff_truncated);
}
