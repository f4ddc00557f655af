// A Reader over a map, for tests without a disk. Counts what is read.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/change_set.h"

namespace aptix::test {

class MemReader final : public Reader {
 public:
  MemReader() = default;
  MemReader(std::initializer_list<std::pair<std::string, std::string>> content) {
    for (const auto& [path, bytes] : content) files_[path].bytes = bytes;
  }

  struct File {
    std::string bytes;
    uint32_t mode = 0644;
    uint64_t links = 1;
    bool keeps_owner = true;
  };
  File& file(const std::string& path) { return files_[path]; }
  void refuse(const std::string& path, Error why) { refused_.emplace(path, std::move(why)); }

  Result<FileImage> read(const RelPath& path) override {
    ++reads[path.str()];
    if (auto why = refused_.find(path.str()); why != refused_.end()) return fail(why->second);
    auto found = files_.find(path.str());
    FileImage image;
    if (found == files_.end()) return image;
    image.exists = true;
    image.mode = found->second.mode;
    image.kind = (image.mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
    image.links = found->second.links;
    image.keeps_owner = found->second.keeps_owner;
    image.bytes = found->second.bytes;
    image.identity.size = image.bytes.size();
    return image;
  }

  std::optional<std::vector<std::string>> names_in(std::string_view folder) override {
    std::string front = folder.empty() ? std::string() : std::string(folder) + "/";
    std::set<std::string> names;
    for (const auto& [path, file] : files_)
      if (path.starts_with(front)) names.insert(path.substr(front.size(), path.find('/', front.size()) - front.size()));
    if (names.empty()) return std::nullopt;
    return std::vector<std::string>(names.begin(), names.end());
  }

  std::map<std::string, int> reads;

 private:
  std::map<std::string, File> files_;
  std::map<std::string, Error> refused_;
};

}  // namespace aptix::test
