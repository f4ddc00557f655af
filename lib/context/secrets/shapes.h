// Credentials that show by their shape what they are: the keys and tokens of well-known services, private keys, JSON
// web tokens, passwords in URLs. Pure, linear time.
#pragma once

#include <string_view>
#include <vector>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// In the order of their beginnings; none touches another.
std::vector<Secret> find_shapes(std::string_view text);

}  // namespace aptix::context::secrets
