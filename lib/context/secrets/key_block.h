// Private keys in armour: "-----BEGIN ... PRIVATE KEY-----" to its end, on lines or in one string. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// `at`: where "-----BEGIN " or "-----END " stands. From the beginning of a key to its end, or as far
// as it looks like one; and for an end whose beginning is not there, from where it begins to look like one. Nothing for
// other armour, and for a key that has no body.
std::optional<Secret> find_key_block(std::string_view text, size_t at);

}  // namespace aptix::context::secrets
