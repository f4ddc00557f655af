#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

Parsed patch_document(const std::string& entries) {
  return Parsed("{\"root\": \".\", \"patches\": [\n" + entries + "\n]}");
}

}  // namespace

TEST_CASE("the flat shape becomes one file edit for each entry, in order") {
  Parsed parsed = patch_document(R"({"path": "a", "find": "1", "replace": "2", "limit": "once"},
{"path": "b", "find": "3", "replace": ""},
{"path": "a", "find": "2", "replace": "5", "limit": "all"})");
  CHECK(parsed.said().empty());
  CHECK(parsed.formats[0] == "patch");
  REQUIRE(parsed.plan.files.size() == 3);
  CHECK(parsed.file(0).operation == Operation::modify);
  CHECK(parsed.file(0).contract == Contract::literal);
  CHECK(parsed.file(2).path.str() == "a");
  CHECK(parsed.replacement(2, 0).find == "2");
  CHECK(parsed.replacement(2, 0).limit == Limit::all);
  CHECK(parsed.replacement(1, 0).limit == Limit::once);
  CHECK(parsed.file(2).origin.pointer == "/patches/2");
  CHECK(parsed.input.place_of(parsed.file(2).origin.offset).line == 4);
}

TEST_CASE("replacements of one file are its edits in order") {
  Parsed parsed = patch_document(
      R"({"path": "a", "replacements": [{"find": "1", "replace": "2"}, {"find": "2", "replace": "3", "limit": "all"}]})");
  CHECK(parsed.said().empty());
  REQUIRE(parsed.plan.files.size() == 1);
  REQUIRE(parsed.file(0).edits.size() == 2);
  CHECK(parsed.replacement(0, 1).find == "2");
  CHECK(parsed.file(0).edits[1].origin.pointer == "/patches/0/replacements/1");
}

TEST_CASE("both shapes in one document are fine, in one entry they are not") {
  CHECK(patch_document(
      R"({"path": "a", "find": "1", "replace": "2"}, {"path": "b", "replacements": [{"find": "1", "replace": "2"}]})")
            .said()
            .empty());
  CHECK(patch_document(R"({"path": "a", "find": "1", "replacements": [{"find": "1", "replace": "2"}]})").only() ==
      "error field.unexpected 2:15 /patches/0/find: 'find' does not go with 'replacements' [put it into an entry of "
      "'replacements']");
}

TEST_CASE("faults of a structured patch are reported with their places") {
  Parsed parsed = patch_document(R"({"path": "a", "find": "", "replace": "2"},
{"path": "a", "find": "x", "replace": 2},
{"find": "x", "replace": "y"},
{"path": "a", "replacements": []},
{"path": "a", "replacements": [1, {"find": 3, "replace": "y", "limit": "ONCE"}]},
null)");
  CHECK(test::joined(parsed.said()) ==
      test::joined({
          "error find.empty 2:23 /patches/0/find: the text to find is empty [copy the text to change from the file]",
          "error field.type 3:39 /patches/1/replace: 'replace' must be a string, not the number 2 [put it in quotes]",
          "error field.missing 4:1 /patches/2: the field 'path' is missing [add \"path\", a string]",
          "error input.no_edit 5:31 /patches/3/replacements: 'replacements' is empty [add an object with 'find' "
          "and 'replace']",
          "error field.type 6:32 /patches/4/replacements/0: an edit must be an object, not the number 1 [give an "
          "object, in braces: {...}]",
          "error field.type 6:44 /patches/4/replacements/1/find: 'find' must be a string, not the number 3 [put it in "
          "quotes]",
          "error field.value 6:72 /patches/4/replacements/1/limit: 'limit' is 'ONCE', not 'once' or 'all' [it may be "
          "'once', 'all']",
          "error field.type 7:1 /patches/5: an entry of 'patches' must be an object, not null [give an object, in "
          "braces: {...}]",
      }));
  CHECK(parsed.diagnostics.errors[0].path == "a");
}

TEST_CASE("patches that are no list, or empty, are errors") {
  CHECK(Parsed("{\"root\": \".\", \"patches\": \"x\"}").only() ==
      "error field.type 1:26 /patches: 'patches' must be an array, not the string 'x' [give a list, in brackets: "
      "[...]]");
  CHECK(Parsed("{\"root\": \".\", \"patches\": []}").only() ==
      "error input.no_edit 1:26 /patches: 'patches' is empty [add an entry for each text to change]");
}

TEST_CASE("a root and a leading './' work as in a bundle") {
  Parsed parsed("{\"root\": \"./src\", \"patches\": [{\"path\": \"./a\", \"find\": \"x\", \"replace\": \"y\"}]}");
  CHECK(parsed.only() ==
      "warning path.repaired 1:40 /patches/0/path: the path './a' begins with './' [write it without './']");
  CHECK(parsed.file(0).path.str() == "src/a");
}

TEST_CASE("an unknown field in a patch is a warning") {
  CHECK(patch_document(R"({"path": "a", "find": "x", "replace": "y", "limt": "all"})").only() ==
      "warning field.unknown 2:44 /patches/0/limt: the field 'limt' is not known; it was ignored [did you mean "
      "'limit'?]");
}
