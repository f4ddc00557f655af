// Credentials that an assignment gives to a name: password = "...", and values that only chance makes. Pure, linear
// time.
#pragma once

#include <string_view>
#include <vector>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// Values of names such as password, token, secret, apiKey. Not those that stand for a value elsewhere.
std::vector<Secret> find_named(std::string_view text);

// Values of any name that are made by chance; but for names of hashes.
std::vector<Secret> find_random(std::string_view text);

}  // namespace aptix::context::secrets
