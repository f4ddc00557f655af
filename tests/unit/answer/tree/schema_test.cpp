#include "answer/tree/schema.h"

#include <doctest/doctest.h>

#include <string>

#include "answer/format.h"
#include "answer/outline/extract.h"
#include "support/schema_check.h"

using namespace aptix;

namespace {

std::string schema_text(std::string_view name) {
  for (const answer::Schema& schema : answer::schemas()) {
    if (schema.name != name) continue;
    json::Writer w;
    schema.write(w);
    return w.take();
  }
  return {};
}

bool fits(std::string_view document, std::string_view schema_name) {
  std::string schema = schema_text(schema_name);
  json::ReadResult value = json::read(document), rules = json::read(schema);
  return test::conforms(value.document.value().root(), rules.document.value().root());
}

}  // namespace

TEST_CASE("every schema is one for constrained decoding") {
  for (const answer::Schema& schema : answer::schemas()) {
    std::string text = schema_text(schema.name);
    json::ReadResult read = json::read(text);
    REQUIRE(read.document);
    CHECK(test::is_strict(read.document->root()));
    CHECK(read.document->root().find("type")->text() == "object");
    CHECK_FALSE(read.document->root().find("anyOf"));
  }
}

TEST_CASE("a schema of bundles wants of each operation what goes with it") {
  CHECK(fits(R"({"root": ".", "files": [{"path": "a", "operation": "create", "content": "x"}]})", "bundle"));
  CHECK(fits(R"({"root": ".", "files": [{"path": "a", "operation": "delete"}]})", "bundle"));
  CHECK(fits(
      R"({"root": ".", "files": [{"path": "a", "operation": "patch", "patches": [{"find": "x", "replace": "", "limit": "all"}]}]})",
      "bundle"));
  CHECK_FALSE(fits(R"({"root": ".", "files": [{"path": "a", "operation": "create"}]})", "bundle"));
  CHECK_FALSE(fits(R"({"root": ".", "files": [{"path": "a", "operation": "delete", "content": "x"}]})", "bundle"));
  CHECK_FALSE(fits(R"({"root": ".", "files": [{"path": "a", "operation": "move", "content": "x"}]})", "bundle"));
  CHECK_FALSE(fits(R"({"root": ".", "files": []})", "bundle"));
  CHECK_FALSE(fits(R"({"files": [{"path": "a", "operation": "delete"}]})", "bundle"));
  CHECK_FALSE(fits(R"({"root": ".", "files": [{"path": "a", "operation": "delete"}], "note": ""})", "bundle"));
}

TEST_CASE("a schema of line changes takes the labels as null, and no made-up hash") {
  std::string sha(64, 'a');
  auto batch = [](const std::string& hash, std::string_view label) {
    return R"({"files": [{"docPath": "p/a", "originalSha256": ")" + hash +
        R"(", "changes": [{"operation": "insert", "afterLine": 0, "newLines": ["x"], "description": null}]}], "batchLabel": )" +
        std::string(label) + "}";
  };
  CHECK(fits(batch(sha, "null"), "line-patch"));
  CHECK(fits(batch(sha, "\"x\""), "line-patch"));
  CHECK_FALSE(fits(batch("...", "null"), "line-patch"));
  CHECK_FALSE(fits(batch(sha, "1"), "line-patch"));
}
