// The format of the index is in gitformat-index(5). Only names, modes and extensions are read.
#include "context/tree/git_files.h"

#include <algorithm>
#include <cstdint>
#include <deque>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

// `core` for [core], `remote.origin` for [remote "origin"].
std::string section_of(std::string_view header) {
  size_t quote = header.find('"');
  std::string section = ascii_lower(trim(header.substr(0, quote)));
  if (quote == std::string_view::npos) return section;
  section += '.';
  for (size_t at = quote + 1; at < header.size() && header[at] != '"'; ++at) {
    if (header[at] == '\\' && at + 1 < header.size()) ++at;
    section += header[at];
  }
  return section;
}

// Offset of the `]` of a header, not counting those in quotes.
size_t end_of_header(std::string_view line) {
  bool quoted = false;
  for (size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\' && quoted) ++at;
    else if (line[at] == '"') quoted = !quoted;
    else if (line[at] == ']' && !quoted) return at;
  }
  return line.size();
}

// A value: quotes preserve their content, a backslash escapes, '#' and ';' begin a comment. A backslash at the end
// continues it on the next line.
std::string take_value(std::string_view text, std::string_view& rest) {
  std::string value;
  size_t kept = 0;  // length that must not be trimmed
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    char byte = text[at];
    if (!quoted && (byte == '#' || byte == ';')) break;
    if (byte == '"') {
      quoted = !quoted;
      kept = value.size();
      continue;
    }
    if (byte == '\\' && (at + 1 == text.size() || text.substr(at + 1) == "\r")) {
      text = take_line(rest);
      at = static_cast<size_t>(-1);
      continue;
    }
    if (byte == '\\') {
      byte = text[++at];
      byte = byte == 'n' ? '\n' : byte == 't' ? '\t' : byte == 'b' ? '\b' : byte;
    }
    value += byte;
    if (quoted || (byte != ' ' && byte != '\t' && byte != '\r')) kept = value.size();
  }
  value.resize(kept);
  return value;
}

constexpr size_t kHeader = 12;
constexpr size_t kStat = 40;  // bytes of an entry before the name of its object
constexpr uint32_t kGitlink = 0160000, kFolder = 040000;
constexpr uint16_t kExtended = 0x4000;

// A big-endian number of four bytes.
uint32_t number_at(std::string_view bytes, size_t at) {
  auto byte = [&](size_t i) { return uint32_t{static_cast<unsigned char>(bytes[at + i])}; };
  return byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
}

// Reads the variable-length number of version 4 and moves past it.
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

  // Version 4: removes a number of bytes from the end of the previous name and appends what follows.
  std::optional<std::string_view> take_compressed() {
    std::optional<size_t> cut = take_offset(bytes_, at_);
    size_t nul = bytes_.find('\0', at_);
    if (!cut || *cut > last_.size() || nul >= end_) return std::nullopt;
    last_.resize(last_.size() - *cut);
    last_ += bytes_.substr(at_, nul - at_);
    at_ = nul + 1;
    if (!names_) files_.owner = names_ = std::make_shared<std::deque<std::string>>();
    return names_->emplace_back(last_);
  }

  // An extension that begins with a lower-case letter changes the meaning of entries. "link": the rest is in another
  // file; "sdir": some folders are listed in place of their files.
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
  std::shared_ptr<std::deque<std::string>> names_;  // only for version 4
  TrackedFiles files_;
};

}  // namespace

std::vector<GitSetting> read_git_config(std::string_view text) {
  std::vector<GitSetting> settings;
  std::string section;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    std::string_view line = trim(take_line(text));
    if (line.starts_with('[')) {
      size_t close = end_of_header(line);
      section = section_of(line.substr(1, close - 1));
      line = trim(line.substr(std::min(close + 1, line.size())));  // a setting may follow it
    }
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    size_t equals = line.find('=');
    std::string_view name = trim(line.substr(0, std::min(equals, line.find_first_of("#;"))));
    GitSetting setting{section + "." + ascii_lower(name), std::nullopt};
    if (equals != std::string_view::npos) setting.value = take_value(trim(line.substr(equals + 1)), text);
    settings.push_back(std::move(setting));
  }
  return settings;
}

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
