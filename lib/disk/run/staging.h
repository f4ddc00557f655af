// Writes the postimages into the transaction's folder, with their final owner, mode, ACL and
// attributes. Touches nothing else.
#pragma once

#include <string>
#include <vector>

#include "disk/run/flush.h"

namespace aptix::disk {

// Fills file.after.mode and .kind, and tree. `made`: the folders that the transaction will make.
// Of several failures the first one in the order of the steps is returned. Errors: file_changed, path_*, io_error,
// io_no_space. REQUIRES: called once for a flusher.
Status stage(const Running& run, Draft& draft, const std::vector<std::string>& made, Flusher& flusher);

}  // namespace aptix::disk
