// What the table of credentials asks where a pattern is not enough. Pure, linear time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/text/bytes.h"
#include "base/text/regex.h"
#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// What a name has in it, and how much its value must look like a credential to be one.
struct NameWord {
  std::string_view kind, word;
  bool any_value = false;
  bool ends_name = false;  // a word of its own, the last of its name
};

// The value of the name around the word at `at`; not one that stands for a value elsewhere.
std::optional<Secret> named_secret(std::string_view text, const NameWord& word, size_t at);

// Private keys in armour, "-----BEGIN ... PRIVATE KEY-----" to its end, on lines or in one string.
// `at`: where "-----BEGIN " or "-----END " stands. From the beginning of a key to its end, or as far
// as it looks like one; and for an end whose beginning is not there, from where it begins to look like one. Nothing for
// other armour, and for a key that has no body.
std::optional<Secret> find_key_block(std::string_view text, size_t at);

// The values of Secret objects of Kubernetes, in YAML and in JSON: whatever stands below `data` and `stringData` of
// one, whatever it is called.
std::vector<Secret> find_in_manifests(std::string_view text);

// What the value of an assignment looks like: made by chance, or by a person; a hash, or a stand-in. And what the name
// of one says of it.

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
