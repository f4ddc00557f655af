// Copies a file or link with its metadata, where the file system can neither exchange nor link; and an empty folder
// with its metadata.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "disk/os/filesystem.h"

namespace aptix::disk {

// When the system is to begin to make a large file durable: while it is still being filled, or when it likes.
enum class WriteBack : uint8_t { meanwhile, later };
// Writes all of it: 0 or -errno.
int write_pieces(
    FileSystem& fs, int fd, const std::vector<std::string_view>& pieces, WriteBack write_back = WriteBack::later);

struct OpenFile {
  int fd;
  const struct stat& about;
};

struct Owner {
  uid_t user = 0;
  gid_t group = 0;
  bool operator==(const Owner&) const = default;
};

// Where this process may not give a file to its owner: -EPERM, or a file of its own, without set-id bits.
enum class Owners : uint8_t { kept, kept_if_allowed };
// Of a file that this process has made. Takes from `mode` what must not change hands. 0 or -errno.
int give_owner(FileSystem& fs, const OpenFile& made, Owner owner, Owners owners, mode_t& mode);
// Owner, attributes and ACL of `from`, then `mode`. 0 or -errno.
int copy_metadata(FileSystem& fs, const OpenFile& from, const OpenFile& to, mode_t& mode, Owners owners);

// `to` must not exist. Mode, attributes, ACL, the time of change and, if allowed, the owner come along. 0 or -errno;
// on failure nothing is left of the copy.
struct CopyOptions {
  bool sync = true;  // the content is durable when the call returns
};
int copy_file(
    FileSystem& fs, int from_dir, const std::string& from, int to_dir, const std::string& to, CopyOptions options);
// The same from an open file, which may have lost its name.
int copy_open_file(FileSystem& fs, int from, int to_dir, const std::string& to, CopyOptions options);

// Makes an empty folder with the owner, attributes and ACLs of the open one, and `mode`. 0 or -errno, -EEXIST when the
// name is taken; on failure nothing is left of it.
int make_folder_like(FileSystem& fs, int like, int dir, const std::string& name, mode_t mode);

}  // namespace aptix::disk
