// The order in which paths are published: what goes away first, so that a file may become a folder and
// a folder a file; then what is replaced; then what is new. Rolling back is the reverse.
#pragma once

#include <cstddef>
#include <vector>

#include "disk/record/manifest.h"

namespace aptix::disk {

struct PublishOrder {
  std::vector<size_t> removed, replaced, created;  // indices into Manifest::files, by path
};

PublishOrder publish_order(const Manifest& manifest);

}  // namespace aptix::disk
