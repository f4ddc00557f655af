// What `git diff --stat` prints of a change: a line for each file, and the counts of all. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace aptix::render {

struct FileCount {
  std::string name = {}, from = {};  // `from`: the name before, of a file that was renamed
  uint64_t added = 0, removed = 0;   // lines; bytes after and before where it is binary
  bool is_binary = false;
};

// In at most `width` columns, but for what cannot be shorter. "" for no file.
std::string diff_stat(const std::vector<FileCount>& files, uint64_t width);

}  // namespace aptix::render
