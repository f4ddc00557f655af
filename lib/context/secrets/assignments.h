// Credentials that an assignment gives to a name: password = "...", --token ..., <password>...</password>. Pure, linear
// time.
#pragma once

#include <string_view>
#include <vector>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// Values of names such as password, token, secret, apiKey, and all values of Secret objects of Kubernetes. Not those
// that stand for a value elsewhere. In no order.
std::vector<Secret> find_named(std::string_view text);

}  // namespace aptix::context::secrets
