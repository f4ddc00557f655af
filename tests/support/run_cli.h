// Runs a program as a person would: arguments, standard input, folder and environment in; both
// streams and the exit code out. For the tests that look at the built binary from outside.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace aptix::test {

struct CliRequest {
  std::vector<std::string> arguments;    // the first is the program, looked up in PATH of `environment`
  std::string input;                     // standard input; the program sees end of file after it
  std::string directory;                 // working directory; "": the test's own
  std::vector<std::string> environment;  // NAME=VALUE, the whole of it
  std::chrono::milliseconds timeout{30'000};
  // With it the program has a terminal of its own, next to its standard streams, on which these are typed, one whenever
  // it asks (its text ends in "? "): a line each, or "^C", "^D". Then ^D.
  std::optional<std::vector<std::string>> typed = {};
};

struct CliResult {
  int exit_code = -1;      // -1: ended by a signal, or never started
  int signal = 0;          // that ended it
  bool timed_out = false;  // killed because the time was up
  std::string out, err;
  std::string screen;  // what the terminal shows, what was typed included; line ends are LF
};

// Never throws for what the program does. A program that cannot be started exits with 127.
CliResult run_cli(const CliRequest& request);

// A plain environment: the built aptix first in PATH, HOME as given, UTC, no colours, no user's git settings.
std::vector<std::string> test_environment(const std::string& home);

}  // namespace aptix::test
