// Line-patch batches: what is read, and every rule of TUL-002 §4 to §6 that can be broken.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "answer/format.h"
#include "unit/answer/parsed.h"

namespace {

using aptix::LineChange;
using test::Parsed;

constexpr std::string_view kSha = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::string batch(std::string_view changes) {
  return "{\"files\": [{\"docPath\": \"r/a.c\", \"originalSha256\": \"" + std::string(kSha) + "\", \"changes\": [" +
      std::string(changes) + "]}]}";
}

const LineChange& change(const Parsed& parsed, size_t index) {
  return std::get<LineChange>(parsed.file(0).edits.at(index).what);
}

std::string said_of(std::string_view changes) {
  std::string all;
  for (const std::string& line : Parsed(batch(changes)).said()) {
    size_t pointer = line.find("/files/0/changes");
    all += (all.empty() ? "" : "\n") + (pointer == std::string::npos ? line : line.substr(pointer + 16));
  }
  return all;
}

}  // namespace

TEST_CASE("a batch becomes a plan: docPath, hash, changes with their places") {
  Parsed parsed(
      batch(R"({"operation": "insert", "afterLine": 0, "newLines": ["a\tb", "c"], "changeKey": "k", "description": "d"},
    {"operation": "replace", "startLine": 2, "endLine": 3, "expectedOriginalLines": ["x", ""], "newLines": []},
    {"operation": "delete", "startLine": 5, "endLine": 5, "expectedOriginalLines": ["y"]})"));
  CHECK(parsed.said() == std::vector<std::string>{});
  CHECK(parsed.formats == std::vector<std::string_view>{"line-patch"});
  CHECK(parsed.file(0).names.doc_path == "r/a.c");
  CHECK(parsed.file(0).proof.sha->hex() == kSha);
  CHECK(parsed.file(0).operation == aptix::Operation::modify);
  REQUIRE(parsed.file(0).edits.size() == 3);
  CHECK(change(parsed, 0).kind == LineChange::Kind::insert);
  CHECK(change(parsed, 0).first == 0);
  CHECK(std::ranges::equal(change(parsed, 0).lines, std::vector<std::string_view>{"a\tb", "c"}));
  CHECK(change(parsed, 1).kind == LineChange::Kind::replace);
  CHECK(change(parsed, 1).first == 2);
  CHECK(change(parsed, 1).last == 3);
  CHECK(std::ranges::equal(change(parsed, 1).expected, std::vector<std::string_view>{"x", ""}));
  CHECK(change(parsed, 2).kind == LineChange::Kind::remove);
  CHECK(parsed.file(0).edits[2].origin.pointer == "/files/0/changes/2");
}

TEST_CASE("a value of the wrong type is said once and nothing is concluded from it") {
  CHECK(said_of(R"({"operation": "delete", "startLine": 2, "endLine": 2, "expectedOriginalLines": "x"})") ==
      "/0/expectedOriginalLines: 'expectedOriginalLines' must be an array, not the string 'x' [give a list, in "
      "brackets: [...]]");
  CHECK(
      said_of(R"({"operation": "replace", "startLine": 2, "endLine": "2", "expectedOriginalLines": 7, "newLines": {}})")
          .find("/0/endLine") == 0);
}

TEST_CASE("labels, keys and IDs may be given or null") {
  Parsed parsed(
      R"({"batchLabel": "b", "batchKey": null, "batchId": "x", "files": [{"fileKey": "k", "fileLabel": null, "filePatchId": "i",
    "docPath": "r/a", "source": "active", "isFullFile": true, "originalSha256": ")" +
      std::string(kSha) +
      R"(", "changes": [{"changeId": "c", "changeKey": null, "operation": "insert", "afterLine": 1, "newLines": ["x"], "startLine": null}]}]})");
  CHECK(parsed.only().starts_with("warning field.unexpected 2:"));
  CHECK(parsed.only().ends_with(
      " /files/0/changes/0/startLine: 'startLine' does not go with 'insert'; it was ignored [leave it out]"));
}

TEST_CASE("a batch is one by its label alone, so that what is missing can be named") {
  CHECK(Parsed(R"({"batchLabel": "x", "files": []})").only() ==
      "error input.no_edit 1:30 /files: 'files' is empty [add an entry for each file to change]");
  CHECK(Parsed(R"({"batchKey": "x"})").only() ==
      "error field.missing 1:1: the field 'files' is missing [add \"files\", an array]");
}

TEST_CASE("every missing field of an entry is named") {
  std::string said = test::joined(Parsed(R"({"batchLabel": "x", "files": [{}]})").said());
  for (std::string_view name : {"'docPath' is missing", "'originalSha256' is missing", "'changes' is missing"})
    CHECK(said.find(name) != std::string::npos);
}

TEST_CASE("a docPath is lower case, not empty, and named once") {
  auto said = Parsed(
      R"({"files": [{"docPath": "R/a", "originalSha256": "x", "changes": []}, {"docPath": "", "originalSha256": "", "changes": 1},
    {"docPath": "r/a", "originalSha256": null, "changes": []}]})")
                  .said();
  CHECK(test::joined(said) ==
      "error field.value 1:24 /files/0/docPath: 'docPath' is 'R/a', which is not lower case [write it as 'r/a']\n"
      "error field.value 1:49 /files/0/originalSha256: 'originalSha256' is 'x', which is not a SHA-256 [copy the 64 "
      "hex "
      "digits that 'aptix sha' or 'aptix "
      "read --json' shows for the file]\n"
      "error input.no_edit 1:65 /files/0/changes: 'changes' is empty [add a change, or leave the file out]\n"
      "error field.value 1:82 /files/1/docPath: 'docPath' is empty [give the docPath that 'aptix read --json' shows]\n"
      "error field.value 1:104 /files/1/originalSha256: 'originalSha256' is '', which is not a SHA-256 [copy the 64 "
      "hex "
      "digits that 'aptix sha' or 'aptix "
      "read --json' shows for the file]\n"
      "error field.type 1:119 /files/1/changes: 'changes' must be an array, not the number 1 [give a list, in "
      "brackets: [...]]\n"
      "error docpath.repeated 2:17 /files/2/docPath: there are two entries for 'r/a' [put all changes of a file into "
      "one entry] (the first is at reply.md:1)\n"
      "error field.type 2:42 /files/2/originalSha256: 'originalSha256' must be a string, not null [give one string, in "
      "quotes]\n"
      "error input.no_edit 2:59 /files/2/changes: 'changes' is empty [add a change, or leave the file out]\n");
}

TEST_CASE("RAG content as a base is refused at each level, and a part of a file, too") {
  auto said = Parsed(
      R"({"source": "rag-full", "files": [{"docPath": "r/a", "source": "rag-snippet", "isFullFile": false, "originalSha256": ")" +
      std::string(kSha) + R"(", "changes": [{"operation": "insert", "afterLine": 0, "newLines": ["x"]}]}]})")
                  .said();
  REQUIRE(said.size() == 3);
  CHECK(said[0].starts_with(
      "error source.rag 1:12 /source: 'source' is 'rag-full': RAG content is never the base of an edit"));
  CHECK(said[1].starts_with("error source.rag 1:63 /files/0/source: 'source' is 'rag-snippet'"));
  CHECK(
      said[2].starts_with("error source.rag 1:92 /files/0/isFullFile: 'isFullFile' is false: a part of a file is never "
                          "the base of an edit"));
}

TEST_CASE("a source is one of those that hold whole files") {
  auto parsed = [](std::string_view top, std::string_view own) {
    return Parsed("{" + std::string(top) + R"("files": [{)" + std::string(own) +
        R"("docPath": "r/a", "originalSha256": ")" + std::string(kSha) +
        R"(", "changes": [{"operation": "insert", "afterLine": 0, "newLines": ["x"]}]}]})");
  };
  CHECK(parsed("", "").plan.files.at(0).proof.source == std::nullopt);
  CHECK(parsed(R"("source": "cloud", )", "").plan.files.at(0).proof.source == aptix::FileSource::cloud);
  CHECK(parsed(R"("source": "cloud", )", R"("source": "Active", )").plan.files.at(0).proof.source ==
      aptix::FileSource::active);
  CHECK(
      parsed(R"("source": null, )", R"("source": "disk", )").plan.files.at(0).proof.source == aptix::FileSource::disk);
  CHECK(parsed(R"("source": "clod", )", "").said() ==
      std::vector<std::string>{
          "error field.value 1:12 /source: 'source' is 'clod', which is not a source of whole files "
          "[did you mean 'cloud'?]"});
}

TEST_CASE("RAG content as a base is refused in bundles and structured patches, too") {
  std::string bundle = R"({"root": ".", "files": [{"path": "a", "source": "rag-full", "content": "x"}]})";
  CHECK(test::joined(Parsed(bundle).said()).find("error source.rag 1:49 /files/0/source: 'source' is 'rag-full'") !=
      std::string::npos);
  std::string patch =
      R"({"root": ".", "source": "rag-snippet", "patches": [{"path": "a", "find": "x", "replace": "y"}]})";
  CHECK(test::joined(Parsed(patch).said()).find("error source.rag 1:25 /source: 'source' is 'rag-snippet'") !=
      std::string::npos);
}

TEST_CASE("each operation has its fields and no others") {
  CHECK(said_of(R"({"operation": "insert", "newLines": ["x"]})") ==
      "/0: 'afterLine' is missing, which 'insert' needs [add \"afterLine\", a number]");
  CHECK(
      said_of(
          R"({"operation": "delete", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["x"], "newLines": []})") ==
      "/0/newLines: 'newLines' does not go with 'delete' [leave it out]");
  CHECK(
      said_of(
          R"({"operation": "replace", "afterLine": 1, "startLine": 1, "endLine": 1, "expectedOriginalLines": ["x"], "newLines": ["y"]})") ==
      "/0/afterLine: 'afterLine' does not go with 'replace' [leave it out]");
  CHECK(said_of(R"({"operation": "insert", "afterLine": 1, "newLines": ["y"], "expectedOriginalLines": ["x"]})") ==
      "/0/expectedOriginalLines: 'expectedOriginalLines' does not go with 'insert' [leave it out]");
  CHECK(said_of(R"({"operation": "remove", "startLine": 1})") ==
      "/0/operation: 'operation' is 'remove', which is not an operation [it may be 'insert', 'replace', "
      "'delete', 'replaceByRange']");
  CHECK(said_of(R"({"operation": "insert", "afterLine": 1, "newLines": []})") ==
      "/0/newLines: there is no line to insert [add a line, or leave the change out]");
  CHECK(said_of(R"("insert")") ==
      "/0: a change must be an object, not the string 'insert' [give an object, in braces: {...}]");
}

TEST_CASE("numbers of lines are whole and count from 1") {
  for (std::string_view number : {"-1", "1.5", "1e3", "99999999999999999999", "\"1\""}) {
    CAPTURE(number);
    CHECK(said_of(R"({"operation": "insert", "newLines": ["x"], "afterLine": )" + std::string(number) + "}")
              .starts_with("/0/afterLine: 'afterLine' "));
  }
  CHECK(said_of(R"({"operation": "delete", "startLine": 0, "endLine": 1, "expectedOriginalLines": ["x"]})") ==
      "/0/startLine: 'startLine' is 0, not the number of a line [lines count from 1]");
  CHECK(said_of(R"({"operation": "delete", "startLine": 3, "endLine": 2, "expectedOriginalLines": ["x"]})") ==
      "/0/endLine: 'endLine' is 2, which is before 'startLine', 3 [give the last line of the range, counted in the "
      "file as it was read]");
}

TEST_CASE("expected lines are as many as the range has") {
  CHECK(said_of(R"({"operation": "delete", "startLine": 1, "endLine": 3, "expectedOriginalLines": ["x"]})") ==
      "/0/expectedOriginalLines: 'expectedOriginalLines' has 1 line, but the range 1 to 3 has 3 [give each line of the "
      "range as it stands in the file, or "
      "mend the range]");
}

TEST_CASE("a line is a string without a line break") {
  CHECK(
      said_of(
          R"({"operation": "insert", "afterLine": 1, "newLines": ["a", 5, "b\nc", "d\r", "e\r\n", "f\n\n", "\n"]})") ==
      "/0/newLines/1: a line must be a string, not the number 5 [put it in quotes]\n"
      "/0/newLines/2: there is a line break inside a line: 'b\\nc' [give each line as a string of its own, without its "
      "line end]\n"
      "/0/newLines/3: the line 'd' is given with its line end, '\\r' [leave that out: line ends are the file's own, "
      "and are kept]\n"
      "/0/newLines/4: the line 'e' is given with its line end, '\\r\\n' [leave that out: line ends are the file's own, "
      "and are kept]\n"
      "/0/newLines/5: there is a line break inside a line: 'f\\n\\n' [give each line as a string of its own, without "
      "its line end]\n"
      "/0/newLines/6: the line '' is given with its line end, '\\n' [leave that out: line ends are the file's own, and "
      "are kept]");
  CHECK(said_of(R"({"operation": "replace", "matchLines": ["a\r\n"], "matchMode": "exact", "newLines": ["b"]})") ==
      "/0/matchLines/0: the line 'a\\r' is given with its line end, '\\n' [leave that out: line ends are the file's "
      "own, and are kept]");
}

TEST_CASE("a new line holds no NUL character: the file would be no text any more") {
  CHECK(said_of(R"({"operation": "insert", "afterLine": 1, "newLines": ["a", "b\u0000c"]})") ==
      "/0/newLines/1: a NUL character stands in the line 'b\\x00c': the file would no longer be text "
      "[leave it out, or write it as the escape that "
      "the file's language has]");
}

TEST_CASE("a CR within a line is a part of it where the file has one there") {
  CHECK(
      said_of(
          R"({"operation": "replace", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["a\rb"], "newLines": ["a\rc", "d"]})") ==
      "");
  CHECK(said_of(R"({"operation": "delete", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["a\rb"]})") == "");
  CHECK(said_of(R"({"operation": "replace", "matchLines": ["a\rb"], "newLines": ["a\rc"]})") == "");
  auto refused = [](std::string_view changes) { return said_of(changes).substr(0, said_of(changes).find(':')); };
  CHECK(
      refused(
          R"({"operation": "replace", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["ab"], "newLines": ["a\rc"]})") ==
      "/0/newLines/0");
  CHECK(
      refused(
          R"({"operation": "replace", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["ab\r"], "newLines": ["ac"]})") ==
      "/0/expectedOriginalLines/0");
  CHECK(
      refused(
          R"({"operation": "replace", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["a\rb"], "newLines": ["a\rc\r"]})") ==
      "/0/newLines/0");
  CHECK(
      refused(
          R"({"operation": "replace", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["a\r\nb"], "newLines": ["c"]})") ==
      "/0/expectedOriginalLines/0");
  CHECK(refused(R"({"operation": "insert", "afterLine": 1, "newLines": ["a\rc"]})") == "/0/newLines/0");
}

TEST_CASE("a key that is given twice is a warning") {
  Parsed parsed(batch(R"({"changeKey": "k", "operation": "insert", "afterLine": 0, "newLines": ["a"]},
    {"changeKey": "k", "operation": "insert", "afterLine": 1, "newLines": ["a"]}, {"changeKey": null, "operation": "insert", "afterLine": 2, "newLines": ["a"]},
    {"changeKey": null, "operation": "insert", "afterLine": 3, "newLines": ["a"]})"));
  CHECK(parsed.said() ==
      std::vector<std::string>{"warning field.value 2:19 /files/0/changes/1/changeKey: 'changeKey' is 'k', as another "
                               "one before it is [give each a key of its own, or none]"});
}

TEST_CASE("changes are ordered from top to bottom") {
  CHECK(
      said_of(
          R"({"operation": "insert", "afterLine": 5, "newLines": ["a"]}, {"operation": "insert", "afterLine": 4, "newLines": ["b"]},
    {"operation": "insert", "afterLine": 5, "newLines": ["c"]})") ==
      "/1: the change after line 4 comes after a change further down, at line 5 [order the changes from top to "
      "bottom]");
  CHECK(said_of(R"({"operation": "delete", "startLine": 9, "endLine": 9, "expectedOriginalLines": ["x"]},
    {"operation": "delete", "startLine": 3, "endLine": 4, "expectedOriginalLines": ["x", "y"]})") ==
      "/1: the change at lines 3 to 4 comes after a change further down, at line 9 [order the changes from top to "
      "bottom]");
}

TEST_CASE("ranges do not overlap, and no insert lies inside of one") {
  std::string range =
      R"({"operation": "delete", "startLine": 10, "endLine": 12, "expectedOriginalLines": ["a", "b", "c"]})";
  auto with = [&](std::string_view other) { return said_of(range + "," + std::string(other)); };
  CHECK(
      with(
          R"({"operation": "replace", "startLine": 11, "endLine": 11, "expectedOriginalLines": ["b"], "newLines": ["x"]})") ==
      "/1: the change at line 11 overlaps an earlier one, which reaches to line 12 [put both into one 'replace'; line "
      "numbers are those of the file as it "
      "was read]");
  CHECK(with(R"({"operation": "insert", "afterLine": 10, "newLines": ["x"]})")
            .starts_with("/1: the change after line 10 overlaps"));
  CHECK(with(R"({"operation": "insert", "afterLine": 11, "newLines": ["x"]})")
            .starts_with("/1: the change after line 11 overlaps"));
  CHECK(with(R"({"operation": "insert", "afterLine": 12, "newLines": ["x"]})") == "");
  CHECK(with(R"({"operation": "delete", "startLine": 13, "endLine": 13, "expectedOriginalLines": ["d"]})") == "");
  CHECK(said_of(R"({"operation": "insert", "afterLine": 10, "newLines": ["x"]},)" + range)
            .starts_with("/1: the change at lines 10 to 12 overlaps an earlier one"));
  CHECK(said_of(R"({"operation": "insert", "afterLine": 9, "newLines": ["x"]},)" + range) == "");
}

TEST_CASE("the later form: replaceByRange, and replace by matching lines") {
  Parsed parsed(batch(
      R"({"operation": "replaceByRange", "startLine": 2, "endLine": 2, "expectedOriginalLines": ["x"], "newLines": ["y"]},
    {"operation": "replace", "matchLines": ["a", "b"], "newLines": ["c"], "occurrence": "last", "matchMode": "exact"},
    {"operation": "replace", "matchLines": ["a"], "newLines": []})"));
  CHECK(parsed.said() == std::vector<std::string>{});
  CHECK(change(parsed, 0).kind == LineChange::Kind::replace);
  CHECK(change(parsed, 1).kind == LineChange::Kind::match);
  CHECK(change(parsed, 1).occurrence == LineChange::Occurrence::last);
  CHECK(change(parsed, 1).with_line_ends);
  CHECK(change(parsed, 2).occurrence == LineChange::Occurrence::single);
  CHECK_FALSE(change(parsed, 2).with_line_ends);
  CHECK(
      said_of(
          R"({"operation": "replace", "matchLines": [], "newLines": ["c"], "occurrence": "frist", "startLine": 1})") ==
      "/0/matchLines: there is no line to look for [add a line, or leave the change out]\n"
      "/0/occurrence: 'occurrence' is 'frist' [did you mean 'first'?]\n"
      "/0/startLine: 'startLine' does not go with 'replace' with 'matchLines' [leave it out]");
}

TEST_CASE("lines view the input, or the document that the plan keeps") {
  Parsed parsed(batch(R"({"operation": "insert", "afterLine": 0, "newLines": ["plain", "a\"b"]})"));
  std::string_view plain = change(parsed, 0).lines[0];
  CHECK(plain.data() >= parsed.input.bytes.data());
  CHECK(plain.data() < parsed.input.bytes.data() + parsed.input.bytes.size());
  CHECK(change(parsed, 0).lines[1] == "a\"b");
  CHECK_FALSE(parsed.plan.owners.empty());
}
