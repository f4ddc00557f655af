// What stood in the folders of a tree when they were last read, as one block of bytes: a cache. Pure. A folder is known
// by its stamp, wherever it stands by now. A block that is damaged or of another version is not read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "context/tree/snapshot.h"

namespace aptix::context {

struct FolderNames {
  FileStamp stamp;
  std::string_view entries;  // as whoever reads folders has them
};

// Points into the block that it was read from.
class KnownFolders {
 public:
  KnownFolders() = default;
  static std::optional<KnownFolders> read(std::string_view block);  // nothing: it is not to be believed

  size_t count() const;
  FolderNames at(size_t index) const;
  std::optional<std::string_view> find(const FileStamp& stamp) const;

 private:
  std::string_view rows_, entries_;
};

// Of several folders with one inode the first counts.
std::string write_folders(std::vector<FolderNames> folders);

}  // namespace aptix::context
