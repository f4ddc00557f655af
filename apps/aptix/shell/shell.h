// The shell: lines that begin with '/' are commands of aptix, all else is a model's answer that was pasted.
#pragma once

#include <string>
#include <vector>

#include "shell/line_editor.h"
#include "terminal/session.h"

namespace aptix::app::shell {

struct ShellOptions {
  std::vector<std::string> words;  // options that each command gets: "--root=..."
  bool yes = false;                // applies without asking
};

class Shell {
 public:
  Shell(const Environment& environment, ShellOptions options);
  // Until '/quit' or the end of the input. The exit code of the last command that failed.
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
