#include "render/feedback.h"

#include <doctest/doctest.h>

using namespace aptix;

namespace {

Report failed_report() {
  Report report;
  report.blocks.push_back({.number = 1, .feedback = "Answer with blocks:\n\n<<<<<<< SEARCH\n"});
  report.files.push_back({.path = "a.py", .operation = "patch", .status = "failed", .before_sha = "abc123"});
  report.files.push_back({.path = "b.py", .operation = "patch", .status = "held"});
  Diagnostic error = make_error(Code::match_not_found, "the block does not fit", "copy the lines from line 2 on");
  error.path = "a.py";
  error.where = {.input = "answer.md", .line = 7, .column = 1, .pointer = {}};
  error.candidates.push_back({2, "\tif a:\n\t\treturn", "indentation"});
  report.diagnostics.errors.push_back(error);
  return report;
}

}  // namespace

TEST_CASE("feedback names what failed, shows the file's lines and the form to answer in") {
  CHECK(render::feedback(failed_report(), {}) ==
      "One thing in your answer does not fit. Nothing was written: send the whole answer again, with this corrected.\n"
      "1. a.py: the block does not fit\n"
      "  at line 7 of your answer\n"
      "  a.py has there:\n"
      "      2 | →if·a:\n"
      "      3 | →→return\n"
      "  (· is a space, → a tab)\n"
      "  what differs: indentation\n"
      "  do: copy the lines from line 2 on\n"
      "  SHA-256 of the file now: abc123\n"
      "Answer with blocks:\n\n<<<<<<< SEARCH\n"
      "These fit, but were not written: b.py\n");
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
  std::string text = render::feedback(failed_report(), {.max_tokens = 120});
  CHECK(text.size() <= 120 * 3.5);
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
  CHECK(text.starts_with("One thing in your answer does not fit. The files named at the end were written"));
  CHECK(text.ends_with("Applied, don't send it again: b.py\n"));
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
