#include "support/run_cli.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "support/places.h"

namespace aptix::test {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

// Runs in the child between fork and exec: nothing here may allocate.
[[noreturn]] void become(const CliRequest& request, char* const* arguments, char* const* environment, int in, int out,
    int err, int terminal) {
  if (terminal < 0) setpgid(0, 0);
  // It stays open in the program: a terminal that nobody has open hangs up.
  else if (setsid() < 0 || ioctl(terminal, TIOCSCTTY, 0) != 0 || fcntl(terminal, F_SETFD, 0) != 0) _exit(127);
  if (!request.directory.empty() && chdir(request.directory.c_str()) != 0) _exit(127);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  signal(SIGPIPE, SIG_DFL);
  umask(022);
  environ = const_cast<char**>(environment);
  execvp(arguments[0], arguments);
  _exit(127);
}

void close_end(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

// Feeds what is left of the input. The program may close its end early.
void feed(int& fd, std::string_view& left) {
  ssize_t written = left.empty() ? 0 : write(fd, left.data(), left.size());
  if (written > 0) left.remove_prefix(static_cast<size_t>(written));
  if (left.empty() || (written < 0 && errno != EAGAIN)) close_end(fd);
}

void drain(int& fd, std::string& text) {
  std::array<char, 65536> buffer;
  ssize_t got = read(fd, buffer.data(), buffer.size());
  if (got > 0) text.append(buffer.data(), static_cast<size_t>(got));
  else if (got == 0 || errno != EINTR) close_end(fd);
}

// A terminal, and somebody who sits before it.
class Typist {
 public:
  explicit Typist(const CliRequest& request) {
    if (!request.typed) return;
    typed_ = *request.typed;
    master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return;
    slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  }

  void look(std::string& screen) {
    size_t before = screen.size();
    drain(master, screen);
    std::erase(screen, '\r');
    if (master < 0 || screen.size() == before || !screen.ends_with("? ")) return;
    std::string keys = next_ < typed_.size() ? typed_[next_++] : "^D";
    keys = keys == "^C" ? "\x03" : keys == "^D" ? "\x04" : keys + "\n";
    if (write(master, keys.data(), keys.size()) < 0) close_end(master);
  }

  int master = -1, slave = -1;

 private:
  std::vector<std::string> typed_;
  size_t next_ = 0;
};

// Moves bytes until both output streams are closed. False when the time is up.
bool converse(std::string_view input, int& in, int& out, int& err, Typist& typist, CliResult& result,
    Clock::time_point deadline) {
  while (out >= 0 || err >= 0) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    std::array<pollfd, 4> ends{{{in, POLLOUT, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}, {typist.master, POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), static_cast<int>(left)) <= 0) continue;
    if (ends[0].revents != 0) feed(in, input);
    if (ends[1].revents != 0) drain(out, result.out);
    if (ends[2].revents != 0) drain(err, result.err);
    if (ends[3].revents != 0) typist.look(result.screen);
  }
  if (typist.master >= 0) fcntl(typist.master, F_SETFL, O_NONBLOCK);
  while (typist.master >= 0) {
    size_t before = result.screen.size();
    drain(typist.master, result.screen);
    if (result.screen.size() == before) close_end(typist.master);
  }
  std::erase(result.screen, '\r');
  return true;
}

}  // namespace

CliResult run_cli(const CliRequest& request) {
  CliResult result;
  auto deadline = Clock::now() + request.timeout;
  std::vector<char*> arguments = pointers(request.arguments);
  std::vector<char*> environment = pointers(request.environment);
  std::array<int, 2> in{}, out{}, err{};
  if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0)
    return result;

  signal(SIGPIPE, SIG_IGN);
  Typist typist(request);
  pid_t child = fork();
  if (child == 0) become(request, arguments.data(), environment.data(), in[0], out[1], err[1], typist.slave);
  close_end(typist.slave);
  close(in[0]);
  close(out[1]);
  close(err[1]);
  fcntl(in[1], F_SETFL, O_NONBLOCK);

  result.timed_out = !converse(request.input, in[1], out[0], err[0], typist, result, deadline);
  if (result.timed_out) kill(-child, SIGKILL);
  close_end(in[1]);
  close_end(out[0]);
  close_end(err[0]);
  close_end(typist.master);

  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

std::vector<std::string> test_environment(const std::string& home) {
  std::string binary = built_aptix();
  return {"PATH=" + binary.substr(0, binary.rfind('/')) + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + home,
      "LC_ALL=C.UTF-8", "TZ=UTC", "TERM=dumb", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
      // Leaks do not matter in a program that ends; everything else does.
      "ASAN_OPTIONS=detect_leaks=0"};
}

}  // namespace aptix::test
