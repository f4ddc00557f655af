// Watch: what a run tells of itself while it works, for the audit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/hash/sha256.h"

namespace aptix {

struct TouchedPath {
  std::string path;  // from the workspace on
  std::optional<Sha256> before, after;
};

struct Watch {
  std::vector<TouchedPath> touched;
};

}  // namespace aptix
