// Credentials in base64: what stands for "user:password", and for a private key. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

bool is_user_and_password(std::string_view base64);

// The base64 that begins at `at`, when it begins with the armour of a private key.
std::optional<Secret> find_encoded_key(std::string_view text, size_t at);

}  // namespace aptix::context::secrets
