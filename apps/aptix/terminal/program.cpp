#include "terminal/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/text/text.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) read = ends[0], write = ends[1];
  }
  ~Pipe() {
    close(read);
    close(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  static void close(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

using Clock = std::chrono::steady_clock;

// Milliseconds, for poll(2); 0: it is over.
int time_left(const Program& program, Clock::time_point start) {
  if (!program.time_limit) return -1;
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(start + *program.time_limit - Clock::now()).count();
  return static_cast<int>(std::max<int64_t>(left, 0));
}

// A little of `input`; closes the pipe when all is written, or nobody reads it.
void give(Pipe& in, std::string_view& input) {
  ssize_t sent = ::write(in.write, input.data(), input.size());
  if (sent > 0) input.remove_prefix(static_cast<size_t>(sent));
  if (input.empty() || (sent < 0 && errno != EAGAIN && errno != EINTR)) Pipe::close(in.write);
}

// Gives the input and takes the output, whichever is ready: neither side waits for the other.
void exchange(Pipe& in, Pipe& out, const Program& program, ProgramRun& run) {
  std::string_view input = program.input;
  Clock::time_point start = Clock::now();
  ::fcntl(in.write, F_SETFL, O_NONBLOCK);
  if (input.empty()) Pipe::close(in.write);
  char buffer[1 << 16];
  while (!run.too_much) {
    int left = time_left(program, start);
    run.too_late = left == 0;
    if (run.too_late) return;
    pollfd waits[] = {{out.read, POLLIN, 0}, {in.write, POLLOUT, 0}};
    if (::poll(waits, 2, left) < 0 && errno != EINTR) return;
    if (in.write >= 0 && waits[1].revents != 0) give(in, input);
    if (waits[0].revents == 0) continue;
    ssize_t got = ::read(out.read, buffer, sizeof buffer);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return;
    if (got > 0) run.output.append(buffer, static_cast<size_t>(got));
    run.too_much = run.output.size() > program.most_output;
  }
}

// This process's environment, with these settings instead of its own.
std::vector<char*> environment_with(std::vector<std::string>& settings) {
  std::vector<char*> list;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view known(*entry);
    known = known.substr(0, known.find('=') + 1);
    bool replaced = !known.empty() && std::any_of(settings.begin(), settings.end(), [&](const std::string& setting) {
      return setting.starts_with(known);
    });
    if (!replaced) list.push_back(*entry);
  }
  for (std::string& setting : settings) list.push_back(setting.data());
  list.push_back(nullptr);
  return list;
}

// 0 or errno.
int start(const Program& program, const Pipe& in, const Pipe& out, pid_t& child) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.read, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  if (program.complaints >= 0) ::posix_spawn_file_actions_adddup2(&actions, program.complaints, STDERR_FILENO);
  else ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  // So that all that it starts can be ended with it.
  if (program.time_limit) ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> words;
  for (const std::string& word : program.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::vector<std::string> settings = program.settings;
  int error = ::posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environment_with(settings).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  return error;
}

// The status of its end. It may have closed its output and go on.
int wait_for_end(const Program& program, pid_t child, ProgramRun& run) {
  int status = 0;
  if (!program.time_limit) {
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }
  if (run.too_late || run.too_much) ::kill(-child, SIGKILL);
  auto until = Clock::now() + *program.time_limit;
  for (; ::waitpid(child, &status, WNOHANG) == 0; ::poll(nullptr, 0, 5)) {
    if (Clock::now() < until) continue;
    ::kill(-child, SIGKILL);
    run.too_late = true;
    until = Clock::time_point::max();
  }
  return status;
}

tl::unexpected<Error> failure(const Program& program, const std::string& why) {
  return fail(Code::io_error, fmt::format("'{}' {}", escape_for_display(program.words.front()), why),
      "run it by hand to see why");
}

}  // namespace

ProgramRun run_to_end(const Program& program) {
  ProgramRun run;
  Pipe in, out;
  pid_t child = 0;
  run.error = in.read < 0 || out.read < 0 ? errno : start(program, in, out, child);
  if (run.error != 0) return run;
  Pipe::close(in.read);
  Pipe::close(out.write);
  exchange(in, out, program, run);
  int status = wait_for_end(program, child, run);
  run.went_well = !run.too_late && !run.too_much && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return run;
}

Result<std::string> run_program(const Program& program) {
  ProgramRun run = run_to_end(program);
  if (run.went_well) return std::move(run.output);
  if (run.error != 0) return failure(program, "cannot be run: " + system_message(run.error));
  return failure(program, run.too_late ? "took too long" : run.too_much ? "printed too much" : "failed");
}

}  // namespace aptix::app
