// Patches in text: in git's own form, with right counts and full headers, so that what was read from it prints the
// same; and what `git apply --stat`, `--numstat` and `--summary` print about them. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "git/patch.h"

namespace aptix::git {

// REQUIRES: `direction` is the one in which the patch was turned.
std::string print_patch(const Patch& patch, Direction direction);

// The widest of what was read so far: several inputs are printed to one scale.
struct StatScale {
  uint64_t longest_name = 0;
  uint64_t most_lines = 0;

  void add(const Patch& patch);
};

using Patches = std::vector<const Patch*>;

std::string print_stat(const Patches& patches, const StatScale& scale);

enum class NameForm : uint8_t {
  quoted,    // in C style where needed, then a line feed
  with_nul,  // -z: as it is, then a NUL
};
std::string print_numstat(const Patches& patches, NameForm form);

std::string print_summary(const Patches& patches);

std::string counted(uint64_t number, std::string_view one, std::string_view many);  // "1 line", "2 lines"

}  // namespace aptix::git
