// The values of Secret objects of Kubernetes, in YAML and in JSON. Pure, linear time.
#pragma once

#include <string_view>
#include <vector>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// Whatever stands below `data` and `stringData` of one, whatever it is called.
std::vector<Secret> find_in_manifests(std::string_view text);

}  // namespace aptix::context::secrets
