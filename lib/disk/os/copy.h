// Copies a file or link with its metadata, where the file system can neither exchange nor link; and an empty folder
// with its metadata.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "disk/os/filesystem.h"

namespace aptix::disk {

// Writes all of it: 0 or -errno.
int write_pieces(FileSystem& fs, int fd, const std::vector<std::string_view>& pieces);

struct OpenFile {
  int fd;
  const struct stat& about;
};

// Owner (where it differs), attributes and ACL of `from`, then `mode`. 0 or -errno: an owner that
// cannot be kept is an error, so set-id bits never change hands.
int copy_metadata(FileSystem& fs, const OpenFile& from, const OpenFile& to, mode_t mode);

// `to` must not exist. Owner, mode, attributes, ACL and the time of change come along. 0 or -errno;
// on failure nothing is left of the copy.
struct CopyOptions {
  bool sync = true;  // the content is durable when the call returns
};
int copy_file(
    FileSystem& fs, int from_dir, const std::string& from, int to_dir, const std::string& to, CopyOptions options);

// Makes an empty folder with the owner, attributes and ACLs of the open one, and `mode`. 0 or -errno, -EEXIST when the
// name is taken; on failure nothing is left of it.
int make_folder_like(FileSystem& fs, int like, int dir, const std::string& name, mode_t mode);

}  // namespace aptix::disk
