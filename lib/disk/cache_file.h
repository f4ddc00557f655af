// A file of the state folder that can be made anew at any time. Neither reading nor writing takes the workspace's lock.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/workspace.h"

namespace aptix::disk {

struct CachedText {
  std::string_view text;
  std::shared_ptr<const void> owner;  // of the text, which begins at an address that any type may have
};

// Nothing: there is none, or it cannot be used.
std::optional<CachedText> read_cache(Workspace& workspace, const std::string& name);

// Another process reads the old text or the new one. Without effect where another one is writing it, or where it cannot
// be written. The state folder is made where it is missing.
void write_cache(Workspace& workspace, const std::string& name, const std::vector<std::string_view>& pieces);

}  // namespace aptix::disk
