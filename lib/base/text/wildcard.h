// Shell patterns over whole texts, as `git apply --include` takes them: `*` and `?` stand for any
// characters, '/' among them; `[a-z]`, `[!x]`, `[:alpha:]`, `\` before a character that is meant as such.
// For patterns that know of folders see base/glob.h.
#pragma once

#include <string_view>

namespace aptix {

// At worst pattern x text; a malformed set matches nothing.
bool wildcard_matches(std::string_view pattern, std::string_view text);

}  // namespace aptix
