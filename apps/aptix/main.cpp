// The process: environment, signals, one command, streams, exit code. The only place that exits or reads the
// environment.
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <thread>

#include "base/diagnostic.h"
#include "base/text/ascii.h"
#include "base/text/shell_word.h"
#include "commands/help.h"
#include "render/json.h"
#include "terminal/arguments.h"
#include "terminal/session.h"
#include "terminal/signals.h"

namespace aptix::app {
namespace {

constexpr int kExitBug = 70;

// A closed standard stream must not be reused by the first file that is opened. The replacement fails: standard input
// cannot be read, the others cannot be written.
void occupy_streams() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
      int taken = ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
      if (taken != fd) return;
    }
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// As git reads a boolean.
bool is_on(const char* name) {
  std::string value = ascii_lower(variable(name));
  return !value.empty() && value != "false" && value != "no" && value != "off" && value != "0";
}

std::string first_of(std::initializer_list<const char*> names, std::string otherwise) {
  for (const char* name : names)
    if (std::string value = variable(name); !value.empty()) return value;
  return otherwise;
}

// The processors that this process may use: one system call, whereas hardware_concurrency() reads a file.
unsigned processors() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<unsigned>(CPU_COUNT(&allowed));
  return std::max(1u, std::thread::hardware_concurrency());
}

size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) return size.ws_col;
  return 80;
}

Environment read_environment(std::span<const std::string_view> words) {
  Environment environment;
  environment.around.home = variable("HOME");
  environment.config_home = variable("XDG_CONFIG_HOME");
  environment.config_file = variable("APTIX_CONFIG");
  environment.around.caller = first_of({"APTIX_CALLER"}, fmt::format("uid {}", ::geteuid()));
  environment.session = variable("APTIX_SESSION");
  environment.is_tool = !environment.session.empty() || !variable("APTIX_CALLER").empty();
  environment.strict = variable("APTIX_STRICT");
  environment.around.state_dir = variable("APTIX_STATE_DIR");
  environment.around.verifying = variable("APTIX_VERIFYING");
  environment.around.command = join_shell_words(words);
  environment.git_dir = std::getenv("GIT_DIR") != nullptr;
  for (const char* name : {"GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_ATTR_SOURCE"})
    if (std::getenv(name) != nullptr) environment.git_settings = true;
  if (std::getenv("GIT_CONFIG_GLOBAL") != nullptr) environment.git_global = variable("GIT_CONFIG_GLOBAL");
  if (std::getenv("GIT_CONFIG_SYSTEM") != nullptr) environment.git_system = variable("GIT_CONFIG_SYSTEM");
  if (is_on("GIT_CONFIG_NOSYSTEM")) environment.git_system = "";
  environment.step_summary = variable("GITHUB_STEP_SUMMARY");
  environment.editor = first_of({"VISUAL", "EDITOR"}, "vi");
  environment.temp = first_of({"TMPDIR"}, "/tmp");
  environment.git_ceilings = variable("GIT_CEILING_DIRECTORIES");
  environment.terminal_in = ::isatty(STDIN_FILENO) == 1;
  environment.terminal_out = ::isatty(STDOUT_FILENO) == 1;
  environment.terminal_err = ::isatty(STDERR_FILENO) == 1;
  std::string forced = variable("CLICOLOR_FORCE");
  environment.force_color = !forced.empty() && forced != "0";
  environment.dumb_terminal = variable("TERM") == "dumb";
  environment.no_color = !variable("NO_COLOR").empty() || (environment.dumb_terminal && !environment.force_color);
  if (environment.terminal_err) environment.width = terminal_width();
  environment.around.umask = ::umask(0);
  ::umask(environment.around.umask);
  environment.threads = processors();
  environment.around.interrupted = &run_state().interrupted;
  environment.around.committed = &run_state().committed;
  return environment;
}

Answer told(std::string text, Form form) {
  Said said = text_alone(std::move(text));
  return {.out = form.json ? render::envelope(said.json, {}) : said.text};
}

Answer tell_version(Form form) {
  auto version = json::object([](json::Writer& w) { w.field("version", APTIX_VERSION); });
  return {.out = form.json ? render::envelope(version, {}) : "aptix " APTIX_VERSION "\n"};
}

Answer no_command(const Invocation& invocation, const Environment& environment, Form form) {
  if (invocation.version) return tell_version(form);
  if (invocation.help) return told(invocation.group.empty() ? overview() : group_help(invocation.group), form);
  if (invocation.group.empty()) return told(short_help(), form);
  Error error = make_error(Code::usage, fmt::format("'aptix {}' needs a second word", invocation.group),
      fmt::format("'aptix help {}' lists them", invocation.group));
  return usage_answer(std::move(error), environment, form);
}

Answer run_command(const Invocation& invocation, const Environment& environment, Output& out, Form form) {
  const Command& command = *invocation.command;
  auto arguments = Arguments::parse(command, invocation.words);
  if (!arguments)
    return usage_answer(std::move(arguments).error(), environment,
        {.json = form.json || command.is_json, .exit_codes = command.exit_codes});
  AuditTrail trail;
  Session session{command, *arguments, environment, out, &trail};
  if (arguments->has("help")) return make_answer(session, text_alone(command_help(command)));
  bool watched = environment.terminal_err && !environment.dumb_terminal && !session.flag("quiet");
  ProgressLine line(*environment.around.progress, {.fd = watched ? STDERR_FILENO : -1, .width = environment.width});
  session.line = &line;
  out.before_writing([&line] { line.stop(); });
  Answer answer = run_audited(session);
  out.before_writing({});
  return answer;
}

// What was committed cannot be undone here, and a script that sees a failure would assume an unchanged tree. So a
// committed run succeeds even if it cannot report.
int finish(const Answer& answer, Output& out, Output& err) {
  out.write(answer.out);
  out.flush();
  err.write(answer.err);
  if (!out.failed() || out.error() == EPIPE) {
    err.flush();
    return answer.exit_code;
  }
  std::string why = fmt::format("cannot write to standard output: {}", system_message(out.error()));
  if (answer.transaction != 0) {
    err.write(fmt::format("aptix: {}; transaction {} is done all the same\n", why, answer.transaction));
    err.flush();
    return answer.exit_code;
  }
  err.write(fmt::format("error[io.error]: {}\n", why));
  err.flush();
  return answer.exit_code != 0 ? answer.exit_code : kExitMachine;
}

int run(std::span<const std::string_view> words) {
  // The most frequent question of scripts, answered before anything else.
  if (words.size() == 1 && words[0] == "--version") {
    Output out(STDOUT_FILENO), err(STDERR_FILENO);
    return finish(tell_version({}), out, err);
  }
  Form form{.json = asks_for_json(words)};
  run_state().json = form.json;
  Output out(STDOUT_FILENO), err(STDERR_FILENO);
  Progress progress;
  Environment environment = read_environment(words);
  environment.around.progress = &progress;
  auto invocation = find_invocation(words);
  if (!invocation) return finish(usage_answer(std::move(invocation).error(), environment, form), out, err);
  Answer answer = invocation->command != nullptr ? run_command(*invocation, environment, out, form)
                                                 : no_command(*invocation, environment, form);
  int exit_code = finish(answer, out, err);
  run_state().json = false;  // the JSON object was printed
  if (answer.afterwards) {
    err.write(answer.afterwards());
    err.flush();
  }
  // Everything is written. Skip freeing memory, which takes long after many edits.
#ifndef __SANITIZE_ADDRESS__  // reports leaks, so memory must be freed
  ::_exit(exit_code);
#endif
  return exit_code;
}

int report_bug(const char* what) {
  if (run_state().committed.id() != 0) return end_untold();  // only the report is lost
  Diagnostics diagnostics;
  diagnostics.errors.push_back(make_error(Code::internal, fmt::format("a bug in aptix: {}", escape_for_display(what)),
      "report this line with the command and its input; what was under way was rolled back"));
  bool in_json = run_state().json;
  Output out(in_json ? STDOUT_FILENO : STDERR_FILENO);
  out.write(in_json ? render::envelope({}, diagnostics) : render::render_diagnostics(diagnostics, {}));
  out.flush();
  return kExitBug;
}

}  // namespace
}  // namespace aptix::app

int main(int argc, char** argv) {
  using namespace aptix::app;
  occupy_streams();
  install_signal_handlers();
  try {
    std::vector<std::string_view> words(argv + std::min(argc, 1), argv + argc);
    return run(words);
  } catch (const std::bad_alloc&) {
    return end_without_memory();
  } catch (const std::exception& bug) {
    return report_bug(bug.what());
  }
}
