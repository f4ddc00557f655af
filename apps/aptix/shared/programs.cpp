#include "shared/programs.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <initializer_list>
#include <memory>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/redact.h"
#include "terminal/program.h"
#include "terminal/signals.h"

namespace aptix::app {
namespace {

using Words = std::vector<std::string>;

// --- programs that check a change

constexpr size_t kMostPrinted = 16 << 10;  // the end of a command's output

ops::ProgramEnd end_of(ProgramRun run) {
  return {.too_late = run.too_late, .exit_code = run.exit_code, .output = std::move(run.output)};
}

auto verifier(const Session& session, std::string workspace, std::chrono::seconds limit) {
  return
      [&session, workspace, limit](const std::string& command, const std::string& folder) -> Result<ops::ProgramEnd> {
        if (session.line != nullptr) session.line->wait_for("verifying: " + command);
        ProgramRun run = run_to_end({.words = {"sh", "-c", command},
            .time_limit = limit,
            .most_output = kMostPrinted,
            .settings = {"APTIX_VERIFYING=" + workspace},
            .folder = folder,
            .wants_end = true,
            .interrupted = &run_state().interrupted});
        if (session.line != nullptr) session.line->work();
        if (run.error != 0) return fail(Code::io_error, "cannot run 'sh': " + system_message(run.error));
        if (run.was_interrupted) return fail(Code::interrupted, "interrupted; nothing was changed");
        return end_of(std::move(run));
      };
}

void replace_all(std::string& text, const std::string& old, const std::string& with) {
  for (size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size())
    text.replace(at, old.size(), with);
}

// Writes a new text to a file and runs a checker on it.
auto checker_runner(const Environment& environment) {
  return [scratch = std::make_shared<ScratchFolder>(environment.temp, "checks"), count = 0](const ops::Checker& checker,
             const std::string& name, std::string_view text) mutable -> Result<ops::ProgramEnd> {
    constexpr std::chrono::seconds kPatience(30);
    TRY_ASSIGN(folder, scratch->path());
    std::string own = folder + "/" + std::to_string(++count);
    std::filesystem::path file = own + "/" + name;
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (int failed = write_to_file(file, O_EXCL | O_NOFOLLOW, 0600, text); failed != 0)
      return fail(Code::io_error, "cannot write a copy of it: " + system_message(failed));
    Program program{.words = checker.words,
        .time_limit = kPatience,
        .most_output = kMostPrinted,
        .folder = folder,
        .wants_end = true,
        .interrupted = &run_state().interrupted};
    program.words.push_back(file);
    ProgramRun run = run_to_end(program);
    std::filesystem::remove_all(own, error);
    if (run.error == ENOENT) return ops::ProgramEnd{.is_missing = true};
    if (run.error != 0) return fail(Code::io_error, "it cannot be run: " + system_message(run.error));
    if (run.was_interrupted) return fail(Code::interrupted, "interrupted");
    replace_all(run.output, file, name);
    return end_of(std::move(run));
  };
}

// The command from the command line, from the workspace if requested, or from the user; "": none.
Result<ops::VerifySetting> verify_setting(const Session& session, const ops::Settings& settings) {
  bool of_workspace = session.flag("verify-workspace");
  ops::VerifySetting verify = of_workspace ? settings.workspace_verify : settings.verify;
  auto given = session.arguments.value("verify");
  if (given && of_workspace)
    return fail(Code::usage, "'--verify' does not go with '--verify-workspace'", "leave one of them out");
  if (of_workspace && verify.command.empty())
    return fail(Code::usage, "the workspace has no command for '--verify-workspace'",
        "write command = \"make test\" below '[verify]' in its '.aptix/config.toml'");
  if (given) verify.command = *given;
  constexpr uint64_t kMostSeconds = 24 * 60 * 60;
  TRY_SET(verify.timeout, number_of(session.arguments, "verify-timeout", verify.timeout));
  if (verify.timeout == 0 || verify.timeout > kMostSeconds)
    return fail(Code::usage, "'--verify-timeout' is not a number of seconds",
        fmt::format("give a whole number from 1 to {}", kMostSeconds));
  return verify;
}

// --- the clipboard

// Uses the first that exists and works: a program for Wayland does not work under X, and vice versa.
Result<std::string> first_that_works(
    std::initializer_list<Words> commands, std::string_view input, size_t most, std::string_view doing) {
  std::string failed;
  for (const Words& words : commands) {
    ProgramRun run = run_to_end({.words = words, .input = input, .most_output = most});
    if (run.went_well) return std::move(run.output);
    if (run.too_much)
      return fail(Code::limit_exceeded, "the clipboard holds more than the limit", "raise the limit with --max-input");
    if (run.error != ENOENT) failed += (failed.empty() ? "" : ", ") + in_quotes(words.front());
  }
  if (failed.empty())
    return fail(Code::usage, "there is no program for the clipboard", "install wl-clipboard, xclip or xsel");
  return fail(Code::io_error, "cannot " + std::string(doing) + " the clipboard: " + failed + " failed",
      "run it by hand to see why");
}

// --- summaries

// Definitions; not variables, members, enumerators.
constexpr std::string_view kKinds[] = {"alias", "architecture", "class", "constant", "define", "entity", "enum", "func",
    "function", "generator", "getter", "implementation", "index", "interface", "macro", "message", "method", "module",
    "namespace", "object", "package", "procedure", "program", "property", "protocol", "record", "rpc", "selector",
    "service", "setter", "singletonMethod", "struct", "subroutine", "table", "target", "task", "trait", "trigger",
    "type", "typedef", "union", "view"};

// Ctags reads only files and recognizes the language by the name.
Result<std::vector<uint64_t>> run_ctags(ScratchFolder& scratch, const std::string& name, std::string_view content) {
  TRY_ASSIGN(folder, scratch.path());
  std::string path = folder + "/" + name;
  if (write_to_file(path, O_TRUNC | O_NOFOLLOW, 0600, content) != 0)
    return fail(Code::io_error, "cannot write for ctags");
  TRY_ASSIGN(tags, run_program({.words = {"ctags", "--options=NONE", "-x", "--sort=no", "--_xformat=%n %K %l", path}}));
  std::vector<uint64_t> lines;
  for (std::string_view rest = tags; !rest.empty();) {
    std::string_view line = take_line(rest);
    auto words = split(line, ' ');
    auto number = words.size() > 1 ? parse_number(words[0]) : std::nullopt;
    bool method = number && words.back() == "Python" && words[1] == "member";  // what others call a method
    if (number && (method || is_one_of(kKinds, words[1]))) lines.push_back(*number);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// `text` is redacted; the output is redacted again, as it may contain other credentials.
Result<std::string> summary_by_command(Opened& opened, std::string_view text) {
  const ops::Settings& settings = opened.settings;
  std::string key = ops::summary_key(settings.summarizer, text);
  if (auto kept = ops::find_summary(*opened.workspace, key)) return *kept;
  TRY_ASSIGN(printed,
      run_program({.words = settings.summarizer,
          .input = text,
          .time_limit = std::chrono::seconds(settings.summarizer_timeout)}));
  std::string summary = context::redact(printed).text;
  ops::keep_summary(*opened.workspace, key, summary);
  return summary;
}

}  // namespace

Result<ops::Checks> make_checks(const Session& session, const Opened& opened) {
  ops::Checks checks;
  TRY_ASSIGN(verify, verify_setting(session, opened.settings));
  checks.command = verify.command;
  checks.run_command = verifier(session, opened.workspace->path(), std::chrono::seconds(verify.timeout));
  if (!session.flag("check-syntax")) return checks;
  if (opened.settings.checkers.empty())
    return fail(Code::usage, "no checker is set up for '--check-syntax'",
        "write \"*.py\" = \"python3 -m py_compile\" below '[check]' in your configuration file");
  checks.checkers = opened.settings.checkers;
  checks.run_checker = checker_runner(session.environment);
  return checks;
}

Result<std::string> read_clipboard(size_t most) {
  return first_that_works({{"wl-paste", "--no-newline"}, {"xclip", "-selection", "clipboard", "-o"},
                              {"xsel", "--clipboard", "--output"}, {"pbpaste"}},
      "", most == 0 ? SIZE_MAX : most, "read");
}

Status write_clipboard(std::string_view text) {
  TRY(first_that_works(
      {{"wl-copy"}, {"xclip", "-selection", "clipboard"}, {"xsel", "--clipboard", "--input"}, {"pbcopy"}}, text,
      1 << 20, "write"));
  return {};
}

ops::Summarizers summarizers_of(const Session& session, Opened& opened) {
  ops::Summarizers found;
  if (!opened.settings.summarizer.empty())
    found.command = [&opened](std::string_view text) { return summary_by_command(opened, text); };
  auto version = run_program({.words = {"ctags", "--version"}, .time_limit = std::chrono::seconds(2)});
  if (version && version->starts_with("Universal Ctags"))
    found.ctags = [scratch = std::make_shared<ScratchFolder>(session.environment.temp, "ctags")](
                      const std::string& name, std::string_view content) { return run_ctags(*scratch, name, content); };
  return found;
}

}  // namespace aptix::app
