// Values of assignments that only chance makes. Pure, linear time.
#pragma once

#include <string_view>
#include <vector>

#include "context/secrets/secret.h"

namespace aptix::context::secrets {

// Values of any name that are made by chance, but for names of hashes; and keys that their length alone gives away.
std::vector<Secret> find_random(std::string_view text);

}  // namespace aptix::context::secrets
