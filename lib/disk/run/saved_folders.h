// What the folders that a run removes were like. Mode and path are in the manifest; where an owner, attributes or ACLs
// come on top of that, an empty folder that has them waits in the transaction's folder, and roll back and undo copy it.
//
//   r<k>  in the transaction's folder: like the k-th of Manifest::removed
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/record/manifest.h"
#include "disk/workspace_impl.h"

namespace aptix::disk {

struct Draft;

// A folder that is to be made again. Where there is no r<k> it is one of this process with this mode.
struct SavedFolder {
  int in = -1;  // the transaction's folder, now perhaps a record; stays the caller's
  std::string name{};
  uint32_t mode = 0;
};

std::string saved_folder_name(size_t k);
bool is_saved_folder(const std::string& name);

// Makes the r<k> that are needed. A folder that could not be made again as it is will not be removed: it is taken out
// of `removed`, or, where a file is to take its place, the error of it returned. Fails with io_error, io_no_space.
struct SaveFolders {
  int tx;
  bool sync;  // they are durable when the call returns
};
Status save_folders(Workspace::Impl& impl, const Draft& draft, SaveFolders how, std::vector<ManifestFolder>& removed);

}  // namespace aptix::disk
