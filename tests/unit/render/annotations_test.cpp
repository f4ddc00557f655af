#include <doctest/doctest.h>

#include "base/json/json.h"
#include "render/text.h"

using namespace aptix;
using namespace aptix::render;

namespace {

Diagnostics sample() {
  Diagnostics said;
  Error second = error_at("src/b c.py", Code::match_not_found, "the text is not in 'src/b c.py', 100%", "copy it");
  second.where = {.input = "answer.md", .line = 12, .column = 1};
  second.candidates.push_back({.line = 40, .text = "x", .differs = ""});
  said.errors.push_back(second);
  Error first = make_error(Code::json_syntax, "expected ','");
  first.where = {.input = "answer.md", .line = 3, .column = 7};
  said.errors.push_back(first);
  Error nowhere = make_error(Code::json_syntax, "expected '}'");
  nowhere.where = {.input = "<stdin>", .line = 9};
  said.errors.push_back(nowhere);
  said.warnings.push_back(error_at("a.py", Code::match_whitespace, "fits but for white space"));
  said.warnings.back().notes = {"line 2"};
  return said;
}

}  // namespace

TEST_CASE("annotations are sorted and escaped, and stand at the file and the nearest line") {
  CHECK(github_annotations(sample(), {.prefix = "sub,dir", .input_prefix = "in"}) ==
      "::error title=json.syntax::expected '}'%0Aline 9 of <stdin>\n"
      "::error file=in/answer.md,line=3,title=json.syntax::expected ','\n"
      "::error file=sub%2Cdir/src/b c.py,line=40,title=match.not_found::the text is not in 'src/b c.py', 100%25%0Aline "
      "12 of answer.md%0Ahint: copy it\n"
      "::warning file=sub%2Cdir/a.py,line=1,title=match.whitespace::fits but for white space%0Aline 2\n");
}

TEST_CASE("an error about a path that is not in the repository stands at the answer") {
  for (const char* path : {"../up", "a/../../up", "/etc/passwd"}) {
    Diagnostics said;
    said.errors.push_back(error_at(path, Code::path_invalid, "no"));
    said.errors.back().where = {.input = "a.md", .line = 3, .column = 1};
    CHECK(github_annotations(said, {}) == "::error file=a.md,line=3,title=path.invalid::no\n");
  }
}

TEST_CASE("a run fails in SARIF by an error that has no place, and what is left out is told") {
  Diagnostics said;
  said.warnings.push_back(make_error(Code::match_whitespace, "fits"));
  CHECK(sarif(said, {}).find("\"executionSuccessful\":true") != std::string::npos);
  said.errors.push_back(make_error(Code::json_syntax, "no"));
  CHECK(sarif(said, {}).find("\"executionSuccessful\":false") != std::string::npos);
  CHECK(sarif(said, {}).find("left out") == std::string::npos);
  for (int i = 0; i < 5001; ++i) said.errors.push_back(error_at("a.c", Code::match_not_found, "no"));
  CHECK(sarif(said, {}).find("{\"level\":\"note\",\"message\":{\"text\":\"left out: 1 more result\"}}") !=
      std::string::npos);
}

TEST_CASE("the summary of a step is a table") {
  CHECK(github_summary({}, {}) == "### aptix: 0 errors, 0 warnings\n");
  Diagnostics said;
  said.errors.push_back(error_at("a|b.py", Code::match_not_found, "no `x` in <a|b.py>"));
  CHECK(github_summary(said, {}) ==
      "### aptix: 1 error, 0 warnings\n\n| | where | what |\n|---|---|---|\n| error | a\\|b.py:1 | no \\`x\\` in "
      "\\<a\\|b.py> |\n");
}

TEST_CASE("SARIF is one run with a category, rules and places in the repository") {
  Diagnostics said;
  said.errors.push_back(sample().errors[0]);
  CHECK(sarif(said, {.version = "1.2.3"}) ==
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{"
      "\"driver\":{\"name\":\"aptix\",\"version\":\"1.2.3\",\"rules\":[{\"id\":\"match.not_found\","
      "\"shortDescription\":{"
      "\"text\":\"the text or hunk to be changed is not in the "
      "file\"}}]}},\"automationDetails\":{\"id\":\"aptix/"
      "validate/\"},\"columnKind\":\"unicodeCodePoints\",\"invocations\":[{\"executionSuccessful\":true,"
      "\"toolExecutionNotifications\":[]}],\"results\":[{\"ruleId\":\"match.not_found\",\"level\":\"error\","
      "\"message\":{"
      "\"text\":\"the text is not in 'src/b c.py', 100%\\nline 12 of answer.md\\nhint: copy it\"},\"locations\":[{"
      "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"src/b%20c.py\"},\"region\":{\"startLine\":40}}}],"
      "\"relatedLocations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"answer.md\"},\"region\":{"
      "\"startLine\":"
      "12}},\"message\":{\"text\":\"line 12 of answer.md\"}}],\"partialFingerprints\":{\"primaryLocationLineHash\":"
      "\"d6fbf3fe11a91ba5:1\"}}]}]}\n");
}

TEST_CASE("what has no place in the repository is a notification of the run, and a message has a limit") {
  Diagnostics said;
  said.errors.push_back(sample().errors[2]);
  std::string text = sarif(said, {});
  CHECK(text.find(
            "\"executionSuccessful\":false,\"toolExecutionNotifications\":[{\"level\":\"error\",\"message\":{\"text\":"
            "\"expected '}'\\nline 9 of <stdin>\"},\"associatedRule\":{\"id\":\"json.syntax\"}}]") != text.npos);
  CHECK(text.find("\"results\":[]") != text.npos);
  said.errors = {error_at("a", Code::style, std::string(5000, 'x'))};
  CHECK(github_annotations(said, {}).size() == std::string("::error file=a,line=1,title=style::\n").size() + 1000);
}
