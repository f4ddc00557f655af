// A credential that an assignment gives to a name: password = "...", --token ..., <password>...</password>. Pure,
// linear time.
#pragma once

#include <optional>
#include <string_view>

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

}  // namespace aptix::context::secrets
