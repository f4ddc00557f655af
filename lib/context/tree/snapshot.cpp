// Layout of the block of files: head, rows of one size, names, signatures.
#include "context/tree/snapshot.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <ranges>

#include "base/hash/quick_sum.h"

namespace aptix::context {

// Stored: increase kVersion when it changes.
struct SnapshotRow {
  FileStamp stamp;
  std::array<uint8_t, 32> sha;
  uint64_t name;  // where it begins
  uint32_t name_size;
  uint32_t signature_size;  // in words
  uint64_t signature;       // its first word
  uint64_t flags;
};

namespace {

constexpr uint64_t kVersion = 4;
constexpr uint64_t kBinary = 1, kGenerated = 2, kSigned = 4;

struct Head {
  char magic[8];
  uint64_t version, count, names_size;
  uint64_t sum;  // over the head before it, and everything after the head
};
constexpr char kMagic[8] = {'a', 'p', 't', 'i', 'x', 'r', 'e', 'g'};
constexpr size_t kSummed = sizeof(Head) - sizeof(uint64_t);

template <class T>
T value_at(std::string_view bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

struct FolderRow {  // stored: change the last letter of the magic when it changes
  FileStamp stamp;
  uint64_t start, size;
};

struct FoldersHead {
  char magic[8];
  uint64_t count;
  uint64_t sum;  // over the rows and entries
};
constexpr char kFoldersMagic[8] = {'a', 'p', 't', 'i', 'x', 'd', 'i', '1'};

}  // namespace

std::optional<Snapshot> Snapshot::read(std::string_view block) {
  if (block.size() < sizeof(Head) || reinterpret_cast<uintptr_t>(block.data()) % alignof(uint64_t) != 0)
    return std::nullopt;
  auto head = value_at<Head>(block, 0);
  size_t rest = block.size() - sizeof(Head);
  bool fits = std::memcmp(head.magic, kMagic, sizeof kMagic) == 0 && head.version == kVersion &&
      head.count <= rest / sizeof(SnapshotRow) && head.names_size <= rest - head.count * sizeof(SnapshotRow) &&
      head.names_size % 8 == 0 &&
      quick_sum(block.substr(sizeof(Head)), quick_sum(block.substr(0, kSummed), 0)) == head.sum;
  if (!fits) return std::nullopt;
  Snapshot snapshot;
  snapshot.count_ = head.count;
  snapshot.rows_ = block.substr(sizeof(Head), head.count * sizeof(SnapshotRow));
  snapshot.names_ = block.substr(sizeof(Head) + snapshot.rows_.size(), head.names_size);
  snapshot.signatures_ = block.substr(sizeof(Head) + snapshot.rows_.size() + snapshot.names_.size());
  return snapshot;
}

std::string_view Snapshot::path(size_t index) const {
  size_t at = index * sizeof(SnapshotRow);
  auto start = value_at<uint64_t>(rows_, at + offsetof(SnapshotRow, name));
  auto size = value_at<uint32_t>(rows_, at + offsetof(SnapshotRow, name_size));
  if (start > names_.size()) return {};
  return names_.substr(start, size);
}

FileStamp Snapshot::stamp(size_t index) const { return value_at<FileStamp>(rows_, index * sizeof(SnapshotRow)); }

FileContent Snapshot::content(size_t index) const {
  auto found = value_at<SnapshotRow>(rows_, index * sizeof(SnapshotRow));
  size_t words = signatures_.size() / 8;
  bool fits = found.signature <= words && found.signature_size <= words - found.signature;
  auto signature = reinterpret_cast<const uint64_t*>(signatures_.data()) + (fits ? found.signature : 0);
  return {.sha = {found.sha},
      .binary = (found.flags & kBinary) != 0,
      .generated = (found.flags & kGenerated) != 0,
      .is_signed = (found.flags & kSigned) != 0,
      .signature = {signature, fits ? found.signature_size : 0}};
}

size_t Snapshot::first_from(std::string_view wanted) const {
  auto indices = std::views::iota(size_t{0}, count_);
  return *std::ranges::lower_bound(indices, wanted, {}, [&](size_t index) { return path(index); });
}

std::string write_snapshot(std::span<const SnapshotFile> files) {
  std::string block(sizeof(Head), '\0'), names, signatures;
  for (const SnapshotFile& file : files) {
    const FileContent& content = file.content;
    SnapshotRow row = {file.stamp, content.sha.bytes, names.size(), static_cast<uint32_t>(file.path.size()),
        static_cast<uint32_t>(content.signature.size()), signatures.size() / 8,
        (content.binary ? kBinary : 0) | (content.generated ? kGenerated : 0) | (content.is_signed ? kSigned : 0)};
    block += bytes_of(row);
    names += file.path;
    signatures.append(reinterpret_cast<const char*>(content.signature.data()), content.signature.size() * 8);
  }
  names.resize((names.size() + 7) / 8 * 8);
  block.append(names).append(signatures);
  Head head{.magic = {}, .version = kVersion, .count = files.size(), .names_size = names.size(), .sum = 0};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  head.sum = quick_sum(std::string_view(block).substr(sizeof head), quick_sum(bytes_of(head).substr(0, kSummed), 0));
  std::memcpy(block.data(), &head, sizeof head);
  return block;
}

std::optional<KnownFolders> KnownFolders::read(std::string_view block) {
  if (block.size() < sizeof(FoldersHead)) return std::nullopt;
  auto head = value_at<FoldersHead>(block, 0);
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
  auto row = value_at<FolderRow>(rows_, index * sizeof(FolderRow));
  return {row.stamp, entries_.substr(std::min<size_t>(row.start, entries_.size()), row.size)};
}

std::optional<std::string_view> KnownFolders::find(const FileStamp& stamp) const {
  auto indices = std::views::iota(size_t{0}, count());
  auto row = std::ranges::lower_bound(indices, stamp.inode, {}, [&](size_t index) { return at(index).stamp.inode; });
  if (row == indices.end() || at(*row).stamp != stamp) return std::nullopt;
  std::string_view entries = at(*row).entries;
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
    block += bytes_of(row);
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
