#include "render/text.h"

#include <doctest/doctest.h>

using namespace aptix;

namespace {

Report failed_report() {
  Report report;
  report.blocks.push_back({.number = 1, .feedback = "Answer with blocks:\n\n<<<<<<< SEARCH\n"});
  report.files.push_back({.path = "a.py", .operation = "patch", .status = "failed", .before_sha = sha256("a")});
  report.files.push_back({.path = "b.py", .operation = "patch", .status = "held"});
  Diagnostic error = make_error(Code::match_not_found, "the block does not fit", "copy the lines from line 2 on");
  error.path = "a.py";
  error.where = {.input = "answer.md", .line = 7, .column = 1, .pointer = {}};
  error.candidates.push_back({.line = 2, .text = "\tif a:\n\t\treturn", .differs = "indentation", .white_space = true});
  report.diagnostics.errors.push_back(error);
  return report;
}

}  // namespace

TEST_CASE("feedback names what failed, shows the file's lines and the form to answer in") {
  CHECK(render::feedback(failed_report(), {}) ==
      "One thing in your answer does not fit. Nothing was written: send the whole answer again, with this corrected.\n"
      "1. a.py: the block does not fit\n"
      "  at line 7 of your answer\n"
      "  a.py contains there:\n"
      "      2 | →if·a:\n"
      "      3 | →→return\n"
      "  (· is a space, → a tab)\n"
      "  what differs: indentation\n"
      "  do: copy the lines from line 2 on\n"
      "  SHA-256 of the file now: ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\n"
      "These fit, but were not written: b.py\n"
      "Answer with blocks:\n\n<<<<<<< SEARCH\n");
}

TEST_CASE("feedback says to the model what it can do, not what the person at the terminal can") {
  Report report = failed_report();
  report.diagnostics.errors[0].hint =
      "copy the lines from line 2 on, or allow '--match whitespace', which takes them (4 spaces more of indentation)";
  CHECK(render::feedback(report, {}).find("  do: copy the lines from line 2 on (4 spaces more of indentation)\n") !=
      std::string::npos);
  report.diagnostics.errors[0].hint = "ask for the whole answer again";
  CHECK(render::feedback(report, {}).find("  do: send the whole answer again, to its end\n") != std::string::npos);
}

TEST_CASE("feedback keeps within its tokens, most useful first") {
  std::string text = render::feedback(failed_report(), {.max_tokens = 137});
  CHECK(text.size() <= 137 * 3.5);
  CHECK(text.find("1. a.py") != std::string::npos);
  CHECK(text.ends_with("(2 more parts are left out)\n"));
  CHECK(render::feedback(failed_report(), {.max_tokens = 1}).size() <= 4);
}

TEST_CASE("what does not fit is said without the lines of the file where there is no room for them") {
  Report report = failed_report();
  report.diagnostics.errors[0].candidates.assign(1, {1, std::string(600, 'x'), {}});
  report.diagnostics.errors[0].hint = "copy it";
  std::string text = render::feedback(report, {.max_tokens = 100});
  CHECK(text.find("1. a.py") != std::string::npos);
  CHECK(text.find("  do: copy it\n") != std::string::npos);
  CHECK(text.find("xxx") == std::string::npos);
}

TEST_CASE("feedback says what was applied, and that it need not be sent again") {
  Report report = failed_report();
  report.transaction = 3;
  report.files[1].status = "changed";
  std::string text = render::feedback(report, {});
  CHECK(text.starts_with("One thing in your answer does not fit. The files named below were written"));
  CHECK(text.find("Applied, don't send it again: b.py\n") != std::string::npos);
}

TEST_CASE("feedback names no option of the command line, and ends with a form to answer in") {
  Report report = failed_report();
  report.blocks.clear();
  report.diagnostics.errors[0].hint =
      "give the lines as they stand; '--match fuzzy' takes line 2; 'aptix help' shows more";
  std::string text = render::feedback(report, {});
  CHECK(text.find("  do: give the lines as they stand\n") != std::string::npos);
  CHECK(text.find("Answer with a file bundle") != std::string::npos);
  CHECK(text.ends_with("\"replace\": \"new text\"}]}]}\n"));
}

TEST_CASE("feedback of a run that wrote nothing does not say that something was applied or is in place") {
  Report report;
  report.dry_run = true;
  report.files.push_back({.path = "a.py", .operation = "patch", .status = "changed"});
  report.files.push_back({.path = "b.py", .operation = "patch", .status = "unchanged", .edits = {{EditStatus::noop}}});
  report.files.push_back(
      {.path = "c.py", .operation = "patch", .status = "unchanged", .edits = {{EditStatus::already}}});
  Diagnostic miss = make_error(Code::match_not_found, "the text to find does not stand in 'b.py'", {});
  miss.path = "b.py";
  report.diagnostics.warnings = {miss, make_error(Code::field_unknown, "the field 'colour' is not known", {})};
  std::string text = render::feedback(report, {});
  CHECK(text.starts_with(
      "One edit found nothing to change. Nothing was written: send the whole answer again, with that corrected.\n"
      "1. b.py: the text to find does not stand in 'b.py'\n"
      "2. the field 'colour' is not known\n"
      "These fit, but were not written: a.py\n"
      "In place already: c.py\n"
      "Answer with "));
}

TEST_CASE("feedback gives the hash of what is on disk now, and says where a text is not") {
  Report report = failed_report();
  report.files[0].edits = {{EditStatus::applied}, {EditStatus::failed}};
  CHECK(render::feedback(report, {}).find("  a.py contains there, after the edits before this one:\n") !=
      std::string::npos);
  report.transaction = 4;
  report.files[0].status = "changed";
  report.files[0].after_sha = sha256("b");
  CHECK(
      render::feedback(report, {}).find("  SHA-256 of the file now: " + sha256("b").hex() + "\n") != std::string::npos);
}

TEST_CASE("feedback keeps within any number of tokens") {
  Report report = failed_report();
  for (int i = 0; i < 20; ++i) report.diagnostics.errors.push_back(report.diagnostics.errors.front());
  for (uint64_t tokens = 1; tokens < 1500; ++tokens) {
    CAPTURE(tokens);
    CHECK(static_cast<double>(render::feedback(report, {.max_tokens = tokens}).size()) <=
        static_cast<double>(tokens) * 3.5);
  }
}

TEST_CASE("feedback shows the form of the first block that was read, and no control character of a message") {
  Report report = failed_report();
  report.blocks.insert(report.blocks.begin(), {.number = 1, .why = "no edit"});
  report.blocks.push_back({.number = 3, .feedback = "Answer with a diff.\n"});
  report.diagnostics.errors[0].message = "a\x1b[31mb";
  std::string text = render::feedback(report, {});
  CHECK(text.find("\nAnswer with blocks:\n") != std::string::npos);
  CHECK(text.find("a diff") == std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
}
