// A patch in git's own form: right counts, full headers. What was read from it prints the same. Pure.
#pragma once

#include <string>

#include "git/patch.h"

namespace aptix::git {

// REQUIRES: `direction` is the one in which the patch was turned.
std::string print_patch(const Patch& patch, Direction direction);

std::string octal(uint32_t mode);  // "100644"

}  // namespace aptix::git
