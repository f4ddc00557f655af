// How a run is told from outside to end, and what it says where it must end where it stands.
#pragma once

#include <atomic>
#include <string>

#include "base/commit_gate.h"

namespace aptix::app {

inline constexpr int kExitMachine = 5;

// What is said where a mapped file is cut short by another process, and the exit code of the run then.
struct CutShort {
  std::string json, text;
  int exit_code = kExitMachine;
};

// What a signal handler has to know of the run.
struct RunState {
  std::atomic<bool> interrupted = false;  // SIGINT, SIGTERM or SIGHUP came: the run ends after the step that it is in
  CommitGate committed{};                 // knows the transaction that is done
  std::atomic<bool> json = false;         // standard output is to get one JSON object
  std::atomic<const CutShort*> cut_short = nullptr;  // null: words that name no file. Lives until the run ends
};

// Of this process.
RunState& run_state();

// A signal that the caller wants ignored (nohup, a job in the background) stays ignored.
void install_signal_handlers();

// Fixed words for moments in which nothing more can be made. The exit code of a run that cannot go on: 0 when its
// changes are made, since a script that saw a failure would take the tree for unchanged.
int end_without_memory();
int end_untold();  // REQUIRES: something is committed

}  // namespace aptix::app
