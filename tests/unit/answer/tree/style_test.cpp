#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

std::vector<std::string> style(const std::string& text) {
  std::vector<std::string> out;
  Parsed parsed(text, {.formatting = true});
  for (const Diagnostic& warning : parsed.diagnostics.warnings)
    if (warning.code == Code::style) out.push_back(std::to_string(warning.where.line) + ": " + warning.message);
  return out;
}

const std::string kPretty =
    "{\n  \"root\": \".\",\n  \"files\": [\n    {\n      \"path\": \"a\",\n      \"content\": \"{: }\\\"\\n\"\n    }\n "
    " ]\n}\n";

}  // namespace

TEST_CASE("a document as SYS-004 shows it has no findings") {
  CHECK(style("```json\n" + kPretty + "```\n").empty());
  CHECK(
      style("1. x\n\n   ```json\n   {\n     \"root\": \".\",\n     \"files\": [\n       {\n         \"path\": \"a\",\n "
            "        \"content\": \"\"\n       }\n     ]\n   }\n   ```\n")
          .empty());
}

TEST_CASE("findings are only made when they are asked for") { CHECK(Parsed(kPretty).said().empty()); }

TEST_CASE("a bare document in prose and another language are findings") {
  CHECK(style("Here it is.\n\n" + kPretty) == std::vector<std::string>{"3: the document is not in a code block"});
  CHECK(style(kPretty + "\nThat is all.\n") == std::vector<std::string>{"1: the document is not in a code block"});
  CHECK(style("```\n" + kPretty + "```\n") ==
      std::vector<std::string>{"2: the language of the code block is not 'json'"});
}

TEST_CASE("a document that is the whole input needs no code block") {
  CHECK(style(kPretty).empty());
  CHECK(style("\xEF\xBB\xBF\n\n" + kPretty + "\n").empty());
}

TEST_CASE("single-line JSON breaks four rules") {
  CHECK(style("```json\n{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"\"}]}\n```\n") ==
      std::vector<std::string>{"2: a brace is not on a line of its own", "2: there is more than one field on a line",
          "2: an array is not laid out over lines as it should be", "2: an object is on a single line"});
}

TEST_CASE("what is laid out otherwise than SYS-004 does it is a finding, once for each rule") {
  CHECK(style("```json\n{\n    \"root\": \".\",\n    \"files\": [\n        {\n            \"path\": \"a\",\n           "
              " \"content\": \"\"\n        }\n    ]\n}\n```\n") ==
      std::vector<std::string>{"3: a level is not indented by two spaces"});
  std::string_view colon = ": a colon is not right after its name, with one space after it";
  for (std::string_view path : {"\"path\" : \"a\"", "\"path\":\"a\"", "\"path\":  \"a\""})
    CHECK(
        style("```json\n{\n  \"root\": \".\",\n  \"files\": [\n    {\n      " + std::string(path) +
            ",\n      \"content\": \"\"\n    }\n  ]\n}\n```\n") == std::vector<std::string>{"6" + std::string(colon)});
  CHECK(style("```json\n{\n  \"root\": \".\",\n  \"files\": [\n    {\n      \"path\":\n      \"a\",\n      "
              "\"content\": \"\"\n    }\n  ]\n}\n```\n") == std::vector<std::string>{"6" + std::string(colon)});
  std::string_view array = ": an array is not laid out over lines as it should be";
  CHECK(style("```json\n{\n  \"root\": \".\",\n  \"files\": \n  [\n    {\n      \"path\": \"a\",\n      \"content\": "
              "\"\"\n    }\n  ]\n}\n```\n") ==
      std::vector<std::string>{
          "4" + std::string(colon), "4: there is white space at the end of a line", "5" + std::string(array)});
  CHECK(style("```json\n{\n  \"root\": \".\",\n  \"files\": [\n    {\n      \"path\": \"a\",\n      \"patches\": [],\n "
              "     \"content\": \"\"\n    } ]\n}\n```\n") ==
      std::vector<std::string>{"9: a brace is not on a line of its own", "9" + std::string(array)});
}

TEST_CASE("tabs and uneven indentation are findings, each where it begins") {
  CHECK(style("```json\n{\n\t\"root\": \".\",\n\t\"files\": [\n\t\t{\n\t\t\t\"path\": \"a\",\n\t\t\t\"content\": "
              "\"\"\n\t\t}\n\t]\n}\n```\n") == std::vector<std::string>{"3: a line is indented by tabs"});
  CHECK(
      style("```json\n{\n  \"root\": \".\",\n   \"files\": [\n    {\n      \"path\": \"a\",\n      \"content\": \"\"\n "
            "   }\n  ]\n}\n```\n") == std::vector<std::string>{"4: the indentation is not consistent"});
  CHECK(style("```json\n{\n\"root\": \".\",\n\"files\": [\n{\n\"path\": \"a\",\n\"content\": \"\"\n}\n]\n}\n```\n") ==
      std::vector<std::string>{"3: the indentation is not consistent"});
}
