// The canonical form of our JSON documents (SYS-004 §7): pretty-printed, one field a line, the fields in one order,
// what a reader repairs or fills in made good. It means the same. Pure.
#pragma once

#include <optional>
#include <string>

#include "answer/tree/kind.h"

namespace aptix::answer {

// Nothing: only JSON documents have a canonical form. REQUIRES: it was read as `kind` without an error.
// It is its own canonical form, and what compose_bundle() and its kind write is.
std::optional<std::string> canonical_document(const Block& block, JsonKind kind);

}  // namespace aptix::answer
