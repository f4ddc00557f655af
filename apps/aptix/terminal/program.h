// Running a program that is not ours, without a shell, and a folder for what it is given.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/result.h"

namespace aptix::app {

struct Program {
  std::vector<std::string> words;  // the first is looked up on PATH
  std::string_view input{};        // its standard input
  // After it the program, and what it started, is ended; nothing: it may take as long as it likes.
  std::optional<std::chrono::milliseconds> time_limit = std::chrono::seconds(10);
  size_t most_output = 1 << 20;
  std::vector<std::string> settings{};  // "NAME=value": instead of what our environment says of NAME
  int complaints = -1;                  // where its standard error goes; -1: nowhere
  std::string folder{};                 // where it runs; "": here
  // Its standard error comes with its output, of which the end is kept where there is too much.
  bool wants_end = false;
  const std::atomic<bool>* interrupted = nullptr;  // ends it, and what it started, as the time limit does
  int terminal = -1;                               // not -1: its standard streams, instead of all that is said above
};

// With these as its standard input and output. 0 or errno.
int start_program(const Program& program, int in, int out, pid_t& child);

struct ProgramRun {
  int error = 0;  // errno where it could not be started; the rest is then nothing
  std::string output{};
  bool too_late = false, too_much = false, was_interrupted = false;
  int exit_code = 0;       // 128 and its number where a signal ended it
  bool went_well = false;  // it ended by itself, with code 0
};
// Waits for its end.
ProgramRun run_to_end(const Program& program);

// What it printed on standard output. Fails with io_error: it cannot be started, ends with another code than 0, takes
// too long, prints too much.
Result<std::string> run_program(const Program& program);

// A folder outside of the work tree for what nobody needs after the run. Made below `parent` when it is first asked
// for, and removed with all that is in it when this goes; only its owner can enter it. What a killed run has left is
// removed by the next one that makes a folder, once it is an hour old.
class ScratchFolder {
 public:
  // `purpose` is a part of its name, and of the message when it cannot be made: "objects".
  ScratchFolder(std::string parent, std::string purpose) : parent_(std::move(parent)), purpose_(std::move(purpose)) {}
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  Result<std::string> path();

 private:
  std::string parent_, purpose_;
  std::string path_;
  int lock_ = -1;  // on the folder, as long as the process lives
};

}  // namespace aptix::app
