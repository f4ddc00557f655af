// Credentials that a literal gives away: one table of literals, each with the pattern or the reader that is asked where
// it stands. Pure, linear time.
#pragma once

#include <string_view>
#include <vector>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// Keys of known services, passwords in addresses and on command lines, private keys; then values of names such as
// password, token, secret, and all values of Secret objects of Kubernetes. In no order.
std::vector<Secret> find_by_table(std::string_view text);

}  // namespace aptix::context::secrets
