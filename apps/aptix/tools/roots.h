// The roots that tools work below.
#pragma once

#include <string>
#include <vector>

#include "terminal/session.h"

namespace aptix::app {

// Those of --root, else the current folder: absolute and without links, as paths that are given are compared with
// them. Fails with usage.
Result<std::vector<std::string>> tool_roots(const Session& session);

}  // namespace aptix::app
