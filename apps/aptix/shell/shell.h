// The shell: lines that begin with '/' are commands of aptix; anything else is a pasted answer of a model.
#pragma once

#include <string>
#include <vector>

#include "shell/line_editor.h"
#include "terminal/session.h"

namespace aptix::app::shell {

struct ShellOptions {
  std::vector<std::string> words;  // options for each command: "--root=..."
  bool yes = false;                // apply without asking
};

class Shell {
 public:
  Shell(const Environment& environment, ShellOptions options);
  // Runs until '/quit' or the end of input. Returns the exit code of the last command that failed.
  int run();

 private:
  std::string take_answer(std::string first);
  void apply(const std::string& answer);
  bool agrees();
  void refuse(std::string_view why, std::string_view hint);
  void carry_out(const std::string& line);
  int run_command(std::vector<std::string> words);
  std::vector<std::string> complete(std::string_view before, std::string_view word);

  const Environment& environment_;
  ShellOptions options_;
  LineEditor editor_;
  int exit_code_ = 0;
};

}  // namespace aptix::app::shell
