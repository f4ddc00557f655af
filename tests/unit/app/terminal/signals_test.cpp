// How a run ends that does not look at its flag: one that waits in a loop stands for it.
#include "terminal/signals.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace aptix::app {
namespace {

using Milliseconds = std::chrono::milliseconds;

// A process that never looks up.
class Loop {
 public:
  explicit Loop(void (*before)(RunState&)) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) run(ends[1], before);
    ::close(ends[1]);
    out_ = ends[0];
    REQUIRE(read_some() == "ready\n");
  }
  ~Loop() {
    if (!ended_) ::kill(pid_, SIGKILL), ::waitpid(pid_, nullptr, 0);
    ::close(out_);
  }

  void interrupt(Milliseconds after) {
    std::this_thread::sleep_for(after);
    send(SIGINT);
  }
  void send(int signal) { ::kill(pid_, signal); }

  // -1: it goes on.
  int exit_code(Milliseconds within) {
    for (Milliseconds waited(0); waited <= within; waited += Milliseconds(10)) {
      int status = 0;
      ended_ = ::waitpid(pid_, &status, WNOHANG) == pid_;
      if (ended_) return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
      std::this_thread::sleep_for(Milliseconds(10));
    }
    return -1;
  }

  std::string read_some() {
    char text[1000];
    ssize_t size = ::read(out_, text, sizeof text);
    return size > 0 ? std::string(text, static_cast<size_t>(size)) : "";
  }

 private:
  [[noreturn]] static void run(int out, void (*before)(RunState&)) {
    ::dup2(out, STDERR_FILENO);
    ::dup2(out, STDOUT_FILENO);
    install_signal_handlers();
    before(run_state());
    if (::write(out, "ready\n", 6) != 6) ::_exit(99);
    for (;;) ::pause();
  }

  pid_t pid_ = 0;
  int out_ = -1;
  bool ended_ = false;
};

constexpr Milliseconds kAWhile(50), kPatience(1100), kLong(5000);

TEST_CASE("a second signal ends a run that does not heed the first, but not at once") {
  Loop loop([](RunState&) {});
  loop.interrupt(Milliseconds(0));
  loop.interrupt(kAWhile);
  CHECK(loop.exit_code(kAWhile) == -1);
  loop.interrupt(kPatience);
  CHECK(loop.exit_code(kLong) == 130);
  CHECK(loop.read_some() == "error[interrupted]: interrupted; the tree is as it was\n");
}

TEST_CASE("no signal ends a run whose tree is halfway") {
  Loop loop([](RunState& run) { run.committed.set_halfway(true); });
  loop.interrupt(Milliseconds(0));
  loop.interrupt(kPatience);
  CHECK(loop.exit_code(kAWhile) == -1);
}

TEST_CASE("a run that a second signal ends after its changes are made succeeds") {
  Loop loop([](RunState& run) {
    run.json = true;
    run.committed.open();
    run.committed.shut(7);
  });
  loop.interrupt(Milliseconds(0));
  loop.interrupt(kPatience);
  CHECK(loop.exit_code(kLong) == 0);
  CHECK(loop.read_some().find(R"("successful":true)") != std::string::npos);
}

TEST_CASE("a run that reads what was cut short ends, and says in which file where that is known") {
  static const CutShort kWords{.json = "{}\n", .text = "error[file.changed]: 'f'\n", .exit_code = 1};
  Loop unknown([](RunState&) {});
  unknown.send(SIGBUS);
  CHECK(unknown.exit_code(kLong) == kExitMachine);
  CHECK(unknown.read_some().starts_with("error[io.error]: a file was cut short by another process"));
  Loop known([](RunState& run) { run.cut_short = &kWords; });
  known.send(SIGBUS);
  CHECK(known.exit_code(kLong) == 1);
  CHECK(known.read_some() == kWords.text);
}

}  // namespace
}  // namespace aptix::app
