// Which of the folders above a path may be known paths. A path may have two thousand folders: a look-up of each takes a
// time that grows with the square of the path's length.
#pragma once

#include <algorithm>
#include <bitset>
#include <string_view>

#include "model/rel_path.h"

namespace aptix {

class KnownFolders {
 public:
  // A path that is known.
  void add(std::string_view path) { lengths_.set(index_of(path.size())); }

  // The nearest folder above `path` that is as long as a known path; "": none.
  std::string_view above(std::string_view path) const {
    for (size_t slash = path.rfind('/'); slash != 0 && slash != path.npos; slash = path.rfind('/', slash - 1))
      if (lengths_.test(index_of(slash))) return path.substr(0, slash);
    return {};
  }

 private:
  // Git's names begin at the top of the repository, and may be longer than a path below the root.
  static size_t index_of(size_t length) { return std::min(length, RelPath::kMaxSize); }

  std::bitset<RelPath::kMaxSize + 1> lengths_;
};

}  // namespace aptix
