// Copies a file or link with its metadata, for file systems that can neither exchange nor link; and makes an empty
// folder with the metadata of another.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "disk/os/filesystem.h"

namespace aptix::disk {

// When the kernel starts to write a large file to disk: while it is being filled, or whenever it likes.
enum class WriteBack : uint8_t { meanwhile, later };
// Writes all pieces. 0 or -errno.
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

// If this process may not give a file to its owner: -EPERM, or the file stays this user's, without set-id bits.
enum class Owners : uint8_t { kept, kept_if_allowed };
// For a file that this process has made. Removes from `mode` the bits that must not change hands. 0 or -errno.
int give_owner(FileSystem& fs, const OpenFile& made, Owner owner, Owners owners, mode_t& mode);
// Copies owner, attributes and ACL of `from`, then sets `mode`. 0 or -errno.
int copy_metadata(FileSystem& fs, const OpenFile& from, const OpenFile& to, mode_t& mode, Owners owners);

// Copies mode, attributes, ACL, modification time and, if allowed, the owner. `to` must not exist. 0 or -errno; on
// failure no copy is left.
struct CopyOptions {
  bool sync = true;  // the content is durable on return
};
int copy_file(
    FileSystem& fs, int from_dir, const std::string& from, int to_dir, const std::string& to, CopyOptions options);
// The same from an open file, which may have been unlinked.
int copy_open_file(FileSystem& fs, int from, int to_dir, const std::string& to, CopyOptions options);

// Makes an empty folder with the owner, attributes and ACLs of the open folder `like`, and `mode`. 0 or -errno, -EEXIST
// if the name exists; on failure nothing is left.
int make_folder_like(FileSystem& fs, int like, int dir, const std::string& name, mode_t mode);

}  // namespace aptix::disk
