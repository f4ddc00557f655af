#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

std::string entry(const std::string& path) { return "{\"path\": \"" + path + "\", \"content\": \"x\"}"; }
std::string removal(const std::string& path) { return "{\"path\": \"" + path + "\", \"operation\": \"delete\"}"; }
std::string bundle_of(const std::string& entries) {
  return "```json\n{\"root\": \".\", \"files\": [\n" + entries + "\n]}\n```\n";
}
std::string diff_of(const std::string& path) {
  return "```diff\n--- a/" + path + "\n+++ b/" + path + "\n@@ -1 +1 @@\n-a\n+b\n```\n";
}

std::string git_patch_entry(const std::string& path, const std::string& diff) {
  return "{\"path\": \"" + path + "\", \"operation\": \"gitPatch\", \"content\": \"" + diff + "\"}";
}

}  // namespace

TEST_CASE("a plain plan has nothing wrong with it") {
  CHECK(Parsed(bundle_of(entry("a") + ",\n" + entry("b/c"))).checked().empty());
  CHECK(Parsed("no edit").checked().empty());
}

TEST_CASE("the whole content of a file twice names both places") {
  Parsed parsed(bundle_of(entry("a") + ",\n" + entry("b") + ",\n" + entry("a")));
  CHECK(test::joined(parsed.checked()) ==
      test::joined({"error content.twice 5:1 /files/2: the whole content of 'a' is given twice [give one entry for it] "
                    "(the first is at reply.md:3)"}));
  CHECK(Parsed(bundle_of(entry("a")) + bundle_of(entry("a"))).checked().size() == 1);
}

TEST_CASE("a gitPatch that makes a file states its whole content") {
  std::string made = git_patch_entry("a", "--- /dev/null\\n+++ b/a\\n@@ -0,0 +1 @@\\n+q\\n");
  std::string changed = git_patch_entry("a", "--- a/a\\n+++ b/a\\n@@ -1 +1 @@\\n-x\\n+q\\n");
  for (const std::string& entries : {made + ",\n" + entry("a"), entry("a") + ",\n" + made, made + ",\n" + made})
    CHECK(test::joined(Parsed(bundle_of(entries)).checked()) ==
        test::joined(
            {"error content.twice 4:" + std::string(entries.ends_with(made) ? "51 /files/1/content" : "1 /files/1") +
                ": the whole content of 'a' is given twice [give one entry for it] (the first is at reply.md:3)"}));
  CHECK(Parsed(bundle_of(changed + ",\n" + entry("a"))).checked().empty());
  CHECK(Parsed(bundle_of(entry("a") + ",\n" + changed)).checked().empty());
  CHECK(Parsed(bundle_of(made + ",\n" + changed)).checked().empty());
}

TEST_CASE("an answer may repeat a diff that makes a file") {
  std::string made = "```diff\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+q\n```\n";
  CHECK(Parsed(made + "All together:\n" + made).checked().empty());
}

TEST_CASE("content after a delete, and patches after content, apply in order") {
  CHECK(Parsed(bundle_of(removal("a") + ",\n" + entry("a"))).checked().empty());
  CHECK(Parsed(
      bundle_of(entry("a") +
          ",\n{\"path\": \"a\", \"operation\": \"patch\", \"patches\": [{\"find\": \"x\", \"replace\": \"y\"}]}"))
            .checked()
            .empty());
}

TEST_CASE("paths of one document that differ only in case are refused") {
  Parsed parsed(bundle_of(entry("src/A.txt") + ",\n" + entry("src/a.txt")));
  CHECK(test::joined(parsed.checked()) ==
      test::joined({"error path.case_twin 4:1 /files/1: the paths 'src/A.txt' and 'src/a.txt' differ only in case "
                    "[write the path as the file is called] (the first is at reply.md:3)"}));
  CHECK(test::joined(Parsed(bundle_of(entry("\xC3\xA9") + ",\n" + entry("e\xCC\x81"))).checked())
            .find("differ only in case or in how letters are composed: U+00E9 and U+0065 [") != std::string::npos);
  CHECK(Parsed(bundle_of(entry("\xC3\x84") + ",\n" + entry("\xC3\xA4"))).checked().size() == 1);
  CHECK(Parsed("```diff\ndiff --git a/A b/a\nsimilarity index 100%\nrename from A\nrename to a\n```\n")
            .checked()
            .empty());
}

TEST_CASE("a path that is the folder of another one is refused") {
  Parsed parsed(bundle_of(entry("a/b") + ",\n" + entry("ab") + ",\n" + entry("a-b") + ",\n" + entry("a")));
  CHECK(test::joined(parsed.checked()) ==
      test::joined({"error path.conflict 3:1 /files/0: 'a' would be a file and the folder of 'a/b' [delete 'a' in the "
                    "same answer, or choose another path] (the first is at reply.md:6)"}));
}

TEST_CASE("a file that is deleted may become a folder, and the other way round") {
  CHECK(Parsed(bundle_of(removal("a") + ",\n" + entry("a/b"))).checked().empty());
  CHECK(Parsed(bundle_of(removal("a/b") + ",\n" + entry("a"))).checked().empty());
  CHECK(Parsed(bundle_of(removal("a") + ",\n" + entry("a/b") + ",\n" + entry("a"))).checked().size() == 1);
}

TEST_CASE("two kinds of block on one file are refused unless they are allowed") {
  Parsed parsed(bundle_of(entry("a")) + diff_of("a"));
  CHECK(test::joined(parsed.checked()) ==
      test::joined({"error block.overlap 7:1: two kinds of block change 'a': 'bundle' and 'diff' [change each file in "
                    "one block, or allow it with --allow-overlap] (the first is at reply.md:3)"}));
  answer::CheckOptions options;
  options.allow_overlap = true;
  CHECK(parsed.checked(options).empty());
  CHECK(Parsed(bundle_of(entry("a")) + diff_of("b")).checked().empty());
  CHECK(Parsed(diff_of("a") + "text\n" + diff_of("a")).checked().empty());
}

TEST_CASE("limits name the flag that raises them") {
  Parsed parsed(bundle_of(entry("a") + ",\n" + entry("b")));
  answer::CheckOptions options;
  options.limits.files = 1;
  options.limits.edits = 1;
  options.limits.document_bytes = 10;
  CHECK(test::joined(parsed.checked(options)) ==
      test::joined({
          "error limit.exceeded: the input has " + std::to_string(parsed.input.bytes.size()) +
              " bytes; at most 10 are allowed [raise the limit with --max-input]",
          "error limit.exceeded: the input has 2 files; at most 1 are allowed [raise the limit with --max-files]",
          "error limit.exceeded: the input has 2 edits; at most 1 are allowed [raise the limit with --max-edits]",
      }));
  options.limits.files = options.limits.edits = options.limits.document_bytes = 0;
  CHECK(parsed.checked(options).empty());
}

TEST_CASE("more than one JSON document is a matter of style") {
  Parsed parsed(bundle_of(entry("a")) + bundle_of(entry("b")));
  answer::CheckOptions options;
  CHECK(parsed.checked(options).empty());
  options.formatting = true;
  CHECK(test::joined(parsed.checked(options)) ==
      test::joined({"warning style 8:1 /files/0: there is more than one JSON document [put all entries "
                    "into one document]"}));
}
