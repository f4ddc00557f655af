// Finds which folders above a path may be known paths. A path may have two thousand folders; looking up each would take
// time quadratic in the length of the path.
#pragma once

#include <algorithm>
#include <bitset>
#include <string_view>

#include "model/rel_path.h"

namespace aptix {

class KnownFolders {
 public:
  void add(std::string_view path) { lengths_.set(index_of(path.size())); }

  // The nearest folder above `path` that is as long as a known path; "" if there is none.
  std::string_view above(std::string_view path) const {
    for (size_t slash = path.rfind('/'); slash != 0 && slash != path.npos; slash = path.rfind('/', slash - 1))
      if (lengths_.test(index_of(slash))) return path.substr(0, slash);
    return {};
  }

 private:
  // Git's names are relative to the repository, and may be longer than a path below the root.
  static size_t index_of(size_t length) { return std::min(length, RelPath::kMaxSize); }

  std::bitset<RelPath::kMaxSize + 1> lengths_;
};

}  // namespace aptix
