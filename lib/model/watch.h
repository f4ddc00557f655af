// Watch: what a run tells of itself while it works, for the audit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash/sha256.h"

namespace aptix {

struct TouchedPath {
  std::string path;  // from the workspace on
  std::optional<Sha256> before{}, after{};
  uint64_t size = 0;      // after
  std::string from = {};  // renamed or copied from; "": from nothing
};

struct Watch {
  std::vector<TouchedPath> touched;
};

}  // namespace aptix
