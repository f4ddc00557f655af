// What the name of an assignment says of its value. Pure.
#pragma once

#include <string_view>

namespace aptix::context::secrets {

// The name says that its value is that of a hash: sha256, contentHash, checksum, integrity, commit.
bool names_a_hash(std::string_view name);

// The name says that its value looks made by chance, or is so, and is no secret: uuid, clientId, publicKey, alphabet.
bool names_something_public(std::string_view name);

// The last word says that the value is about a secret: tokenType, password_field, secretName, maxTokens.
bool names_something_else(std::string_view name);

}  // namespace aptix::context::secrets
