#include "terminal/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/text/text.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

struct ProgramPipe {
  int read = -1, write = -1;
  ProgramPipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) read = ends[0], write = ends[1];
  }
  ~ProgramPipe() {
    close(read);
    close(write);
  }
  ProgramPipe(const ProgramPipe&) = delete;
  ProgramPipe& operator=(const ProgramPipe&) = delete;
  static void close(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

using Clock = std::chrono::steady_clock;

enum class End : uint8_t { all, too_late, too_much };

// Gives the input and takes the output, whichever is ready.
End talk(ProgramPipe& in, ProgramPipe& out, const Program& program, std::string& output) {
  std::string_view input = program.input;
  Clock::time_point until = Clock::now() + program.time_limit;
  ::fcntl(in.write, F_SETFL, O_NONBLOCK);
  char buffer[1 << 14];
  while (true) {
    if (input.empty()) ProgramPipe::close(in.write);
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return End::too_late;
    pollfd waits[] = {{out.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
    if (::poll(waits, 2, static_cast<int>(left)) < 0 && errno != EINTR) return End::all;
    if (in.write >= 0 && waits[1].revents != 0) {
      ssize_t sent = ::write(in.write, input.data(), input.size());
      if (sent > 0) input.remove_prefix(static_cast<size_t>(sent));
      else if (errno != EAGAIN && errno != EINTR) input = {};
    }
    if (waits[0].revents == 0) continue;
    ssize_t got = ::read(out.read, buffer, sizeof buffer);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return End::all;
    if (got > 0) output.append(buffer, static_cast<size_t>(got));
    if (output.size() > program.most_output) return End::too_much;
  }
}

tl::unexpected<Error> failure(const Program& program, const std::string& why) {
  return fail(Code::io_error, fmt::format("'{}' {}", escape_for_display(program.words.front()), why),
      "run it by hand to see why");
}

}  // namespace

Result<std::string> run_program(const Program& program) {
  ProgramPipe in, out;
  if (in.read < 0 || out.read < 0) return failure(program, "cannot be run: " + os_message(errno));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.read, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that all that it starts can be ended with it
  std::vector<char*> words;
  for (const std::string& word : program.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  int error = ::posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) return failure(program, "cannot be run: " + os_message(error));
  ProgramPipe::close(in.read);
  ProgramPipe::close(out.write);
  std::string output;
  End end = talk(in, out, program, output);
  if (end != End::all) ::kill(-child, SIGKILL);
  int status = 0;
  // It may have closed its output and go on.
  for (auto until = Clock::now() + program.time_limit; ::waitpid(child, &status, WNOHANG) == 0; ::poll(nullptr, 0, 5)) {
    if (Clock::now() < until) continue;
    ::kill(-child, SIGKILL);
    end = End::too_late;
    until = Clock::time_point::max();
  }
  if (end == End::too_late) return failure(program, "took too long");
  if (end == End::too_much) return failure(program, "printed too much");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return failure(program, "failed");
  return output;
}

}  // namespace aptix::app
