// What stands at a name right now: its kind, its metadata, its hash. Follows nothing, waits for nothing.
#pragma once

#include <cstdint>
#include <string>

#include "base/hash/sha256.h"
#include "disk/os/filesystem.h"
#include "model/change_set.h"

namespace aptix::disk {

// One side of a path. Of a symbolic link, size and hash are those of its target.
struct StoredState {
  bool exists = false;
  FileKind kind = FileKind::regular;
  uint32_t mode = 0;  // permission bits; 0777 for links
  uint64_t size = 0;
  Sha256 sha;

  bool is_link() const { return kind == FileKind::symlink; }
  bool operator==(const StoredState&) const = default;
};

struct FileOnDisk {
  enum class Kind : uint8_t { missing, file, link, other };
  Kind kind = Kind::missing;
  struct stat about {};
  Sha256 sha;  // of the bytes, or of the link's target

  bool missing() const { return kind == Kind::missing; }
  bool same_inode(const FileOnDisk& other) const;
  // A plain file or link with these bytes; where `state` does not exist: nothing at all.
  bool has_content_of(const StoredState& state) const;
  // ... and with these permission bits.
  bool is(const StoredState& state) const;
};

// Files of at least this size are mapped, not copied, when they are read: their content changes when the file does. To
// see whether a mapped file was written since, compare its times, not its content.
inline constexpr uint64_t kMappedFrom = 1 << 20;

FileIdentity identity_of(const struct stat& about, int64_t now_ns);
int64_t modified_ns(const struct stat& about);
// Whether nobody wrote a file between the two looks at it, by its size and times.
bool is_unchanged(const struct stat& before, const struct stat& after);
bool is_same_file(const struct stat& before, const struct stat& after);  // and whether it is one file at all

// 0 or -errno. `dir` may be the error of opening it: without the folder the name is missing, and
// where a link or a file stands for the folder, it is something else.
int look(FileSystem& fs, int dir, const std::string& name, FileOnDisk& out);
int look_without_hash(FileSystem& fs, int dir, const std::string& name, FileOnDisk& out);

// 0 or -errno.
int read_link(FileSystem& fs, int dir, const std::string& name, std::string& target);

// The whole of a regular file; -EINVAL when it is something else, -EFBIG when it is longer than `longest`.
int read_whole(FileSystem& fs, int dir, const std::string& name, uint64_t longest, std::string& out);

}  // namespace aptix::disk
