// What the table of credentials asks where a pattern is not enough. Pure, linear time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

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

}  // namespace aptix::context::secrets
