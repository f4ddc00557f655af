// Puts the staged files in their places and takes the displaced ones out, each checked when it is out.
// A failure leaves the tree between old and new: the caller rolls back.
#pragma once

#include <string>
#include <vector>

#include "disk/run/flush.h"

namespace aptix::disk {

struct Published {
  std::vector<std::string> removed;  // folders
};

// All of it is durable when it returns, but for the commit. `manifest.files` is parallel to the steps of `draft`.
// Errors: file_changed, file_exists, path_*, io_error, io_no_space, interrupted.
Result<Published> publish(const Running& run, const Manifest& manifest, const Draft& draft, const Flusher& flusher);

}  // namespace aptix::disk
