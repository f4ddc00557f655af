// What the value of an assignment looks like: made by chance, or by a person; a hash, or a stand-in. And what the name
// of one says of it. Pure.
#pragma once

#include <string_view>

#include "base/text/bytes.h"
#include "base/text/regex.h"

namespace aptix::context::secrets {

// REQUIRES: it is a pattern.
Regex compiled(std::string_view pattern);

// The bytes that a generated key is made of, "+/_-=" with them.
constexpr bool is_key_byte(char c) {
  return is_letter_or_digit(c) || c == '+' || c == '/' || c == '_' || c == '-' || c == '=';
}

bool has_both(std::string_view value);  // a digit and a letter

// Letters, digits and signs in the mix of a generated key, and of no word, path, hash, UUID or alphabet.
bool is_random(std::string_view value);

// At least 16 hexadecimal digits and nothing else, or in the groups of a UUID or a fingerprint; after 0x, any number.
bool is_hex(std::string_view value);

// What a program writes for itself: NAMES_IN_CAPITALS or a path, without digits; numbers with dots between.
bool is_of_code(std::string_view value);

// What stands for a value that is elsewhere: "changeme", "${VAR}", "<token>", "os.environ[...]", "xxxx".
bool is_placeholder(std::string_view value);

// In base64.
bool is_user_and_password(std::string_view base64);

// The name says that its value is that of a hash: sha256, contentHash, checksum, integrity, commit.
bool names_a_hash(std::string_view name);

// The name says that its value looks made by chance, or is so, and is no secret: uuid, clientId, publicKey, alphabet.
bool names_something_public(std::string_view name);

// The last word says that the value is about a secret: tokenType, password_field, secretName, maxTokens.
bool names_something_else(std::string_view name);

}  // namespace aptix::context::secrets
