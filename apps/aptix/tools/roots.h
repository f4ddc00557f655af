// The roots of tools.
#pragma once

#include <string>
#include <vector>

#include "terminal/session.h"

namespace aptix::app {

// The folders of --root, else the current one: absolute and without links, because given paths are compared with them.
// Fails with usage.
Result<std::vector<std::string>> tool_roots(const Session& session);

}  // namespace aptix::app
