// Writes the postimages into the transaction's folder, with their final owner, mode, ACL and
// attributes. Touches nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "disk/run/stager.h"

namespace aptix::disk {

class Staging {
 public:
  explicit Staging(const Running& run) : run_(run), flusher_(run) {}

  // Fills file.after.mode and .kind, and in_tree. `made`: the folders that the transaction will make.
  // Of several failures the first one by the order of the steps is told. REQUIRES: called once.
  Status run(Draft& draft, const std::vector<std::string>& made);

  Flusher& flusher() { return flusher_; }

 private:
  Status build_trees(const std::vector<Step>& steps, const std::vector<std::string>& made);

  const Running& run_;
  Flusher flusher_;
  std::optional<BuiltTrees> trees_;
};

}  // namespace aptix::disk
