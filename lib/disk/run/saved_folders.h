// What the folders that a run removes were like. Their modes and paths are in the manifest. Where one has an owner,
// attributes or ACLs of its own, an empty folder with the same is made in the transaction's folder; rolling back and
// undo copy it.
//
//   r<k>  in the transaction's folder: like the k-th of Manifest::removed
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/run/draft.h"

namespace aptix::disk {

std::string saved_folder_name(size_t k);
bool is_saved_folder(const std::string& name);

// Makes the r<k> that are needed. A folder that could not be made again as it is will not be removed: it is taken out
// of `removed`, or, where a file is to take its place, its error is returned. Fails with io_error, io_no_space. They
// are durable when the call returns, unless nothing is synced.
Status save_folders(const Running& run, const Draft& draft, std::vector<ManifestFolder>& removed);

}  // namespace aptix::disk
