// Head, rows of one size that are sorted by inode, entries.
#include "context/tree/folder_names.h"

#include <algorithm>
#include <cstring>

#include "base/hash/quick_sum.h"

namespace aptix::context {
namespace {

struct FolderRow {  // stored; a change of it needs a new letter at the end of the magic
  FileStamp stamp;
  uint64_t start, size;
};

struct FoldersHead {
  char magic[8];
  uint64_t count;
  uint64_t sum;  // of the rows and entries
};
constexpr char kFoldersMagic[8] = {'a', 'p', 't', 'i', 'x', 'd', 'i', '1'};

FolderRow row_at(std::string_view rows, size_t index) {
  FolderRow row;
  std::memcpy(&row, rows.data() + index * sizeof row, sizeof row);
  return row;
}

}  // namespace

std::optional<KnownFolders> KnownFolders::read(std::string_view block) {
  FoldersHead head;
  if (block.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, block.data(), sizeof head);
  block.remove_prefix(sizeof head);
  bool good = std::memcmp(head.magic, kFoldersMagic, sizeof head.magic) == 0 &&
      head.count <= block.size() / sizeof(FolderRow) && quick_sum(block, head.count) == head.sum;
  if (!good) return std::nullopt;
  KnownFolders folders;
  folders.rows_ = block.substr(0, head.count * sizeof(FolderRow));
  folders.entries_ = block.substr(folders.rows_.size());
  return folders;
}

size_t KnownFolders::count() const { return rows_.size() / sizeof(FolderRow); }

FolderNames KnownFolders::at(size_t index) const {
  FolderRow row = row_at(rows_, index);
  return {row.stamp, entries_.substr(std::min<size_t>(row.start, entries_.size()), row.size)};
}

std::optional<std::string_view> KnownFolders::find(const FileStamp& stamp) const {
  size_t low = 0, high = count();
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (row_at(rows_, middle).stamp.inode < stamp.inode) low = middle + 1;
    else high = middle;
  }
  if (low == count() || row_at(rows_, low).stamp != stamp) return std::nullopt;
  std::string_view entries = at(low).entries;
  if (!entries.empty() && entries.back() != '\0') return std::nullopt;
  return entries;
}

std::string write_folders(std::vector<FolderNames> folders) {
  auto inode_of = [](const FolderNames& folder) { return folder.stamp.inode; };
  std::ranges::stable_sort(folders, {}, inode_of);
  auto doubles = std::ranges::unique(folders, {}, inode_of);
  folders.erase(doubles.begin(), doubles.end());
  std::string block(sizeof(FoldersHead), '\0');
  uint64_t start = 0;
  for (const auto& [stamp, entries] : folders) {
    FolderRow row{stamp, start, entries.size()};
    block.append(reinterpret_cast<const char*>(&row), sizeof row);
    start += entries.size();
  }
  for (const FolderNames& folder : folders) block += folder.entries;
  FoldersHead head{.magic = {}, .count = folders.size(), .sum = 0};
  std::memcpy(head.magic, kFoldersMagic, sizeof head.magic);
  head.sum = quick_sum(std::string_view(block).substr(sizeof head), head.count);
  std::memcpy(block.data(), &head, sizeof head);
  return block;
}

}  // namespace aptix::context
