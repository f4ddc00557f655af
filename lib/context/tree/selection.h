// Which files are meant: globs, of which a name without '/' counts at any depth, a folder stands for all that is below
// it, and one with `!` takes away. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text/glob.h"

namespace aptix::context {

// A glob for what is spelled so, whatever signs are in it.
std::string literal_glob(std::string_view path);

class Selection {
 public:
  // What the globs say of a folder, for all that is below it.
  struct Below {
    bool taken = false, removed = false;
  };

  // Paths are relative to the root: "./" in front is nothing, "." is all. Fails with usage (malformed) and
  // path_outside_root.
  static Result<Selection> parse(const std::vector<std::string>& globs);

  bool all() const { return wanted_.empty() && removed_.empty(); }
  Below root() const { return {.taken = wanted_.empty(), .removed = false}; }
  Below folder(std::string_view path, Below above) const;  // without '/' at its end
  bool takes(std::string_view path, Below above) const;

 private:
  std::vector<Glob> wanted_, removed_;
};

}  // namespace aptix::context
