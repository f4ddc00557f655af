// What programs have to say about a change: checkers of syntax before it is written, and the command of --verify when
// it is made. Who runs them is handed in.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/text/glob.h"
#include "model/change_set.h"

namespace aptix::ops {

// A row of [check]: the program, which is given the path of a new text as its last word.
struct Checker {
  Glob files;
  std::vector<std::string> words;
};

// How a program ended that looked at a change.
struct ProgramEnd {
  bool is_missing = false;  // there is no such program
  bool too_late = false;
  int exit_code = 0;        // 128 and its number where it was a signal
  std::string output = {};  // the end of what it printed

  bool went_well() const { return !is_missing && !too_late && exit_code == 0; }
};

struct Checks {
  std::vector<Checker> checkers = {};
  // Runs a checker on that text, put where it can be read under that name. Fails with io_error.
  std::function<Result<ProgramEnd>(const Checker& checker, const std::string& name, std::string_view text)>
      run_checker = {};
  std::string command = {};  // of --verify; "": none
  // Runs it in that folder. Fails with io_error, interrupted.
  std::function<Result<ProgramEnd>(const std::string& command, const std::string& folder)> run_command = {};
};

// An error for each file whose new text a checker finds a fault in, and in whose old text it finds none; what it cannot
// look at, or found as bad before, is a warning.
Diagnostics check_syntax(const Checks& checks, const ChangeSet& changes);

// Fails with verify_failed, and as `run_command`.
Status verify(const Checks& checks, const std::string& folder);

}  // namespace aptix::ops
