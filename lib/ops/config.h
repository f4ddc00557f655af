// Configuration files: TOML text in, settings out. Reads no file itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "ops/settings.h"

namespace aptix::ops {

// `name` is for messages. Fails with config_invalid, naming line and column: for text that is not
// TOML, for unknown keys and for values of the wrong kind. Sizes are integers or "64M".
Result<Config> parse_config(std::string_view text, std::string_view name);

// The user's file, then the workspace's, which may only narrow: be strict, lower a limit, keep less.
// What it tries to widen is left out, and a warning says so.
Outcome<Settings> merge(const Config& user, const Config& workspace, std::string_view workspace_name);

// "64", "64K", "64M", "64G" (powers of 1024, either case, an optional "B" or "iB"); nothing for anything else, or too
// much.
std::optional<uint64_t> parse_size(std::string_view text);

}  // namespace aptix::ops
