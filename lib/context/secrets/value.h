// What the value of an assignment looks like: made by chance, or by a person; a hash, or a stand-in. Pure.
#pragma once

#include <string_view>

namespace aptix::context::secrets {

// Letters, digits and signs in the mix of a generated key, and of no word, path, hash, UUID or alphabet. REQUIRES:
// none.
bool is_random(std::string_view value);

// At least 16 hexadecimal digits and nothing else, or in the groups of a UUID or a fingerprint; after 0x, any number.
bool is_hex(std::string_view value);

// What a program writes for itself: NAMES_IN_CAPITALS or a path, without digits; numbers with dots between.
bool is_of_code(std::string_view value);

// What stands for a value that is elsewhere: "changeme", "${VAR}", "<token>", "os.environ[...]", "xxxx".
bool is_placeholder(std::string_view value);

}  // namespace aptix::context::secrets
