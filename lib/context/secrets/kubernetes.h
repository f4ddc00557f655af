// The values of Secret objects of Kubernetes, in YAML and in JSON. Pure, linear time.
#pragma once

#include <string_view>
#include <vector>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// Whether the word at `at` says that an object is one: "kind: Secret".
bool is_kind_of_manifest(std::string_view text, size_t at);

// Whatever stands below `data` and `stringData` of one, whatever it is called.
std::vector<Secret> find_in_manifests(std::string_view text);

}  // namespace aptix::context::secrets
