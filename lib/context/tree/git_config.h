// git's configuration files, as far as their own text goes: files that they include are not read. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::context {

struct GitSetting {
  std::string key;                   // "core.excludesfile", "remote.Origin.url": small letters but for the middle
  std::optional<std::string> value;  // nothing: the name stands alone, which is true
};

// In the order of the file: the last one of a key counts. A line that is malformed is left out.
std::vector<GitSetting> read_git_config(std::string_view text);

}  // namespace aptix::context
