// Pure: names and numbers, no disk.
#include "disk/run/new_trees.h"

#include "disk/os/folders.h"

namespace aptix::disk {

std::string tree_name(size_t tree) { return "t" + std::to_string(tree); }

NewTrees::NewTrees(const std::vector<std::string>& made) {
  for (const std::string& folder : made) {
    if (tree_of(folder)) continue;
    numbers_.emplace(folder, tops_.size());
    tops_.push_back(folder);
  }
}

std::optional<size_t> NewTrees::tree_of(std::string_view path) const {
  if (numbers_.empty()) return {};
  for (; !path.empty(); path = split_path(path).first)
    if (auto found = numbers_.find(path); found != numbers_.end()) return found->second;
  return {};
}

std::string NewTrees::built_path(size_t tree, std::string_view path) const {
  return tree_name(tree) + std::string(path.substr(tops_[tree].size()));
}

}  // namespace aptix::disk
