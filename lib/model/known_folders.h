// Which of the folders above a path may be known paths. A path may have two thousand folders: a look-up of each takes a
// time that grows with the square of the path's length.
#pragma once

#include <bitset>
#include <string_view>

#include "model/rel_path.h"

namespace aptix {

class KnownFolders {
 public:
  // A path that is known. REQUIRES: the text of a RelPath.
  void add(std::string_view path) { lengths_.set(path.size()); }

  // The nearest folder above `path` that is as long as a known path; "": none.
  std::string_view above(std::string_view path) const {
    for (size_t slash = path.rfind('/'); slash != std::string_view::npos; slash = path.rfind('/', slash - 1))
      if (lengths_.test(slash)) return path.substr(0, slash);
    return {};
  }

 private:
  std::bitset<RelPath::kMaxSize + 1> lengths_;
};

}  // namespace aptix
