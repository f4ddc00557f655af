// Watch: what a run notes for the audit while it works.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash/sha256.h"

namespace aptix {

struct TouchedPath {
  std::string path;  // relative to the workspace
  std::optional<Sha256> before{}, after{};
  uint64_t size = 0;      // after
  std::string from = {};  // renamed or copied from; "": neither
};

struct Watch {
  std::vector<TouchedPath> touched;
};

}  // namespace aptix
