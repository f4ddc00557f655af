// Layout: gitformat-index(5). Only names, modes and extensions are looked at.
#include "context/tree/git_index.h"

#include <algorithm>
#include <cstdint>
#include <deque>

#include "base/text/ascii.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

constexpr size_t kHeader = 12;
constexpr size_t kStat = 40;  // of an entry, before the name of its object
constexpr uint32_t kGitlink = 0160000, kFolder = 040000;
constexpr uint16_t kExtended = 0x4000;

// A number of four bytes, the highest first.
uint32_t number_at(std::string_view bytes, size_t at) {
  auto byte = [&](size_t i) { return uint32_t{static_cast<unsigned char>(bytes[at + i])}; };
  return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
}

// The variable-length number of version 4; moves past it.
std::optional<size_t> take_offset(std::string_view bytes, size_t& at) {
  size_t value = 0;
  for (int i = 0; i < 5 && at < bytes.size(); ++i) {
    unsigned char byte = static_cast<unsigned char>(bytes[at++]);
    if (i > 0) ++value;
    value = value << 7 | (byte & 127u);
    if ((byte & 128) == 0) return value;
  }
  return std::nullopt;
}

class IndexReader {
 public:
  IndexReader(std::string_view index, size_t digest) : bytes_(index), digest_(digest) {}

  std::optional<TrackedFiles> read() {
    if (bytes_.size() < kHeader + digest_ || !bytes_.starts_with("DIRC")) return std::nullopt;
    end_ = bytes_.size() - digest_;
    version_ = number_at(bytes_, 4);
    uint32_t count = number_at(bytes_, 8);
    if (version_ < 2 || version_ > 4 || count > end_ / kStat) return std::nullopt;
    files_.paths.reserve(count);
    for (uint32_t i = 0; i < count; ++i)
      if (!read_entry()) return std::nullopt;
    if (!known_extensions()) return std::nullopt;
    return std::move(files_);
  }

 private:
  bool read_entry() {
    size_t start = at_;
    if (end_ < at_ + kStat + digest_ + 4) return false;
    uint32_t mode = number_at(bytes_, at_ + 24);
    at_ += kStat + digest_;
    uint32_t flags = number_at(bytes_, at_) >> 16;
    at_ += (flags & kExtended) != 0 ? 4 : 2;
    std::optional<std::string_view> path = version_ == 4 ? take_compressed() : take_plain(start);
    if (!path || path->empty() || mode == kFolder || path->ends_with('/')) return false;
    std::vector<std::string_view>& list = mode == kGitlink ? files_.submodules : files_.paths;
    int order = list.empty() ? 1 : path->compare(list.back());
    if (order > 0) list.push_back(*path);
    return order >= 0;
  }

  std::optional<std::string_view> take_plain(size_t start) {
    size_t nul = bytes_.find('\0', at_);
    if (nul >= end_) return std::nullopt;
    std::string_view path = bytes_.substr(at_, nul - at_);
    at_ = start + (nul - start + 8) / 8 * 8;  // one to eight NULs
    if (at_ > end_) return std::nullopt;
    return path;
  }

  // The name before it, cut by so many bytes, and what follows.
  std::optional<std::string_view> take_compressed() {
    std::optional<size_t> cut = take_offset(bytes_, at_);
    size_t nul = bytes_.find('\0', at_);
    if (!cut || *cut > last_.size() || nul >= end_) return std::nullopt;
    last_.resize(last_.size() - *cut);
    last_ += bytes_.substr(at_, nul - at_);
    at_ = nul + 1;
    return keep(last_);
  }

  // Names of version 4 have a block of their own; no block is moved once it is begun.
  std::string_view keep(std::string_view name) {
    constexpr size_t kBlock = 1 << 16;
    if (!blocks_) files_.owner = blocks_ = std::make_shared<Blocks>();
    if (blocks_->empty() || blocks_->back().capacity() - blocks_->back().size() < name.size())
      blocks_->emplace_back().reserve(std::max(kBlock, name.size()));
    std::string& block = blocks_->back();
    block += name;
    return std::string_view(block).substr(block.size() - name.size());
  }

  // "link": the rest is in another file; "sdir": some folders stand for their files. What begins with a small letter
  // changes the meaning of the entries.
  bool known_extensions() {
    while (at_ + 8 <= end_) {
      if (bytes_[at_] < 'A' || bytes_[at_] > 'Z') return false;
      size_t size = number_at(bytes_, at_ + 4);
      if (size > end_ - at_ - 8) return false;
      at_ += 8 + size;
    }
    return at_ == end_;
  }

  std::string_view bytes_;
  size_t digest_, end_ = 0, at_ = kHeader;
  uint32_t version_ = 0;
  std::string last_;
  using Blocks = std::deque<std::string>;
  std::shared_ptr<Blocks> blocks_;
  TrackedFiles files_;
};

}  // namespace

std::optional<TrackedFiles> read_index(std::string_view index, size_t digest) {
  return IndexReader(index, digest).read();
}

TrackedFiles read_ls_files(std::string output) {
  TrackedFiles files;
  auto owner = std::make_shared<std::string>(std::move(output));
  std::string_view rest = *owner;
  while (!rest.empty()) {  // "100644 <name of the object> 0\tpath"
    std::string_view line = take_line(rest, '\0');
    size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    std::vector<std::string_view>& list = line.starts_with("160000") ? files.submodules : files.paths;
    std::string_view path = line.substr(tab + 1);
    if (list.empty() || list.back() != path) list.push_back(path);
  }
  files.owner = std::move(owner);
  return files;
}

PathsOfAnyCase::PathsOfAnyCase(const std::vector<std::string_view>& paths) {
  for (std::string_view path : paths) paths_.emplace(ascii_lower(path), path);
}

std::string_view PathsOfAnyCase::find(std::string_view path) const {
  auto found = paths_.find(ascii_lower(path));
  return found == paths_.end() ? std::string_view() : found->second;
}

}  // namespace aptix::context
