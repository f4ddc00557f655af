// What the process was given, read once by main and handed down: nothing below asks for it again.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "base/commit_gate.h"
#include "base/progress.h"

namespace aptix::app {

struct Environment {
  std::string home, config_home, config_file;  // HOME, XDG_CONFIG_HOME, APTIX_CONFIG; "" when not set
  // The run is a tool's, as APTIX_CALLER or APTIX_SESSION says, or who calls the command: reads are in the audit, and
  // writes that need an approval are held, whether or not there is a terminal.
  bool is_tool = false;
  bool through_client = false;                 // a person was asked, by the client of a tool
  std::string session;                         // APTIX_SESSION
  std::string caller;                          // APTIX_CALLER, else 'uid N'
  std::string strict;                          // APTIX_STRICT
  std::string state_dir;                       // APTIX_STATE_DIR
  std::string command_line;                    // for the log
  std::string verifying;                       // APTIX_VERIFYING: the workspace of the run whose --verify runs this
  bool git_dir = false;                        // GIT_DIR: git looks for no repository
  bool git_settings = false;                   // GIT_CONFIG_... or GIT_ATTR_...: settings beyond the files
  std::optional<std::string> git_global;       // GIT_CONFIG_GLOBAL: read instead of the user's configuration of git
  std::optional<std::string> git_system;       // GIT_CONFIG_SYSTEM, "" by ..._NOSYSTEM: instead of the machine's
  std::string step_summary;                    // GITHUB_STEP_SUMMARY
  std::string editor;                          // VISUAL, else EDITOR, else vi
  std::string temp;                            // TMPDIR, else /tmp
  std::string git_ceilings;                    // GIT_CEILING_DIRECTORIES
  bool no_color = false, force_color = false;  // NO_COLOR, CLICOLOR_FORCE
  bool terminal_in = false, terminal_out = false, terminal_err = false;
  bool dumb_terminal = false;  // TERM=dumb: it cannot erase
  size_t width = 120;          // cells of the terminal that standard error goes to
  unsigned umask = 022;
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
  CommitGate* committed = nullptr;
  Progress* progress = nullptr;
};

}  // namespace aptix::app
