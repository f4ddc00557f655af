// Summaries that a program made, kept by the program and what it was given. Never needed: without them the program runs
// again. What is kept has no credentials.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/workspace.h"

namespace aptix::ops {

// What `command` makes of `text` is kept under this.
std::string summary_key(const std::vector<std::string>& command, std::string_view text);

// Nothing: it is not kept, or is damaged.
std::optional<std::string> find_summary(disk::Workspace& workspace, const std::string& key);

// With it the newest ones stay that there is room for.
void keep_summary(disk::Workspace& workspace, const std::string& key, std::string_view summary);

}  // namespace aptix::ops
