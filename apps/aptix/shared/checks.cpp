#include "shared/checks.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>

#include "terminal/program.h"
#include "terminal/scratch_folder.h"
#include "terminal/signals.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

constexpr size_t kMostPrinted = 16 << 10;  // of what a command prints, its end
constexpr std::chrono::seconds kPatience(30);

ops::ProgramEnd end_of(ProgramRun run) {
  return {.too_late = run.too_late, .exit_code = run.exit_code, .output = std::move(run.output)};
}

struct VerifyPlan {
  std::string workspace;
  std::chrono::seconds limit;
};

Result<ops::ProgramEnd> run_command(
    const Session& session, const VerifyPlan& plan, const std::string& command, const std::string& folder) {
  if (session.line != nullptr) session.line->wait_for("verifying: " + command);
  ProgramRun run = run_to_end({.words = {"sh", "-c", command},
      .time_limit = plan.limit,
      .most_output = kMostPrinted,
      .settings = {"APTIX_VERIFYING=" + plan.workspace},
      .folder = folder,
      .wants_end = true,
      .interrupted = &run_state().interrupted});
  if (session.line != nullptr) session.line->work();
  if (run.error != 0) return fail(Code::io_error, "cannot run 'sh': " + system_message(run.error));
  if (run.was_interrupted) return fail(Code::interrupted, "interrupted; nothing was changed");
  return end_of(std::move(run));
}

void replace_all(std::string& text, const std::string& old, const std::string& with) {
  for (size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size())
    text.replace(at, old.size(), with);
}

// Puts a new text where a checker can read it.
class CheckRunner {
 public:
  explicit CheckRunner(const Environment& environment) : scratch_(environment.temp, "checks") {}

  Result<ops::ProgramEnd> run(const ops::Checker& checker, const std::string& name, std::string_view text) {
    TRY_ASSIGN(folder, scratch_.path());
    std::filesystem::path file = folder + "/" + std::to_string(++count_) + "/" + name;
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (int failed = fd < 0 ? errno : write_and_close(fd, text); failed != 0)
      return fail(Code::io_error, "cannot write a copy of it: " + system_message(failed));
    Program program{.words = checker.words,
        .time_limit = kPatience,
        .most_output = kMostPrinted,
        .folder = folder,
        .wants_end = true,
        .interrupted = &run_state().interrupted};
    program.words.push_back(file);
    ProgramRun run = run_to_end(program);
    std::filesystem::remove_all(folder + "/" + std::to_string(count_), error);
    if (run.error == ENOENT) return ops::ProgramEnd{.is_missing = true};
    if (run.error != 0) return fail(Code::io_error, "it cannot be run: " + system_message(run.error));
    if (run.was_interrupted) return fail(Code::interrupted, "interrupted");
    replace_all(run.output, file, name);
    return end_of(std::move(run));
  }

 private:
  ScratchFolder scratch_;
  uint64_t count_ = 0;
};

// The command of the command line, of the workspace where that is asked for, or of the user; "": none.
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

}  // namespace

Result<ops::Checks> make_checks(const Session& session, const Opened& opened) {
  ops::Checks checks;
  TRY_ASSIGN(verify, verify_setting(session, opened.settings));
  checks.command = verify.command;
  VerifyPlan plan{opened.workspace->path(), std::chrono::seconds(verify.timeout)};
  checks.run_command = [&session, plan](const std::string& command, const std::string& folder) {
    return run_command(session, plan, command, folder);
  };
  if (!session.flag("check-syntax")) return checks;
  if (opened.settings.checkers.empty())
    return fail(Code::usage, "no checker is set up for '--check-syntax'",
        "write \"*.py\" = \"python3 -m py_compile\" below '[check]' in your configuration file");
  checks.checkers = opened.settings.checkers;
  checks.run_checker = [runner = std::make_shared<CheckRunner>(session.environment)](const ops::Checker& checker,
                           const std::string& name, std::string_view text) { return runner->run(checker, name, text); };
  return checks;
}

}  // namespace aptix::app
