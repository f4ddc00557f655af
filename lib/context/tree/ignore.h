// Ignore rules as git has them: files of patterns, each for the folder that it stands in. Pure: text in, verdicts out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/glob.h"

namespace aptix::context {

enum class PathKind : uint8_t { file, folder };  // a link is a file

enum class IgnoreVerdict : uint8_t { unsaid, ignored, kept };  // kept: by a pattern with `!`

// The patterns of one file.
class IgnoreList {
 public:
  // `folder`: where the file stands, from the top of the work tree: "" or with a '/' at its end.
  IgnoreList(std::string_view text, std::string folder, Glob::Letters letters = Glob::Letters::count);

  // By the last pattern that matches. `path`: from the top of the work tree, below the list's folder.
  IgnoreVerdict of(std::string_view path, PathKind kind) const;
  bool empty() const { return patterns_.empty(); }

 private:
  enum class Test : uint8_t { name, name_end, path, glob };  // how it is matched: the first three without the glob
  struct Pattern {
    Test test = Test::glob;
    bool keeps = false, folders_only = false, by_name = false;
    std::string text;  // of the first three
    Glob glob;
  };
  void add(std::string_view line, Glob::Letters letters);
  static bool matches(const Pattern& pattern, std::string_view path, std::string_view name);

  std::string folder_;
  std::vector<Pattern> patterns_;  // in the order of the file
};

// The lists that hold in a folder: its own, and those of the folders above it.
struct IgnoreChain {
  std::shared_ptr<const IgnoreChain> above;
  IgnoreList list;
};
using IgnoreRules = std::shared_ptr<const IgnoreChain>;  // null: no list

// With one more list, which counts more than all others.
IgnoreRules with_list(IgnoreRules rules, IgnoreList list);

// By the nearest list that has something to say. A folder that is ignored is not entered: what is in it is ignored,
// whatever a list says.
IgnoreVerdict verdict_of(const IgnoreRules& rules, std::string_view path, PathKind kind);

}  // namespace aptix::context
