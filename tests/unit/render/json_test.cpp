// The JSON envelope: exact fields.
#include <doctest/doctest.h>

#include "render/json.h"

namespace aptix::render {
namespace {

TEST_CASE("the envelope of nothing to say is complete") {
  CHECK(
      envelope("", {}) == "{\"schemaVersion\":1,\"successful\":true,\"result\":null,\"errors\":[],\"warnings\":[]}\n");
}

TEST_CASE("an error carries all that is known and nothing that is not") {
  Diagnostics diagnostics;
  Diagnostic error = make_error(Code::match_not_found, "the text is not in 'a.c'", "read the file again");
  error.path = "a.c";
  error.where = {.input = "<stdin>", .line = 4, .column = 9, .pointer = "/files/0"};
  error.notes = {"one", "two"};
  error.candidates.push_back({.line = 7, .text = "x\ty", .differs = "tabs for blanks"});
  error.candidates.push_back({.line = 9, .text = "a\nb", .differs = {}, .above = 1});
  diagnostics.errors.push_back(error);
  diagnostics.warnings.push_back(make_error(Code::root_missing, "no 'root'"));
  CHECK(envelope("{}", diagnostics) ==
      "{\"schemaVersion\":1,\"successful\":false,\"result\":{},\"errors\":["
      "{\"errorCode\":\"match.not_found\",\"message\":\"the text is not in 'a.c'\",\"hint\":\"read the file "
      "again\",\"path\":\"a.c\","
      "\"where\":{\"input\":\"<stdin>\",\"line\":4,\"column\":9,\"pointer\":\"/files/0\"},"
      "\"candidates\":[{\"line\":7,\"text\":\"x\\ty\",\"differs\":\"tabs for "
      "blanks\"},{\"line\":9,\"textLine\":8,\"text\":\"a\\nb\"}],"
      "\"details\":{\"notes\":[\"one\",\"two\"]}}],"
      "\"warnings\":[{\"errorCode\":\"root.missing\",\"message\":\"no 'root'\"}]}\n");
}

TEST_CASE("warnings are put into an envelope that is made already") {
  std::string text = envelope("{\"warnings\":[1]}", {});
  CHECK(add_warnings(text, {make_error(Code::root_missing, "no 'root'")}));
  CHECK(text ==
      "{\"schemaVersion\":1,\"successful\":true,\"result\":{\"warnings\":[1]},\"errors\":[],"
      "\"warnings\":[{\"errorCode\":\"root.missing\",\"message\":\"no 'root'\"}]}\n");
  CHECK(add_warnings(text, {make_error(Code::root_missing, "twice")}));
  CHECK(text.ends_with("\"no 'root'\"},{\"errorCode\":\"root.missing\",\"message\":\"twice\"}]}\n"));
  std::string other = "text\n";
  CHECK_FALSE(add_warnings(other, {make_error(Code::root_missing, "no 'root'")}));
  CHECK(other == "text\n");
}

TEST_CASE("a report names blocks, files and edits") {
  Report report;
  report.command = "bundle apply";
  report.transaction = 3;
  report.blocks.push_back(
      {.number = 1, .format = "bundle", .fenced = true, .info = "json", .line = 2, .bytes = 90, .edits = 1});
  report.blocks.push_back({.number = 2, .why = "no edit", .line = 9, .bytes = 4});
  FileReport file{.path = "a.c",
      .operation = "patch",
      .status = "changed",
      .before_sha = sha256("a"),
      .after_sha = sha256("b"),
      .lines_added = 1,
      .lines_removed = 2};
  file.edits.push_back({.status = EditStatus::applied,
      .rule = Rule::moved,
      .line = 5,
      .offset = -2,
      .places = 1,
      .pointer = "/files/0/patches/0"});
  file.edits.push_back({.status = EditStatus::noop, .pointer = "/files/0/patches/1"});
  report.files.push_back(file);
  report.files.push_back(
      {.path = "b.c", .operation = "create", .status = "changed", .after_sha = sha256("c"), .lines_added = 1});
  CHECK(render_json(report) ==
      "{\"schemaVersion\":1,\"successful\":true,\"result\":{\"command\":\"bundle "
      "apply\",\"dryRun\":false,\"complete\":true,\"transaction\":3,"
      "\"blocks\":[{\"number\":1,\"format\":\"bundle\",\"passedOver\":false,\"fenced\":true,\"info\":\"json\",\"line\":"
      "2,\"bytes\":90,\"edits\":1},"
      "{\"number\":2,\"format\":null,\"passedOver\":true,\"why\":\"no "
      "edit\",\"fenced\":false,\"info\":\"\",\"line\":9,\"bytes\":4,\"edits\":0}],"
      "\"files\":[{\"path\":\"a.c\",\"operation\":\"patch\",\"status\":\"changed\","
      "\"before\":\"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\","
      "\"after\":\"3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d\","
      "\"linesAdded\":1,\"linesRemoved\":2,"
      "\"edits\":[{\"status\":\"applied\",\"rule\":\"moved\",\"line\":5,\"offset\":-2,\"places\":1,\"pointer\":\"/"
      "files/0/patches/0\"},"
      "{\"status\":\"noop\",\"pointer\":\"/files/0/patches/1\"}]},"
      "{\"path\":\"b.c\",\"operation\":\"create\",\"status\":\"changed\",\"before\":null,"
      "\"after\":\"2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6\","
      "\"linesAdded\":1,\"linesRemoved\":0,\"edits\":[]}]},"
      "\"errors\":[],\"warnings\":[]}\n");
}

TEST_CASE("a run that failed before anything was found has no result") {
  Report report;
  report.diagnostics.errors.push_back(make_error(Code::input_unreadable, "cannot read 'x'"));
  CHECK(render_json(report).find("\"result\":null") != std::string::npos);
}

TEST_CASE("a dry run that failed still names what it found") {
  Report report;
  report.command = "bundle validate";
  report.dry_run = true;
  report.blocks.push_back({.number = 1, .format = "bundle"});
  report.diagnostics.errors.push_back(make_error(Code::find_empty, "the text to find is empty"));
  std::string text = render_json(report);
  CHECK(text.find("\"successful\":false,\"result\":{\"command\":\"bundle validate\",\"dryRun\":true") !=
      std::string::npos);
  CHECK(text.find("\"transaction\":null") != std::string::npos);
}

}  // namespace
}  // namespace aptix::render
