// Readers for rows of the table of credentials for which a pattern is not enough. Pure, linear time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/text/bytes.h"
#include "base/text/regex.h"
#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// A word in a name whose value may be a credential.
struct NameWord {
  std::string_view kind, word;
  bool any_value = false;
  bool ends_name = false;  // must be the last word of its name
};

// The value of the name that contains the word at `at`, if it looks like a credential and is not a placeholder.
std::optional<Secret> named_secret(std::string_view text, const NameWord& word, size_t at);

// A private key in armour, from "-----BEGIN ... PRIVATE KEY-----" to its end, on lines or in one string. `at`: of
// "-----BEGIN " or "-----END ". A key without its end reaches as far as it looks like one; an end without its
// beginning, likewise back. Nothing for other armour, or a key without a body.
std::optional<Secret> find_key_block(std::string_view text, size_t at);

// The values of Kubernetes Secrets, in YAML and JSON: all values below `data` and `stringData`, whatever their names.
std::vector<Secret> find_in_manifests(std::string_view text);

// What a value looks like (random, a hash, a placeholder), and what its name says about it.

// REQUIRES: the pattern is valid.
Regex compiled(std::string_view pattern);

// The bytes of generated keys, including "+/_-=".
constexpr bool is_key_byte(char c) {
  return is_letter_or_digit(c) || c == '+' || c == '/' || c == '_' || c == '-' || c == '=';
}

bool has_both(std::string_view value);  // contains a digit and a letter

// Letters, digits and signs mixed as in a generated key, not as in a word, path, hash, UUID or alphabet.
bool is_random(std::string_view value);

// Only hexadecimal digits, at least 16, or in the groups of a UUID or fingerprint; after 0x, any number.
bool is_hex(std::string_view value);

// A constant of code: NAMES_IN_CAPITALS or a path, without digits; or numbers with dots between.
bool is_of_code(std::string_view value);

// A placeholder: "changeme", "${VAR}", "<token>", "os.environ[...]", "xxxx".
bool is_placeholder(std::string_view value);

// Is it "user:password" in base64?
bool is_user_and_password(std::string_view base64);

// Does the name say that the value is a hash: sha256, contentHash, checksum, integrity, commit?
bool names_a_hash(std::string_view name);

// Does the name say that the value may look random but is public: uuid, clientId, publicKey, alphabet?
bool names_something_public(std::string_view name);

// Does the last word say that the value is only about a secret: tokenType, password_field, secretName, maxTokens?
bool names_something_else(std::string_view name);

}  // namespace aptix::context::secrets
