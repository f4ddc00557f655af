#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

// A bundle of the entries given, as a whole input; its first line is the object's.
Parsed bundle(const std::string& entries) { return Parsed("{\"root\": \".\", \"files\": [\n" + entries + "\n]}"); }

}  // namespace

TEST_CASE("a bundle becomes file edits in order, each with its operation") {
  Parsed parsed = bundle(R"({"path": "a", "operation": "create", "content": "1\n"},
{"path": "b", "operation": "replace", "content": ""},
{"path": "c", "content": "3"},
{"path": "d", "operation": "delete"},
{"path": "e/f.txt", "operation": "patch", "patches": [{"find": "x", "replace": "y", "limit": "all"}]})");
  CHECK(parsed.said().empty());
  CHECK(parsed.formats[0] == "bundle");
  REQUIRE(parsed.plan.files.size() == 5);
  CHECK(parsed.file(0).operation == Operation::create);
  CHECK(parsed.file(0).path.str() == "a");
  CHECK(parsed.content(0) == "1\n");
  CHECK(parsed.file(1).operation == Operation::write);
  CHECK(parsed.content(1) == "");
  CHECK(parsed.file(2).operation == Operation::write);
  CHECK(parsed.content(2) == "3");
  CHECK(parsed.file(3).operation == Operation::remove);
  CHECK(parsed.file(3).edits.empty());
  CHECK(parsed.file(4).operation == Operation::modify);
  CHECK(parsed.file(4).path.str() == "e/f.txt");
  CHECK(parsed.file(4).contract == Contract::literal);
  CHECK(parsed.replacement(4, 0).find == "x");
  CHECK(parsed.replacement(4, 0).replace == "y");
  CHECK(parsed.replacement(4, 0).limit == Limit::all);
  CHECK(parsed.file(4).origin.pointer == "/files/4");
  CHECK(parsed.input.place_of(parsed.file(4).origin.offset).line == 6);
  CHECK(parsed.file(4).edits[0].origin.pointer == "/files/4/patches/0");
}

TEST_CASE("a missing limit is once") {
  Parsed parsed = bundle(
      R"({"path": "a", "operation": "patch", "patches": [{"find": "x", "replace": ""}, {"find": "y", "replace": "z", "limit": "once"}]})");
  CHECK(parsed.said().empty());
  CHECK(parsed.replacement(0, 0).limit == Limit::once);
  CHECK(parsed.replacement(0, 0).replace == "");
  CHECK(parsed.replacement(0, 1).limit == Limit::once);
}

TEST_CASE("content outlives the block, escaped or not, also in an indented block") {
  Parsed parsed(
      "1. x\n\n   ```json\n   {\"root\": \".\", \"files\": [\n     {\"path\": \"a\", \"content\": \"l1\\nl2\"},\n     "
      "{\"path\": \"b\", \"content\": \"plain\"}\n   ]}\n   ```\n");
  parsed.blocks.clear();
  CHECK(parsed.content(0) == "l1\nl2");
  CHECK(parsed.content(1) == "plain");
}

TEST_CASE("a missing root is a warning and '.' is taken") {
  Parsed parsed("{\"files\": [{\"path\": \"a\", \"content\": \"\"}]}");
  CHECK(parsed.only() == "warning root.missing 1:1: the document has no 'root'; '.' is used [add \"root\": \".\"]");
  CHECK(parsed.file(0).path.str() == "a");
  CHECK(Parsed("{\"root\": \"\", \"files\": [{\"path\": \"a\", \"content\": \"\"}]}").only() ==
      "warning root.missing 1:10 /root: 'root' is empty; '.' is used [write \"root\": \".\"]");
}

TEST_CASE("a root is joined to every path, however it is written") {
  for (const char* root : {"src", "./src", "src/", "./src/"}) {
    Parsed parsed("{\"root\": \"" + std::string(root) + "\", \"files\": [{\"path\": \"a/b\", \"content\": \"\"}]}");
    CHECK(parsed.said().empty());
    CHECK(parsed.file(0).path.str() == "src/a/b");
  }
  for (const char* root : {".", "./"}) {
    Parsed parsed("{\"root\": \"" + std::string(root) + "\", \"files\": [{\"path\": \"a/b\", \"content\": \"\"}]}");
    CHECK(parsed.said().empty());
    CHECK(parsed.file(0).path.str() == "a/b");
  }
}

TEST_CASE("a root that leads out of the root is refused") {
  for (const char* root : {"..", "../x", "src/../..", "/etc", "a/.."}) {
    Parsed parsed("{\"root\": \"" + std::string(root) + "\", \"files\": [{\"path\": \"a\", \"content\": \"\"}]}");
    CHECK(parsed.only() ==
        "error root.escapes 1:10 /root: the document's root '" + std::string(root) +
            "' is not below the root [write \"root\": \".\", or a folder below it]");
  }
  CHECK(Parsed("{\"root\": \".git\", \"files\": [{\"path\": \"a\", \"content\": \"\"}]}").diagnostics.errors[0].code ==
      Code::path_reserved);
  CHECK(Parsed("{\"root\": 3, \"files\": [{\"path\": \"a\", \"content\": \"\"}]}").only() ==
      "error field.type 1:10 /root: 'root' must be a string, not the number 3 [put it in quotes]");
}

TEST_CASE("a leading './' of a path is dropped with a warning") {
  Parsed parsed = bundle("{\"path\": \"././a/b\", \"content\": \"\"}");
  CHECK(parsed.only() ==
      "warning path.repaired 2:10 /files/0/path: the path '././a/b' begins with './' [write it without './']");
  CHECK(parsed.file(0).path.str() == "a/b");
}

TEST_CASE("a path that breaks the path rules is refused with its place") {
  Parsed parsed = bundle(
      "{\"path\": \"../x\", \"content\": \"\"},\n{\"path\": \"/x\", \"content\": \"\"},\n{\"path\": \".git/config\", "
      "\"content\": \"\"},\n{\"path\": \"a\\u0000b\", \"content\": \"\"},\n{\"path\": \"\", \"content\": \"\"}");
  REQUIRE(parsed.diagnostics.errors.size() == 5);
  CHECK(parsed.diagnostics.warnings.empty());
  CHECK(parsed.diagnostics.errors[0].where.line == 2);
  CHECK(parsed.diagnostics.errors[0].where.column == 10);
  CHECK(parsed.diagnostics.errors[0].where.pointer == "/files/0/path");
  CHECK(parsed.diagnostics.errors[0].path == "../x");
  CHECK(parsed.diagnostics.errors[1].code == Code::path_invalid);
  CHECK(parsed.diagnostics.errors[2].code == Code::path_reserved);
  CHECK(parsed.diagnostics.errors[3].code == Code::path_invalid);
  CHECK(parsed.diagnostics.errors[4].message == "the path is empty");
  CHECK(exit_code(parsed.diagnostics.errors) == 4);
}

TEST_CASE("an absolute path is called so, also below a root") {
  Parsed parsed("{\"root\": \"src\", \"files\": [{\"path\": \"/a\", \"content\": \"\"}]}");
  CHECK(parsed.diagnostics.errors.at(0).message == "the path '/a' is absolute");
}

TEST_CASE("all faults of a document are reported at once, in order of their places") {
  Parsed parsed = bundle(R"({"path": 7, "content": "x"},
{"operation": "create", "content": "x"},
{"path": "c", "operation": "create"},
{"path": "d", "operation": "updte", "content": "x"},
{"path": "e", "operation": "patch", "patches": [{"find": "", "replace": "x"}, {"find": "x"}, {"find": "x", "replace": "y", "limit": "twice"}]},
"f",
{"path": "g", "content": ["x"]})");
  CHECK(test::joined(parsed.said()) ==
      test::joined({
          "error field.type 2:10 /files/0/path: 'path' must be a string, not the number 7 [put it in quotes]",
          "error field.missing 3:1 /files/1: the field 'path' is missing [add \"path\", a string]",
          "error field.missing 4:1 /files/2: 'content' is missing, which 'create' needs [add \"content\", a string]",
          "error field.value 5:28 /files/3/operation: 'operation' is 'updte', which is not one of the five operations "
          "[it "
          "may be 'create', 'replace', 'delete', 'patch', 'gitPatch']",
          "error find.empty 6:58 /files/4/patches/0/find: the text to find is empty [copy the text to change from the "
          "file]",
          "error field.missing 6:79 /files/4/patches/1: the field 'replace' is missing [add \"replace\", a string]",
          "error field.value 6:133 /files/4/patches/2/limit: 'limit' is 'twice', not 'once' or 'all' [it may be "
          "'once', 'all']",
          "error field.type 7:1 /files/5: an entry of 'files' must be an object, not the string 'f' [give an object, "
          "in braces: {...}]",
          "error field.type 8:26 /files/6/content: 'content' must be a string, not an array [give one string, in "
          "quotes]",
      }));
}

TEST_CASE("a misspelt operation gets a suggestion") {
  CHECK(bundle(R"({"path": "a", "operation": "Create", "content": "x"})").only().ends_with("[did you mean 'create'?]"));
  CHECK(bundle(R"({"path": "a", "operation": "gitpatch", "content": "x"})")
            .only()
            .ends_with("[did you mean 'gitPatch'?]"));
  CHECK(bundle(R"({"path": "a", "operation": "update", "content": "x"})")
            .only()
            .ends_with("[use 'replace' with the whole content, or 'patch' with texts to find and replace]"));
  CHECK(bundle(R"({"path": "a", "operation": "remplace", "content": "x"})")
            .only()
            .ends_with("[did you mean 'replace'?]"));
}

TEST_CASE("an unknown field is a warning with a suggestion") {
  Parsed parsed = bundle(R"({"path": "a", "contnet": "x", "content": "y"})");
  CHECK(parsed.only() ==
      "warning field.unknown 2:15 /files/0/contnet: the field 'contnet' is not known; it was ignored [did you mean "
      "'content'?]");
  CHECK(parsed.content(0) == "y");
  CHECK(Parsed("{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"\"}], \"note/~\": 1}").only() ==
      "warning field.unknown 1:56 /note~1~0: the field 'note/~' is not known; it was ignored [it may be 'root', "
      "'files', 'patches']");
}

TEST_CASE("patches on create, replace and delete are an error") {
  for (const char* operation : {"create", "replace"}) {
    Parsed parsed = bundle(
        "{\"path\": \"a\", \"operation\": \"" + std::string(operation) + "\", \"content\": \"x\", \"patches\": []}");
    CHECK(parsed.diagnostics.errors.at(0).message == "'patches' does not go with '" + std::string(operation) + "'");
    CHECK(parsed.diagnostics.errors.at(0).code == Code::field_unexpected);
  }
  CHECK(bundle(R"({"path": "a", "operation": "delete", "patches": [{"find": "x", "replace": "y"}]})")
            .diagnostics.errors.size() == 1);
  CHECK(bundle(R"({"path": "a", "content": "x", "patches": []})").only() ==
      "error field.unexpected 2:31 /files/0/patches: 'patches' does not go with an entry without 'operation' [use "
      "\"operation\": \"patch\", or leave 'patches' out]");
}

TEST_CASE("content on delete and patch is a warning, null is not") {
  CHECK(bundle(R"({"path": "a", "operation": "delete", "content": "x"})").only() ==
      "warning field.unexpected 2:38 /files/0/content: 'content' does not go with 'delete'; it was ignored [leave it "
      "out]");
  CHECK(bundle(R"({"path": "a", "operation": "delete", "content": null})").said().empty());
  CHECK(bundle(R"({"path": "a", "operation": "patch", "content": "", "patches": [{"find": "x", "replace": "y"}]})")
            .diagnostics.warnings.size() == 1);
  CHECK(bundle(R"({"path": "a", "operation": "create", "content": "", "patches": null})").said().empty());
}

TEST_CASE("null where a value is needed is a wrong type") {
  CHECK(bundle(R"({"path": "a", "operation": "create", "content": null})").only() ==
      "error field.type 2:49 /files/0/content: 'content' must be a string, not null [give one string, in quotes]");
  CHECK(bundle(R"({"path": "a", "operation": "patch", "patches": null})").only() ==
      "error field.type 2:48 /files/0/patches: 'patches' must be an array, not null [give a list, in brackets: [...]]");
  CHECK(bundle(R"({"path": null, "content": ""})").only() ==
      "error field.type 2:10 /files/0/path: 'path' must be a string, not null [give one string, in quotes]");
}

TEST_CASE("null in a field that may be left out is as if it were not there") {
  CHECK(bundle(R"({"path": "a", "operation": null, "content": ""})").said().empty());
  CHECK(bundle(R"({"path": "a", "operation": "patch", "patches": [{"find": "x", "replace": "y", "limit": null}]})")
            .said()
            .empty());
}

TEST_CASE("an empty list holds no edit") {
  CHECK(Parsed("{\"root\": \".\", \"files\": []}").only() ==
      "error input.no_edit 1:24 /files: 'files' is empty [add an entry for each file to change]");
  CHECK(bundle(R"({"path": "a", "operation": "patch", "patches": []})").only() ==
      "error input.no_edit 2:48 /files/0/patches: 'patches' is empty [add an object with 'find' and "
      "'replace']");
}

TEST_CASE("files of the wrong type and a missing files are errors") {
  CHECK(Parsed("{\"root\": \".\", \"files\": {\"a\": \"x\"}}").only() ==
      "error field.type 1:24 /files: 'files' must be an array, not an object [give a list, in brackets: [...]]");
  CHECK(Parsed("{\"root\": \".\"}").only() ==
      "error field.missing 1:1: the field 'files' is missing [add \"files\", an array]");
}

TEST_CASE("files and patches in one object are refused") {
  Parsed parsed("{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"\"}], \"patches\": []}");
  CHECK(parsed.only() ==
      "error format.mixed 1:56 /patches: one object has both 'files' and 'patches' [put the patches into an entry of "
      "'files' with \"operation\": \"patch\"]");
  CHECK(
      Parsed("{\"root\": \".\", \"patches\": [{\"path\": \"a\", \"find\": \"x\", \"replace\": \"y\"}], \"files\": []}")
          .diagnostics.errors.at(0)
          .code == Code::format_mixed);
}

TEST_CASE("a fault of the JSON is reported in the whole input's terms") {
  Parsed parsed(
      "Here:\n\n```json\n{\n  \"root\": \".\",\n  \"files\": [\n    {\"path\": \"a\" \"content\": \"\"}\n  "
      "]\n}\n```\n");
  REQUIRE(parsed.diagnostics.errors.size() == 1);
  CHECK(parsed.diagnostics.errors[0].code == Code::json_syntax);
  CHECK(parsed.diagnostics.errors[0].where.line == 7);
  CHECK(parsed.diagnostics.errors[0].where.column == 18);
}

TEST_CASE("positions in an indented block count the indentation too") {
  Parsed parsed(
      "- list\n\n  ```json\n  {\n    \"root\": \".\",\n    \"files\": [\n      {\"path\": \"\xC3\xA9\", \"content\": "
      "5}\n    ]\n  }\n  ```\n");
  CHECK(parsed.only() ==
      "error field.type 7:32 /files/0/content: 'content' must be a string, not the number 5 [put it in quotes]");
}

TEST_CASE("repairs of the JSON are warnings") {
  Parsed parsed = bundle("{\"path\": \"a\", \"content\": \"x\ny\",}");
  CHECK(parsed.diagnostics.errors.empty());
  CHECK(parsed.diagnostics.warnings.size() == 2);
  for (const Diagnostic& warning : parsed.diagnostics.warnings) CHECK(warning.code == Code::json_repaired);
  CHECK(parsed.content(0) == "x\ny");
}

TEST_CASE("a bundle cut at any byte is never taken for a whole one") {
  std::string whole =
      "{\"root\": \".\", \"files\": [{\"path\": \"a\", \"operation\": \"patch\", \"patches\": [{\"find\": \"\\u00e9\", "
      "\"replace\": \"\\\\\"}]}]}";
  CHECK(Parsed(whole).said().empty());
  for (size_t size = 1; size < whole.size(); ++size) {
    INFO("cut at ", size);
    CHECK_FALSE(Parsed(whole.substr(0, size)).diagnostics.ok());
    CHECK_FALSE(Parsed("Here:\n```json\n" + whole.substr(0, size)).diagnostics.ok());
    // After a whole block, the rest must not be taken for an answer either.
    CHECK_FALSE(Parsed("```json\n" + whole + "\n```\nand\n```json\n" + whole.substr(0, size)).diagnostics.ok());
    CHECK_FALSE(Parsed("```json\n" + whole + "\n```\nand\n" + whole.substr(0, size)).diagnostics.ok());
  }
}

TEST_CASE("an unclosed fence around a whole bundle is a warning") {
  Parsed parsed("```json\n{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"\"}]}\n");
  CHECK(parsed.only() ==
      "warning fence.unclosed 1:1: the code block that begins here has no closing fence [close it with a line of its "
      "own]");
  CHECK(parsed.plan.files.size() == 1);
}

TEST_CASE("a duplicate key is refused") {
  CHECK(bundle(R"({"path": "a", "content": "x", "content": "y"})").diagnostics.errors.at(0).code ==
      Code::json_duplicate_key);
}

TEST_CASE("a document of a thousand faults and more lists a thousand and counts the others") {
  std::string entries;
  for (int i = 0; i < 3000; ++i) entries += (i == 0 ? "" : ",\n") + std::string("{\"path\": 1, \"content\": \"\"}");
  Parsed parsed = bundle(entries);
  REQUIRE(parsed.diagnostics.errors.size() == 1000);
  CHECK(parsed.diagnostics.errors.back().where.line == 1001);
  CHECK(parsed.diagnostics.more_errors == 2000);
}

TEST_CASE("the gravest fault is listed after a thousand others") {
  std::string entries;
  for (int i = 0; i < 1500; ++i) entries += "{\"path\": 1, \"content\": \"\"},\n";
  Parsed parsed = bundle(entries + "{\"path\": \"../a\", \"content\": \"\"}");
  REQUIRE(parsed.diagnostics.errors.size() == 1001);
  CHECK(aptix::info(parsed.diagnostics.errors.back().code).exit_class == 4);
  CHECK(parsed.diagnostics.more_errors == 500);
}

TEST_CASE("faults of the JSON that are not listed are counted, too") {
  std::string keys;
  for (int i = 0; i < 1500; ++i) keys += "\"path\": \"a\", ";
  Parsed parsed = bundle("{" + keys + "\"content\": \"\"}");
  CHECK(parsed.diagnostics.errors.size() == 1000);
  CHECK(parsed.diagnostics.more_errors == 499);
}

TEST_CASE("JSON that is not ours is passed over") {
  auto formats = [](const std::string& text) { return Parsed("```json\n" + text + "\n```\n").formats.at(0); };
  CHECK(formats("{\"a\": 1}") == "");
  CHECK(formats("{\"name\": \"p\", \"files\": [\"dist\"]}") == "");
  CHECK(formats("{\"compilerOptions\": {}, \"files\": []}") == "");
  CHECK(formats("[1, 2]") == "");
  CHECK(formats("{\"root\": true, \"rules\": {}}") == "");
  CHECK(formats("{ ... }") == "");
  CHECK(formats("{\"files\": [], \"references\": [{\"path\": \"./a\"}]}") == "");
}

TEST_CASE("JSON that is meant as ours is read, so that its faults are reported") {
  auto formats = [](const std::string& text) { return Parsed("```\n" + text + "\n```\n").formats.at(0); };
  CHECK(formats("{\"files\": [{\"path\": \"a\", \"content\": \"\"}], \"x\": 1}") == "bundle");
  CHECK(formats("// my bundle\n{\"files\": [{\"content\": \"\"}]}") == "bundle");
  CHECK(formats("{\"root\": \".\", \"files\": [\"a\"]}") == "bundle");
  CHECK(formats("{\"root\": \".\", \"file\": [{\"path\": \"a\"}]}") == "bundle");
  CHECK(formats("{'root': '.', 'files': []}") == "bundle");
  CHECK(formats("{\"root\": \".\", \"patches\": [") == "patch");
  CHECK(formats("{\xE2\x80\x9Croot\xE2\x80\x9D: \xE2\x80\x9C.\xE2\x80\x9D, \xE2\x80\x9Cpatches\xE2\x80\x9D: []}") ==
      "patch");
}

TEST_CASE("an entry whose path is refused is read for its other faults all the same") {
  Parsed parsed(
      "{\"root\": \".\", \"files\": [{\"path\": \"../x\", \"operation\": \"patch\", \"patches\": [{\"find\": \"\", "
      "\"replace\": \"y\"}]}]}");
  REQUIRE(parsed.diagnostics.errors.size() == 2);
  CHECK(parsed.diagnostics.errors[0].code == Code::path_invalid);
  CHECK(parsed.diagnostics.errors[1].code == Code::find_empty);
  CHECK(parsed.diagnostics.errors[1].where.pointer == "/files/0/patches/0/find");
}
