// Prints patches in git's own form, with correct counts and full headers, so that reading the output and printing it
// again gives the same; and what `git apply --stat`, `--numstat` and `--summary` print. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "git/patch.h"

namespace aptix::git {

// REQUIRES: the patch was reversed if `direction` is reverse.
std::string print_patch(const Patch& patch, Direction direction);

// The largest values so far: all inputs are printed to one scale.
struct StatScale {
  uint64_t longest_name = 0;
  uint64_t most_lines = 0;

  void add(const Patch& patch);
};

using Patches = std::vector<const Patch*>;

std::string print_stat(const Patches& patches, const StatScale& scale);

enum class NameForm : uint8_t {
  quoted,    // quoted in C style if needed, then a line feed
  with_nul,  // -z: unquoted, then a NUL
};
std::string print_numstat(const Patches& patches, NameForm form);

std::string print_summary(const Patches& patches);

std::string counted(uint64_t number, std::string_view one, std::string_view many);  // "1 line", "2 lines"

}  // namespace aptix::git
