// A cache of facts about the files of a workspace, as one block of bytes. Pure. A block that is damaged, of another
// version or of another machine is ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash/sha256.h"
#include "context/tree/signature.h"

namespace aptix::context {

// Tells two states of a file apart without reading it.
struct FileStamp {
  uint64_t size = 0, inode = 0;
  int64_t modified_ns = 0, changed_ns = 0;
  bool operator==(const FileStamp&) const = default;
};

// Facts from the bytes of a file.
struct FileContent {
  Sha256 sha{};
  bool binary = false;     // NUL in the first 8,000 bytes
  bool generated = false;  // its first lines say so
  bool is_signed = false;  // the signature was made
  Signature signature{};   // of a text
};

struct SnapshotFile {
  std::string_view path;  // relative to the workspace
  FileStamp stamp;
  FileContent content;
};

// Files sorted bytewise by path. Views the block that it was read from.
class Snapshot {
 public:
  Snapshot() = default;
  static std::optional<Snapshot> read(std::string_view block);  // nothing: not to be trusted

  size_t count() const { return count_; }
  std::string_view path(size_t index) const;
  FileStamp stamp(size_t index) const;
  FileContent content(size_t index) const;
  size_t first_from(std::string_view path) const;

 private:
  std::string_view rows_, names_, signatures_;
  size_t count_ = 0;
};

// REQUIRES: sorted by path.
std::string write_snapshot(std::span<const SnapshotFile> files);

// The content of folders when they were last read, in a block of its own. A folder is found by its stamp, wherever it
// is now.
struct FolderNames {
  FileStamp stamp;
  std::string_view entries;  // in the form of whoever reads folders
};

// Views the block that it was read from.
class KnownFolders {
 public:
  KnownFolders() = default;
  static std::optional<KnownFolders> read(std::string_view block);  // nothing: not to be trusted

  size_t count() const;
  FolderNames at(size_t index) const;
  std::optional<std::string_view> find(const FileStamp& stamp) const;

 private:
  std::string_view rows_, entries_;
};

// Of several folders with the same inode, the first is stored.
std::string write_folders(std::vector<FolderNames> folders);

}  // namespace aptix::context
