// Credentials in the text that a change brings into a file. What the file had before is not looked for.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "model/change_set.h"

namespace aptix::context {

// A warning (policy_secret) for each, with its line; it never shows one.
std::vector<Diagnostic> new_secrets(const FileChange& change);

}  // namespace aptix::context
