// A program that is run for us ends when it should, and what it started with it.
#include "terminal/program.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <thread>

namespace aptix::app {
namespace {

using Clock = std::chrono::steady_clock;

Program shell(std::string command, std::chrono::milliseconds limit = std::chrono::seconds(60)) {
  return {.words = {"sh", "-c", std::move(command)}, .time_limit = limit, .most_output = 100, .wants_end = true};
}

bool lives(pid_t process) {
  for (int i = 0; i < 100 && ::kill(process, 0) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return ::kill(process, 0) == 0;
}

pid_t number_in(const std::string& text) {
  pid_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  REQUIRE(number > 0);
  return number;
}

TEST_CASE("the end of both outputs is kept, and the exit code told") {
  ProgramRun run = run_to_end(shell("seq 1000; echo last >&2; exit 3"));
  CHECK(run.exit_code == 3);
  CHECK_FALSE(run.went_well);
  CHECK(run.output.size() <= 200);
  CHECK(run.output.ends_with("999\n1000\nlast\n"));
  CHECK(run_to_end(shell("kill -9 $$")).exit_code == 137);
  CHECK(run_to_end(shell("true")).went_well);
}

TEST_CASE("at the time limit it is ended with all that it started") {
  auto start = Clock::now();
  ProgramRun run = run_to_end(shell("sleep 300 & echo $!; sleep 300", std::chrono::milliseconds(300)));
  CHECK(run.too_late);
  CHECK_FALSE(run.went_well);
  CHECK_FALSE(lives(number_in(run.output)));
  CHECK(Clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("one that does not listen is ended, too") {
  ProgramRun run =
      run_to_end(shell("trap '' TERM; echo $$; while :; do sleep 0.1; done", std::chrono::milliseconds(300)));
  CHECK(run.too_late);
  CHECK(run.exit_code == 128 + SIGKILL);
}

TEST_CASE("what it leaves behind is not waited for") {
  auto start = Clock::now();
  ProgramRun run = run_to_end(shell("sleep 30 & echo $!"));
  CHECK(run.went_well);
  CHECK(Clock::now() - start < std::chrono::seconds(20));
  ::kill(number_in(run.output), SIGKILL);
}

TEST_CASE("an interrupt ends it") {
  std::atomic<bool> interrupted = false;
  Program program = shell("sleep 300");
  program.interrupted = &interrupted;
  std::thread later([&interrupted] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    interrupted = true;
  });
  ProgramRun run = run_to_end(program);
  later.join();
  CHECK(run.was_interrupted);
  CHECK_FALSE(run.went_well);
}

TEST_CASE("it runs where it should, with what is set, and may be ended by a pipe") {
  Program program = shell("pwd; echo $WORD; yes | head -n 1; echo ${PIPESTATUS}");
  program.folder = "/";
  program.settings = {"WORD=set"};
  CHECK(run_to_end(program).output == "/\nset\ny\n\n");
}

}  // namespace
}  // namespace aptix::app
