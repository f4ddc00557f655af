// Reads files below the root of a workspace, confined: no folder of a path may be a symbolic link. Reads regular files;
// on request also links and folders.
#pragma once

#include <memory>

#include "disk/workspace.h"
#include "model/change_set.h"
#include "model/limits.h"

namespace aptix::disk {

// How a Reader treats a name that is a link or a folder. Links in the folders above it are always refused.
enum class Links : uint8_t {
  refused,  // path_symlink, path_special
  seen,     // a link is an image with its target; a folder is FileKind::other without bytes
};

// For the resolver. A file that the workspace's guard denies is not opened: policy_denied if it exists. REQUIRES: the
// workspace outlives the reader.
std::unique_ptr<Reader> reader(Workspace& workspace, const Limits& limits, Links links = Links::refused);

}  // namespace aptix::disk
