// Running a program that is not ours, without a shell, for no longer than a while.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace aptix::app {

struct Program {
  std::vector<std::string> words;  // the first is looked up on PATH
  std::string_view input{};        // its standard input
  std::chrono::milliseconds time_limit{10'000};
  size_t most_output = 1 << 20;
};

// What it printed on standard output. Fails with io_error: it cannot be started, ends with another code than 0, takes
// too long (then it and what it started are ended), prints too much. What it says on standard error is not heard.
Result<std::string> run_program(const Program& program);

}  // namespace aptix::app
