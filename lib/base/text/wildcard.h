// Shell patterns over whole texts, as `git apply --include` takes them: `*` and `?` stand for any
// characters, '/' among them; `[a-z]`, `[!x]`, `[:alpha:]`, `\` before a character that is meant as such.
// For patterns that know of folders see base/text/glob.h.
#pragma once

#include <string_view>

namespace aptix {

// At worst pattern x text; a malformed set matches nothing.
bool wildcard_matches(std::string_view pattern, std::string_view text);

// The classes that sets may name: "alpha" in `[[:alpha:]]`. ASCII alone.
bool is_character_class(std::string_view name);
bool in_character_class(std::string_view name, unsigned char c);

}  // namespace aptix
