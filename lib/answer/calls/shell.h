// Commands of a shell: what they do to files, as far as that is plain. They are never run. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/plan.h"

namespace aptix::answer {

// Is a code block of that language one of commands? One without a language may be.
bool is_shell(std::string_view language);

// What one command does.
struct ShellChange {
  Operation operation = Operation::write;  // or remove, or rename
  std::string path;                        // where the file comes to be, or is removed
  std::string from = {};                   // rename
  std::string_view content = {};           // write
  size_t offset = 0;                       // of the command
  bool terminated = true;                  // false: the here-document has no end
};

// The changes of commands that are nothing but `cat >` and `tee` from a here-document without expansion, `mkdir -p`,
// `rm`, `mv` and those of git, with literal paths. None when anything else stands there.
std::vector<ShellChange> shell_changes(std::string_view commands);

// The file that one of the commands writes, removes, moves or edits; "" when there is not one.
std::string changed_by_commands(std::string_view commands);

}  // namespace aptix::answer
