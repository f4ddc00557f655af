// Reads files below the root of a workspace, confined: no component may be a link. Reads regular files, and on request
// links and folders.
#pragma once

#include <memory>

#include "disk/workspace.h"
#include "model/change_set.h"
#include "model/limits.h"

namespace aptix::disk {

// What a Reader does about a name that is a link or a folder; links above it are always refused.
enum class Links : uint8_t {
  refused,  // path_symlink, path_special
  seen,     // an image with its target; a folder is one of FileKind::other without bytes
};

// For the resolver. A file that the guard of the workspace denies is not opened: policy_denied where it exists.
// REQUIRES: the workspace outlives it.
std::unique_ptr<Reader> reader(Workspace& workspace, const Limits& limits, Links links = Links::refused);

}  // namespace aptix::disk
