// Reports and diagnostics as people see them: exact texts.
#include <doctest/doctest.h>

#include "render/text.h"

namespace aptix::render {
namespace {

Diagnostics one_error(Diagnostic error) {
  Diagnostics diagnostics;
  diagnostics.errors.push_back(std::move(error));
  return diagnostics;
}

Report report_of_three() {
  Report report;
  report.command = "bundle apply";
  report.transaction = 17;
  report.files.push_back({.path = "src/a.c", .operation = "create", .status = "changed", .lines_added = 12});
  report.files.push_back(
      {.path = "src/b.c", .operation = "patch", .status = "changed", .lines_added = 3, .lines_removed = 1});
  report.files.push_back({.path = "new.c", .from = "old.c", .operation = "rename", .status = "changed"});
  return report;
}

TEST_CASE("an error has its place, its notes and its hint") {
  Diagnostic error = make_error(Code::match_ambiguous, "the text to find occurs 3 times in 'src/a.c'",
      "add the line before it to 'find', or set \"limit\": \"all\"");
  error.where = {.input = "reply.md", .line = 41, .column = 0, .pointer = "/files/0/patches/2"};
  error.notes = {"lines 12, 88, 140"};
  CHECK(render_diagnostics(one_error(error), {}) ==
      "error[match.ambiguous]: the text to find occurs 3 times in 'src/a.c'\n"
      "  --> reply.md:41 /files/0/patches/2\n"
      "   = note: lines 12, 88, 140\n"
      "   = hint: add the line before it to 'find', or set \"limit\": \"all\"\n");
}

TEST_CASE("a fault of the input shows the line with a caret") {
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(std::make_unique<Input>("reply.md", "intro\n{\n\t\"files\": [,]\n}\n"));
  Diagnostic error = make_error(Code::json_syntax, "a value is expected, not ','");
  error.where = {.input = "reply.md", .line = 3, .column = 12, .pointer = "/files"};
  TextOptions options;
  options.inputs = inputs;
  CHECK(render_diagnostics(one_error(error), options) ==
      "error[json.syntax]: a value is expected, not ','\n"
      "  --> reply.md:3:12 /files\n"
      "   |\n"
      " 3 |  \"files\": [,]\n"
      "   |            ^\n");
}

TEST_CASE("the gutter is as wide as the line number") {
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(std::make_unique<Input>("a", std::string(1233, '\n') + "oops\n"));
  Diagnostic error = make_error(Code::diff_syntax, "this is no hunk header", "write it as '@@ -1,2 +1,3 @@'");
  error.where = {.input = "a", .line = 1234, .column = 1, .pointer = ""};
  TextOptions options;
  options.inputs = inputs;
  CHECK(render_diagnostics(one_error(error), options) ==
      "error[diff.syntax]: this is no hunk header\n"
      "    --> a:1234:1\n"
      "     |\n"
      "1234 | oops\n"
      "     | ^\n"
      "     = hint: write it as '@@ -1,2 +1,3 @@'\n");
}

TEST_CASE("the nearest place is shown with what differs") {
  Diagnostic warning = make_error(Code::match_not_found, "the text to find is not in 'src/a.c'");
  warning.path = "src/a.c";
  warning.candidates.push_back({.line = 88, .text = "\tint x;\n\tint y;\n", .differs = "tabs for blanks"});
  Diagnostics diagnostics;
  diagnostics.warnings.push_back(warning);
  CHECK(render_diagnostics(diagnostics, {}) ==
      "warning[match.not_found]: the text to find is not in 'src/a.c'\n"
      "   = nearest: src/a.c:88\n"
      "88 | \tint x;\n"
      "89 | \tint y;\n"
      "   = differs: tabs for blanks\n");
}

TEST_CASE("a place that fits is called a place, and only three are shown") {
  Diagnostic error = make_error(Code::match_ambiguous, "the hunk fits 5 places in 'a'");
  error.path = "a";
  for (uint64_t line : {1u, 2u, 3u, 4u, 5u}) error.candidates.push_back({.line = line, .text = "x", .differs = ""});
  CHECK(render_diagnostics(one_error(error), {}) ==
      "error[match.ambiguous]: the hunk fits 5 places in 'a'\n"
      "   = place: a:1\n 1 | x\n"
      "   = place: a:2\n 2 | x\n"
      "   = place: a:3\n 3 | x\n"
      "   = note: and 2 more places\n");
}

TEST_CASE("the path is told where no place in the input is known and the message does not name it") {
  CHECK(render_diagnostics(one_error(make_error(Code::io_error, "cannot write: no such device").at("src/a.c")), {}) ==
      "error[io.error]: cannot write: no such device\n"
      "  --> src/a.c\n");
  CHECK(render_diagnostics(one_error(make_error(Code::io_error, "cannot write 'src/a.c'").at("src/a.c")), {}) ==
      "error[io.error]: cannot write 'src/a.c'\n");
}

TEST_CASE("what comes from a document is never written raw") {
  Diagnostic error = make_error(Code::path_invalid, "the path 'a\x1b[2Jb' is refused", "say \xE2\x80\xAE no");
  error.notes = {"line\nbreak"};
  std::string text = render_diagnostics(one_error(error), {});
  CHECK(text ==
      "error[path.invalid]: the path 'a\\x1b[2Jb' is refused\n"
      "   = note: line\\nbreak\n"
      "   = hint: say \\u{202e} no\n");
}

TEST_CASE("at most so many messages are shown, and the rest is counted") {
  Diagnostics diagnostics;
  for (int i = 0; i < 4412; ++i)
    diagnostics.errors.push_back(make_error(Code::find_empty, "the text to find is empty"));
  std::string text = render_diagnostics(diagnostics, {});
  CHECK(text.ends_with("error[find.empty]: the text to find is empty\n... and 4,312 more errors\n"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 101);
}

TEST_CASE("quiet leaves warnings out, not errors") {
  Diagnostics diagnostics = one_error(make_error(Code::io_error, "cannot read 'a'"));
  diagnostics.warnings.push_back(make_error(Code::root_missing, "the document has no 'root'; '.' is used"));
  CHECK(render_diagnostics(diagnostics, {.verbosity = Verbosity::quiet}) == "error[io.error]: cannot read 'a'\n");
}

TEST_CASE("colours are there only when asked for") {
  Diagnostics diagnostics = one_error(make_error(Code::io_error, "no"));
  CHECK(
      render_diagnostics(diagnostics, {.colour_err = true}) == "\x1b[1;31merror[io.error]\x1b[0m\x1b[1m: no\x1b[0m\n");
}

TEST_CASE("a run is summed up with a line a file and one about the whole") {
  Text text = render_text(report_of_three(), {});
  CHECK(text.out ==
      "create src/a.c (+12)\n"
      "patch src/b.c (+3 -1)\n"
      "rename old.c -> new.c\n"
      "transaction 17: 3 files changed; undo with 'aptix undo'\n");
  CHECK(text.err == "");
}

TEST_CASE("a dry run says that nothing was written") {
  Report report = report_of_three();
  report.transaction = 0;
  report.dry_run = true;
  CHECK(render_text(report, {}).out.ends_with("dry run: nothing was written; 3 files would change\n"));
}

TEST_CASE("a run that finds everything in place says so") {
  Report report;
  report.files.push_back({.path = "a", .operation = "create", .status = "unchanged"});
  CHECK(render_text(report, {}).out == "nothing to do: the files are already as asked for\n");
  report.complete = false;
  CHECK(render_text(report, {}).out == "no file was changed\n");
}

TEST_CASE("unchanged files are counted, and listed when asked for") {
  Report report = report_of_three();
  report.files.push_back({.path = "same.c", .operation = "create", .status = "unchanged"});
  CHECK(
      render_text(report, {}).out.ends_with("transaction 17: 3 files changed, 1 unchanged; undo with 'aptix undo'\n"));
  std::string verbose = render_text(report, {.verbosity = Verbosity::verbose}).out;
  CHECK(verbose.find("unchanged same.c\n") != std::string::npos);
}

TEST_CASE("verbose tells where each edit landed and by which rule") {
  Report report;
  report.transaction = 1;
  FileReport file{.path = "a", .operation = "patch", .status = "changed", .lines_added = 1};
  file.edits.push_back({.status = EditStatus::applied, .rule = Rule::exact, .line = 12, .places = 1});
  file.edits.push_back({.status = EditStatus::applied, .rule = Rule::moved, .line = 40, .offset = -3, .places = 1});
  file.edits.push_back({.status = EditStatus::already, .rule = Rule::line_ends, .line = 7, .places = 2});
  file.edits.push_back({.status = EditStatus::noop});
  report.files.push_back(file);
  CHECK(render_text(report, {.verbosity = Verbosity::verbose}).out ==
      "patch a (+1)\n"
      "  edit 1: applied at line 12 (exact)\n"
      "  edit 2: applied at line 40, 3 lines up (moved)\n"
      "  edit 3: already at line 7, 2 places (ignoring line ends)\n"
      "  edit 4: noop\n"
      "1 edit was there already\n"
      "transaction 1: 1 file changed; undo with 'aptix undo'\n");
}

TEST_CASE("verbose tells which blocks were skipped and why") {
  Report report = report_of_three();
  report.blocks.push_back({.number = 1, .format = "bundle", .line = 3, .edits = 2});
  report.blocks.push_back({.number = 2, .why = "it holds no edit of a known form", .line = 1040});
  CHECK(render_text(report, {.verbosity = Verbosity::verbose}).err ==
      "note: block 2 at line 1,040 was skipped: it holds no edit of a known form\n");
  CHECK(render_text(report, {}).err == "");
}

TEST_CASE("the last line on standard error counts what was skipped") {
  Report report = report_of_three();
  report.files[1].edits.push_back({.status = EditStatus::noop});
  report.files[1].edits.push_back({.status = EditStatus::noop});
  report.diagnostics.warnings.push_back(make_error(Code::match_not_found, "the text to find is not in 'src/b.c'"));
  CHECK(render_text(report, {}).err ==
      "warning[match.not_found]: the text to find is not in 'src/b.c'\n"
      "2 edits were not found and skipped\n");
  report.files[1].edits.pop_back();
  CHECK(render_text(report, {}).err.ends_with("1 edit was not found and skipped\n"));
}

TEST_CASE("with a diff standard output holds the diff alone") {
  Report report = report_of_three();
  report.diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-\x1b\n+b\n";
  Text text = render_text(report, {.diff = true});
  CHECK(text.out == report.diff);
  CHECK(text.err.ends_with("undo with 'aptix undo'\n"));
  CHECK(render_text(report, {.diff = true, .diff_for_terminal = true}).out.find('\x1b') == std::string::npos);
}

TEST_CASE("an empty diff leaves standard output empty") {
  Report report;
  Text text = render_text(report, {.diff = true});
  CHECK(text.out == "");
  CHECK(text.err == "nothing to do: the files are already as asked for\n");
}

TEST_CASE("a failed run has no summary") {
  Report report = report_of_three();
  report.transaction = 0;
  report.diagnostics.errors.push_back(make_error(Code::file_exists, "'src/a.c' exists with other content"));
  Text text = render_text(report, {});
  CHECK(text.out == "");
  CHECK(text.err == "error[file.exists]: 'src/a.c' exists with other content\n");
}

TEST_CASE("validate lists the blocks, also of an input that is wrong") {
  Report report;
  report.dry_run = true;
  report.blocks.push_back({.number = 1, .format = "bundle", .line = 3, .edits = 1});
  report.blocks.push_back({.number = 2, .why = "nothing", .line = 9});
  report.files.push_back({.path = "a", .operation = "create", .status = "changed", .lines_added = 1});
  TextOptions options{.purpose = Purpose::validate};
  CHECK(render_text(report, options).out ==
      "block 1 at line 3: bundle, 1 entry\n"
      "create a (+1)\n"
      "valid: 1 file would change\n");
  report.diagnostics.errors.push_back(make_error(Code::find_empty, "the text to find is empty"));
  CHECK(render_text(report, options).out == "block 1 at line 3: bundle, 1 entry\n");
}

TEST_CASE("quiet prints no summary but still the diff") {
  Report report = report_of_three();
  report.diff = "diff\n";
  CHECK(render_text(report, {.verbosity = Verbosity::quiet}).out == "");
  Text text = render_text(report, {.diff = true, .verbosity = Verbosity::quiet});
  CHECK(text.out == "diff\n");
  CHECK(text.err == "");
}

TEST_CASE("numbers have a plural and separators") {
  CHECK(count_of(1, "file") == "1 file");
  CHECK(count_of(0, "entry") == "0 entries");
  CHECK(count_of(1234567, "file") == "1,234,567 files");
}

TEST_CASE("what is left to a person has its lines and its kind") {
  Report report;
  report.blocks.push_back(
      {.number = 1, .why = "commands", .is_left = true, .fenced = true, .info = "bash", .line = 23, .last_line = 34});
  report.blocks.push_back({.number = 2, .why = "code", .is_left = true, .fenced = true, .line = 40, .last_line = 40});
  CHECK(render_text(report, {}).err == "left to you: lines 23 to 34, bash\nleft to you: line 40\n");
}

TEST_CASE("edits that were there already are counted where the file changes") {
  Report report = report_of_three();
  EditReport already{.status = EditStatus::already};
  report.files[1].edits = {already, {.status = EditStatus::applied}};
  CHECK(render_text(report, {}).out.find("\n1 edit was there already\ntransaction 17") != std::string::npos);
  report.files[1].edits.push_back(already);
  CHECK(render_text(report, {}).out.find("\n2 edits were there already\n") != std::string::npos);
}

}  // namespace
}  // namespace aptix::render
