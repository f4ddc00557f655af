// What stands at a name right now: its kind, its metadata, its hash. Follows nothing, waits for nothing.
#pragma once

#include <cstdint>
#include <string>

#include "base/hash/sha256.h"
#include "disk/os/filesystem.h"
#include "disk/record/manifest.h"

namespace aptix::disk {

struct Sight {
  enum class Kind : uint8_t { missing, file, link, other };
  Kind kind = Kind::missing;
  struct stat about {};
  Sha256 sha;  // of the bytes, or of the link's target

  bool missing() const { return kind == Kind::missing; }
  bool same_inode(const Sight& other) const;
  // A plain file or link with these bytes; where `state` does not exist: nothing at all.
  bool has_content_of(const FileState& state) const;
  // ... and with these permission bits.
  bool is(const FileState& state) const;
};

// 0 or -errno. `dir` may be the error of opening it: without the folder the name is missing, and
// where a link or a file stands for the folder, it is something else.
int look(FileSystem& fs, int dir, const std::string& name, Sight& out);
int look_without_hash(FileSystem& fs, int dir, const std::string& name, Sight& out);

// 0 or -errno.
int hash_of(FileSystem& fs, int dir, const std::string& name, Sha256& out);
int read_link(FileSystem& fs, int dir, const std::string& name, std::string& target);

// The whole of a regular file; -EINVAL when it is none, -EFBIG when it is longer than `longest`.
int read_whole(FileSystem& fs, int dir, const std::string& name, uint64_t longest, std::string& out);

}  // namespace aptix::disk
