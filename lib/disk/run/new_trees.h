// New folders are built in the transaction's folder with the new files in them, and get to their place by one rename
// each instead of one for every file.
//
//   t<k>  in the transaction's folder: the k-th topmost folder of Manifest::made
//
// As long as t<k> exists, nothing below that folder was published: rolling back relies on it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::disk {

std::string tree_name(size_t tree);

class NewTrees {
 public:
  // `made` as in the manifest: parents first. The topmost are the tops of trees, in this order.
  explicit NewTrees(const std::vector<std::string>& made);

  const std::vector<std::string>& tops() const { return tops_; }

  // The tree that a path is in; nothing: its folder is not new.
  std::optional<size_t> tree_of(std::string_view path) const;

  // The path below the transaction's folder that a path of the tree has while the tree is built.
  std::string built_path(size_t tree, std::string_view path) const;

 private:
  std::vector<std::string> tops_;
  std::map<std::string, size_t, std::less<>> numbers_;  // by top
};

}  // namespace aptix::disk
