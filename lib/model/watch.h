// Watch: what a run tells of itself while it works, for the audit.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"

namespace aptix {

struct TouchedPath {
  std::string path;  // from the workspace on
  std::optional<Sha256> before, after;
};

struct Watch {
  std::function<Status()> ready;  // asked before anything is changed; where it fails, nothing is
  std::vector<TouchedPath> touched;
};

}  // namespace aptix
