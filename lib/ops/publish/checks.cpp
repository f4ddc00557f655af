#include "ops/publish/publish.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/shell_word.h"
#include "base/text/text.h"

namespace aptix::ops {
namespace {

constexpr std::string_view kPrinted = "the end of what it printed";

std::string how_it_ended(const ProgramEnd& end) {
  if (end.too_late) return "took longer than its time limit";
  return fmt::format("failed with exit code {}", end.exit_code);
}

// The shell's codes for a command that it cannot run say nothing of the edits.
std::string what_to_do(const ProgramEnd& end) {
  constexpr int kCannotRun = 126, kNotFound = 127;
  if (end.too_late) return "give it longer with '--verify-timeout', or correct the edits; the files are as they were";
  if (end.exit_code == kCannotRun || end.exit_code == kNotFound)
    return "see whether the command runs here by itself; the files are as they were";
  return "correct the edits by what it says; the files are as they were";
}

Extract printed_by(const ProgramEnd& end) {
  return {.name = std::string(kPrinted), .text = end.output, .is_end = true};
}

std::string line_of(const Checker& checker) {
  std::vector<std::string_view> words(checker.words.begin(), checker.words.end());
  std::string line = join_shell_words(words);
  return escape_for_display(line.substr(line.find(' ') + 1));  // without the name of this program
}

class SyntaxCheck {
 public:
  SyntaxCheck(const Checks& checks, Diagnostics& said) : checks_(checks), said_(said) {}

  void run(const FileChange& change) {
    bool has_text = change.after_exists && change.after_kind == FileKind::regular;
    if (!has_text) return;
    std::string text = change.after_bytes();
    if (change.before.exists && text == change.before.bytes) return;
    for (const Checker& checker : checks_.checkers)
      if (checker.files.matches(change.path.str())) look(checker, change, text);
  }

 private:
  void look(const Checker& checker, const FileChange& change, std::string_view text) {
    const std::string& path = change.path.str();
    Result<ProgramEnd> end = checks_.run_checker(checker, path, text);
    if (!end) return unchecked(checker, path, end.error().message);
    if (end->is_missing) return unchecked(checker, path, "it is not installed");
    if (end->too_late) return unchecked(checker, path, "it took too long");
    if (end->went_well()) return;
    Error fault = error_at(path, Code::syntax_failed,
        fmt::format("'{}' finds a fault in the new text of {}", line_of(checker), in_quotes(path)),
        "correct the edits by what it says");
    fault.extracts.push_back(printed_by(*end));
    if (!was_bad_before(checker, change)) return said_.errors.push_back(std::move(fault));
    fault.message += ", as it does in the old one";
    said_.warnings.push_back(std::move(fault));
  }

  bool was_bad_before(const Checker& checker, const FileChange& change) {
    if (!change.before.exists || change.before.kind != FileKind::regular) return false;
    Result<ProgramEnd> end = checks_.run_checker(checker, change.path.str(), change.before.bytes);
    return end && !end->went_well();
  }

  void unchecked(const Checker& checker, const std::string& path, const std::string& why) {
    said_.warnings.push_back(error_at(path, Code::syntax_unchecked,
        fmt::format("{} was not checked by '{}': {}", in_quotes(path), line_of(checker), why),
        "run it by hand, or mend '[check]' in your configuration file"));
  }

  const Checks& checks_;
  Diagnostics& said_;
};

}  // namespace

Diagnostics check_syntax(const Checks& checks, const ChangeSet& changes) {
  Diagnostics said;
  SyntaxCheck check(checks, said);
  for (const FileChange& change : changes.changes)
    if (!checks.checkers.empty()) check.run(change);
  return said;
}

Status verify(const Checks& checks, const std::string& folder) {
  TRY_ASSIGN(end, checks.run_command(checks.command, folder));
  if (end.went_well()) return {};
  Error error = make_error(Code::verify_failed,
      fmt::format("the command of '--verify' {}: {}", how_it_ended(end), excerpt_in_quotes(checks.command)),
      what_to_do(end));
  if (!end.output.empty()) error.extracts.push_back(printed_by(end));
  return fail(std::move(error));
}

}  // namespace aptix::ops
