// Selects files by globs. A name without '/' matches at any depth, a folder selects all below it, and `!` excludes.
// Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text/glob.h"

namespace aptix::context {

// A glob that matches exactly this path, whatever characters it has.
std::string literal_glob(std::string_view path);

class Selection {
 public:
  // The effect of the globs on a folder, for all that is below it.
  struct Below {
    bool taken = false, removed = false;
  };

  // Paths are relative to the root: a leading "./" is ignored, "." selects all. Fails with usage (malformed) and
  // path_outside_root.
  static Result<Selection> parse(const std::vector<std::string>& globs);

  bool all() const { return wanted_.empty() && removed_.empty(); }
  Below root() const { return {.taken = wanted_.empty(), .removed = false}; }
  Below folder(std::string_view path, Below above) const;  // REQUIRES: no '/' at the end
  bool takes(std::string_view path, Below above) const;

 private:
  std::vector<Glob> wanted_, removed_;
};

}  // namespace aptix::context
