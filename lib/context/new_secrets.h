// Credentials in the text that a change brings into a file, and words that stand for one. What the file had before is
// not looked for.
#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "model/change_set.h"

namespace aptix::context {

// A warning (policy_secret) for each, with its line; it never shows one.
std::vector<Diagnostic> new_secrets(const FileChange& change);

// An error (placeholder) where the file gets more of "[redacted: KIND]" than it had: that was shown for a credential,
// which this text would take the place of.
std::optional<Diagnostic> new_redaction(const FileChange& change);

}  // namespace aptix::context
