#include "terminal/editor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/text/text.h"
#include "terminal/scratch_folder.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

tl::unexpected<Error> editor_failure(std::string_view what, int error) {
  return fail(Code::io_error, fmt::format("{}: {}", what, system_message(error)),
      "let TMPDIR name a folder that can be written to");
}

Status write_copy(const std::string& path, std::string_view text) {
  int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return editor_failure("cannot make a copy for the editor", errno);
  if (int error = write_and_close(fd, text); error != 0)
    return editor_failure("cannot make a copy for the editor", error);
  return {};
}

Result<std::string> read_copy(const std::string& path, uint64_t most) {
  struct stat about;
  if (::lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode))
    return fail(Code::io_error, "the editor left no file");
  return read_file(path, most, nullptr);
}

// What comes from the keyboard is the editor's business while it runs.
class KeyboardSignals {
 public:
  KeyboardSignals() {
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &ignored, &interrupt_);
    ::sigaction(SIGQUIT, &ignored, &quit_);
  }
  ~KeyboardSignals() {
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGQUIT, &quit_, nullptr);
  }
  KeyboardSignals(const KeyboardSignals&) = delete;
  KeyboardSignals& operator=(const KeyboardSignals&) = delete;

 private:
  struct sigaction interrupt_ = {}, quit_ = {};
};

// As git does: the shell takes the words of the variable apart, the file's name is an argument of its own.
Status run_editor(const std::string& editor, int terminal, const std::string& path) {
  std::string script = editor + " \"$@\"";
  std::string words[] = {"sh", "-c", script, editor, path};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), words[4].data(), nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_adddup2(&actions, terminal, fd);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  for (int signal : {SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ}) sigaddset(&usual, signal);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  KeyboardSignals until_the_end;
  pid_t child = 0;
  int error = ::posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return fail(Code::io_error, "cannot start the editor: " + system_message(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return fail(Code::io_error, fmt::format("the editor '{}' failed", escape_for_display(editor)),
      "set VISUAL or EDITOR to one that works");
}

}  // namespace

Result<std::string> edit_text(
    const Environment& environment, int terminal, std::string_view name, std::string_view text, uint64_t most) {
  ScratchFolder scratch(environment.temp, "editor");
  TRY_ASSIGN(folder, scratch.path());
  std::string path = fmt::format("{}/{}", folder, name);
  TRY(write_copy(path, text));
  TRY(run_editor(environment.editor, terminal, path));
  if (environment.interrupted->load()) return fail(Code::interrupted, "interrupted");
  return read_copy(path, most);
}

}  // namespace aptix::app
