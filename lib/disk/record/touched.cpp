// Syncing folders: a number of flushes that does not grow with the number of folders.
#include "disk/record/touched.h"

#include <cerrno>

namespace aptix::disk {
namespace {

constexpr size_t kFewFolders = 4;

int sync_folder(Folders& folders, const std::string& path, int state) {
  int fd = folders.open(path);
  if (fd == -ENOENT) return 0;
  if (fd < 0) return fd;
  int status = folders.fs().sync(fd);
  if (status == -EBADF) return folders.fs().sync_all(state);    // it may be entered but not read
  return status == -EINVAL || status == -ENOTSUP ? 0 : status;  // a file system without such a thing
}

}  // namespace

int Touched::sync(Folders& folders, int state, Sync how, std::string& failed) const {
  bool many = folders_.size() > (how.little_else ? 1 : kFewFolders);
  if (many) {
    failed = "the file system";
    if (int status = folders.fs().sync_all(state); status < 0) return status;
  }
  if (many && !how.crossed) return 0;
  for (const std::string& path : folders_) {
    failed = path;
    if (int status = sync_folder(folders, path, state); status < 0) return status;
  }
  return 0;
}

}  // namespace aptix::disk
