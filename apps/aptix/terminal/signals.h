// How a run is asked to end from outside, and what it prints if it must end immediately.
#pragma once

#include <atomic>
#include <string>

#include "base/commit_gate.h"

namespace aptix::app {

inline constexpr int kExitMachine = 5;

// What to print, and the exit code, if another process truncates a mapped file.
struct CutShort {
  std::string json, text;
  int exit_code = kExitMachine;
};

// What signal handlers need to know about the run.
struct RunState {
  std::atomic<bool> interrupted = false;  // SIGINT, SIGTERM or SIGHUP came: the run ends after the current step
  CommitGate committed{};                 // the committed transaction
  std::atomic<bool> json = false;         // standard output must get one JSON object
  std::atomic<const CutShort*> cut_short = nullptr;  // null: a text without a file name. Valid until the run ends
};

// The state of this process.
RunState& run_state();

// A signal that the caller ignores (nohup, a background job) stays ignored.
void install_signal_handlers();

// Print fixed texts when nothing can be allocated any more. Return the exit code: 0 if the changes are committed,
// because a script that saw a failure would assume an unchanged tree.
int end_without_memory();
int end_untold();  // REQUIRES: something is committed

}  // namespace aptix::app
