// Of files: head, rows of one size, names, signatures. Two sums: one over head, rows and names, one over the
// signatures, which are many and needed for searches alone.
#include "context/tree/snapshot.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <ranges>

#include "base/hash/quick_sum.h"

namespace aptix::context {

// Stored; a change of it needs a new kVersion.
struct SnapshotRow {
  FileStamp stamp;
  std::array<uint8_t, 32> sha;
  uint64_t name;  // where it begins, and its length
  uint32_t name_size;
  uint32_t signature_size;  // in words
  uint64_t signature;       // the first word
  uint64_t flags;
};

namespace {

constexpr uint64_t kVersion = 3;
constexpr uint64_t kBinary = 1, kGenerated = 2, kSigned = 4;

struct Head {
  char magic[8];
  uint64_t version, count, names_size, signatures_size;  // of the last in words
  uint64_t signatures_sum;
  uint64_t sum;  // of what is before it, the rows and the names
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

}  // namespace

std::optional<Snapshot> Snapshot::read(std::string_view block) {
  if (block.size() < sizeof(Head) || reinterpret_cast<uintptr_t>(block.data()) % alignof(uint64_t) != 0)
    return std::nullopt;
  auto head = value_at<Head>(block, 0);
  size_t rest = block.size() - sizeof(Head);
  bool fits = std::memcmp(head.magic, kMagic, sizeof kMagic) == 0 && head.version == kVersion &&
      head.count <= rest / sizeof(SnapshotRow) && head.names_size <= rest && head.names_size % 8 == 0 &&
      head.signatures_size <= rest / 8 &&
      head.count * sizeof(SnapshotRow) + head.names_size + head.signatures_size * 8 == rest;
  if (!fits) return std::nullopt;
  Snapshot snapshot;
  snapshot.count_ = head.count;
  snapshot.rows_ = block.substr(sizeof(Head), head.count * sizeof(SnapshotRow));
  snapshot.names_ = block.substr(sizeof(Head) + snapshot.rows_.size(), head.names_size);
  snapshot.signatures_ = block.substr(block.size() - head.signatures_size * 8);
  snapshot.signatures_sum_ = head.signatures_sum;
  uint64_t sum = quick_sum(block.substr(0, kSummed), 0);
  sum = quick_sum(block.substr(sizeof(Head), snapshot.rows_.size() + snapshot.names_.size()), sum);
  if (sum != head.sum) return std::nullopt;
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
  return {.sha = {found.sha},
      .binary = (found.flags & kBinary) != 0,
      .generated = (found.flags & kGenerated) != 0,
      .is_signed = (found.flags & kSigned) != 0};
}

bool Snapshot::is_signed(size_t index) const {
  auto flags = value_at<uint64_t>(rows_, index * sizeof(SnapshotRow) + offsetof(SnapshotRow, flags));
  return (flags & kSigned) != 0 && signatures_are_good();
}

Signature Snapshot::signature(size_t index) const {
  if (!signatures_are_good()) return {};
  auto found = value_at<SnapshotRow>(rows_, index * sizeof(SnapshotRow));
  if (found.signature_size == 0) return {};
  return {reinterpret_cast<const uint64_t*>(signatures_.data()) + found.signature, found.signature_size};
}

FileContent Snapshot::signed_content(size_t index) const {
  FileContent found = content(index);
  found.is_signed = is_signed(index);
  found.signature = signature(index);
  return found;
}

// Each has a place within the block, and the sum of all is right.
bool Snapshot::signatures_are_good() const {
  if (signatures_are_good_) return *signatures_are_good_;
  uint64_t sum = 0;
  size_t words = signatures_.size() / 8;
  bool fit = true;
  for (size_t i = 0; i < count_ && fit; ++i) {
    auto row = value_at<SnapshotRow>(rows_, i * sizeof(SnapshotRow));
    fit = row.signature <= words && row.signature_size <= words - row.signature &&
        (row.signature_size == 0 || std::has_single_bit(row.signature_size));
    if (fit) sum = add_to_sum(sum, quick_sum(signatures_.substr(row.signature * 8, row.signature_size * size_t{8}), 0));
  }
  return signatures_are_good_.emplace(fit && sum == signatures_sum_);
}

size_t Snapshot::first_from(std::string_view wanted) const {
  auto indices = std::views::iota(size_t{0}, count_);
  return *std::ranges::lower_bound(indices, wanted, {}, [&](size_t index) { return path(index); });
}

std::vector<std::string_view> SnapshotBlock::pieces() const {
  std::vector<std::string_view> all = {head, rows_and_names};
  all.insert(all.end(), signatures.begin(), signatures.end());
  return all;
}

SnapshotBlock write_snapshot(std::span<const SnapshotFile> files) {
  SnapshotBlock block;
  std::string names;
  uint64_t words = 0, signatures_sum = 0;
  block.rows_and_names.reserve(files.size() * (sizeof(SnapshotRow) + 32));
  for (const SnapshotFile& file : files) {
    const FileContent& content = file.content;
    std::string_view signature(
        reinterpret_cast<const char*>(content.signature.data()), content.signature.size() * sizeof(uint64_t));
    SnapshotRow row = {file.stamp, content.sha.bytes, names.size(), static_cast<uint32_t>(file.path.size()),
        static_cast<uint32_t>(content.signature.size()), words,
        (content.binary ? kBinary : 0) | (content.generated ? kGenerated : 0) | (content.is_signed ? kSigned : 0)};
    block.rows_and_names += bytes_of(row);
    names += file.path;
    words += content.signature.size();
    signatures_sum = add_to_sum(signatures_sum, quick_sum(signature, 0));
    if (!signature.empty()) block.signatures.push_back(signature);
  }
  names.resize((names.size() + 7) / 8 * 8);
  block.rows_and_names += names;
  Head head{.magic = {},
      .version = kVersion,
      .count = files.size(),
      .names_size = names.size(),
      .signatures_size = words,
      .signatures_sum = signatures_sum,
      .sum = 0};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  head.sum = quick_sum(block.rows_and_names, quick_sum(bytes_of(head).substr(0, kSummed), 0));
  block.head = bytes_of(head);
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
