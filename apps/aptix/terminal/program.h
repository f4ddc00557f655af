// Runs other programs without a shell, and provides folders for their files.
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
  std::vector<std::string> words;  // the first is looked up in PATH
  std::string_view input{};        // its standard input
  // After this time the program and its children are killed; nullopt: no limit.
  std::optional<std::chrono::milliseconds> time_limit = std::chrono::seconds(10);
  size_t most_output = 1 << 20;
  std::vector<std::string> settings{};  // "NAME=value": override the environment
  int complaints = -1;                  // descriptor for its standard error; -1: discarded
  std::string folder{};                 // working directory; "": the current one
  // Standard error goes to the output; if that is too long, its end is kept.
  bool wants_end = false;
  const std::atomic<bool>* interrupted = nullptr;  // kills it and its children, as the time limit does
  int terminal = -1;                               // not -1: used for all standard streams instead
};

// Starts the program with these descriptors for standard input and output. 0 or errno.
int start_program(const Program& program, int in, int out, pid_t& child);

struct ProgramRun {
  int error = 0;  // errno if it could not be started; then the rest is unset
  std::string output{};
  bool too_late = false, too_much = false, was_interrupted = false;
  int exit_code = 0;       // 128 + N if signal N ended it
  bool went_well = false;  // it exited by itself with code 0
};
// Runs the program and waits for its end.
ProgramRun run_to_end(const Program& program);

// The standard output of the program. Fails with io_error if it cannot be started, exits with another code than 0,
// takes too long, or prints too much.
Result<std::string> run_program(const Program& program);

// A temporary folder outside of the work tree. Created below `parent` on first use, accessible to its owner only, and
// removed with its content by the destructor. Folders of killed runs are removed by the next run that makes one, once
// they are an hour old.
class ScratchFolder {
 public:
  // `purpose` is part of its name, and of the message if it cannot be created: "objects".
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
