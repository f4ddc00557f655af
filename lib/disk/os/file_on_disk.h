// What a name refers to right now: kind, metadata, hash. Follows no link, blocks on nothing.
#pragma once

#include <cstdint>
#include <string>

#include "base/hash/sha256.h"
#include "disk/os/filesystem.h"
#include "model/change_set.h"

namespace aptix::disk {

// One side of a change at a path. For a symbolic link, size and hash are those of its target.
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
  // A regular file or link with this content; if `state` does not exist: nothing at all.
  bool has_content_of(const StoredState& state) const;
  // ... and also with these permission bits.
  bool is(const StoredState& state) const;
};

// Files of at least this size are mapped, not copied, when read: the content changes with the file. To see whether a
// mapped file was written since, compare its times, not its content.
inline constexpr uint64_t kMappedFrom = 1 << 20;

FileIdentity identity_of(const struct stat& about, int64_t now_ns);
int64_t modified_ns(const struct stat& about);
// True if nobody wrote the file between the two looks, judged by size and times.
bool is_unchanged(const struct stat& before, const struct stat& after);
bool is_same_file(const struct stat& before, const struct stat& after);  // as above, and it is the same file

// 0 or -errno. `dir` may be the error of opening the folder: -ENOENT means the name is missing; a link or a file in
// place of the folder means Kind::other.
int look(FileSystem& fs, int dir, const std::string& name, FileOnDisk& out);
int look_without_hash(FileSystem& fs, int dir, const std::string& name, FileOnDisk& out);

// 0 or -errno.
int read_link(FileSystem& fs, int dir, const std::string& name, std::string& target);

// Reads a whole regular file. -EINVAL if it is something else, -EFBIG if it is longer than `longest`.
int read_whole(FileSystem& fs, int dir, const std::string& name, uint64_t longest, std::string& out);

}  // namespace aptix::disk
