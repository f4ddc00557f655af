#include "terminal/progress_line.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <string>

using namespace aptix;
using namespace aptix::app;

namespace {

struct Pipe {
  int ends[2] = {-1, -1};

  Pipe() { REQUIRE(::pipe2(ends, O_CLOEXEC) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  // What comes next; "" when nothing does.
  std::string next(int wait_ms = 5000) const {
    pollfd waiting{ends[0], POLLIN, 0};
    if (::poll(&waiting, 1, wait_ms) <= 0) return {};
    char buffer[1000];
    return std::string(buffer, static_cast<size_t>(std::max<ssize_t>(::read(ends[0], buffer, sizeof buffer), 0)));
  }
  ProgressLine::Options options(size_t width = 80) const {
    return {.fd = ends[1], .width = width, .every = std::chrono::milliseconds(5)};
  }
};

// What is said first, without what erases it.
std::string first_line(const Progress& progress, void (*begin)(ProgressLine&), size_t width = 80) {
  Pipe pipe;
  ProgressLine line(progress, pipe.options(width));
  begin(line);
  std::string said = pipe.next();
  return said.substr(0, said.find('\r'));
}

}  // namespace

TEST_CASE("a run that takes long says what it does, and how far it has come") {
  Progress progress;
  CHECK(first_line(progress, [](ProgressLine& line) { line.work(); }) == "working (0 s)");
  progress.all = 300;
  progress.done = 200;
  CHECK(first_line(progress, [](ProgressLine& line) { line.work(); }) == "writing: 66 % (0 s)");
  CHECK(first_line(progress, [](ProgressLine& line) { line.wait_for("verifying: a\x1b[2Jb"); }) ==
      "verifying: a\\x1b[2Jb (0 s)");
  CHECK(first_line(
            progress, [](ProgressLine& line) { line.wait_for(std::string(100, 'x')); }, 40) ==
      std::string(33, 'x') + " (0 s)");
}

TEST_CASE("the line is erased before anything else may be written") {
  Progress progress;
  Pipe pipe;
  ProgressLine line(progress, pipe.options());
  line.work();
  CHECK(pipe.next().starts_with("working"));
  line.stop();
  std::string rest = pipe.next();
  CHECK(rest.ends_with("\r\x1b[K"));
  CHECK(pipe.next(30) == "");
  line.stop();
  CHECK(pipe.next(0) == "");
}

TEST_CASE("nothing is said before there is something to say, and nothing where nobody looks") {
  Progress progress;
  Pipe pipe;
  {
    ProgressLine line(progress, pipe.options());
    CHECK(pipe.next(30) == "");
    line.wait_for({});
    CHECK(pipe.next(30) == "");
  }
  ProgressLine nobody(progress, {});
  nobody.work();
  CHECK(pipe.next(30) == "");
}
