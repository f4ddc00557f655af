#include "terminal/tty.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/text/text.h"
#include "terminal/program.h"
#include "terminal/scratch_folder.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

constexpr int kLook = 200;  // milliseconds: a signal that comes just before the wait is seen after that long
constexpr size_t kLongest = 4096;

// EIO: it was hung up. Whoever was to answer has gone, in the middle of a question or of an answer.
Error stream_failure(std::string_view doing, int error) {
  if (error == EIO) return make_error(Code::interrupted, "interrupted: the terminal has gone");
  return make_error(Code::io_error, fmt::format("cannot {} the terminal: {}", doing, system_message(error)));
}

}  // namespace

Result<std::unique_ptr<Terminal>> Terminal::open(const Environment& environment) {
  int fd = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    return fail(Code::usage, "there is no terminal to ask on",
        "leave out '--interactive'; '--dry-run --diff' shows the change without asking");
  return std::unique_ptr<Terminal>(new Terminal(fd, environment));
}

Terminal::~Terminal() { ::close(fd_); }

Status Terminal::write(std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(fd_, text.data(), text.size());
    if (written >= 0) text.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR) return fail(stream_failure("write to", errno));
    else if (was_interrupted()) return fail(Code::interrupted, "interrupted");
  }
  return {};
}

Status Terminal::wait() const {
  while (true) {
    if (was_interrupted()) return fail(Code::interrupted, "interrupted");
    pollfd wanted{fd_, POLLIN, 0};
    int ready = ::poll(&wanted, 1, kLook);
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return fail(stream_failure("read from", errno));
  }
}

Result<std::optional<std::string>> Terminal::read_line() {
  while (true) {
    if (size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (buffer_.size() > kLongest) buffer_.clear();  // no answer is that long
    TRY(wait());
    char piece[512];
    ssize_t got = ::read(fd_, piece, sizeof piece);
    if (got == 0) return std::nullopt;
    if (got > 0) buffer_.append(piece, static_cast<size_t>(got));
    else if (errno != EINTR) return fail(stream_failure("read from", errno));
  }
}

Result<std::optional<std::string>> Terminal::ask(std::string_view question) {
  TRY(write(question));
  auto line = read_line();
  if (!line || !*line) static_cast<void>(write("\n"));  // what comes next begins on a line of its own
  return line;
}

Result<std::string> Terminal::edit(std::string_view name, std::string_view text, uint64_t most) {
  ScratchFolder scratch(environment_.temp, "editor");
  TRY_ASSIGN(folder, scratch.path());
  std::string path = fmt::format("{}/{}", folder, name);
  if (int error = write_to_file(path, O_EXCL | O_NOFOLLOW, 0600, text); error != 0)
    return fail(Code::io_error, "cannot make a copy for the editor: " + system_message(error),
        "let TMPDIR name a folder that can be written to");
  // What comes from the keyboard is the editor's business while it runs.
  struct sigaction ignored = {}, interrupt = {}, quit = {};
  ignored.sa_handler = SIG_IGN;
  ::sigaction(SIGINT, &ignored, &interrupt);
  ::sigaction(SIGQUIT, &ignored, &quit);
  // As git does: the shell takes the words of the variable apart, the file's name is an argument of its own.
  const std::string& editor = environment_.editor;
  ProgramRun run =
      run_to_end({.words = {"/bin/sh", "-c", editor + " \"$@\"", editor, path}, .time_limit = {}, .terminal = fd_});
  ::sigaction(SIGINT, &interrupt, nullptr);
  ::sigaction(SIGQUIT, &quit, nullptr);
  if (run.error != 0) return fail(Code::io_error, "cannot start the editor: " + system_message(run.error));
  if (!run.went_well)
    return fail(Code::io_error, fmt::format("the editor '{}' failed", escape_for_display(editor)),
        "set VISUAL or EDITOR to one that works");
  if (was_interrupted()) return fail(Code::interrupted, "interrupted");
  struct stat about;
  if (::lstat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode))
    return fail(Code::io_error, "the editor left no file");
  return read_file(path, most, nullptr);
}

}  // namespace aptix::app
