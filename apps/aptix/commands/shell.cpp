// aptix shell: the commands without 'aptix', and answers that are pasted.
#include "shell/shell.h"

namespace aptix::app {
namespace {

Result<Answer> run_shell(Session& session) {
  shell::Shell shell(session.environment,
      {.words = session.arguments.words_of({"root", "state-dir", "wait", "color"}), .yes = session.flag("yes")});
  int exit_code = shell.run();
  return Answer{.exit_code = exit_code};
}

}  // namespace

extern constexpr Command kShell = {
    .name = "shell",
    .summary = "type commands and paste answers, one after the other",
    .description =
        "Reads lines, with a history and completion of commands and paths by the tab key. '/files [GLOB]' lists files, "
        "'/open PATH[:A-B]' shows one, '/search TEXT', '/diff', '/history PATH', '/stats', '/session', '/undo' and "
        "'/approve' are the commands of these names, '/help' lists all, '/quit' or Ctrl-D leaves.\n\n"
        "'/patch', or any line that is no command, begins a model's answer; a line with nothing but '.', or Ctrl-D, "
        "ends "
        "it. What it would change is shown, and applied when you type 'y'.\n\n"
        "In a pipe it asks nothing, and applies nothing without --yes. The exit code is that of the last command that "
        "failed.",
    .shared = kYes | kEverywhere,
    .examples = {{"aptix shell", "work with a chat beside it"}, {"wl-paste | aptix shell -y", "apply what was copied"}},
    .run = run_shell,
};

}  // namespace aptix::app
