// Git's ignore rules: files of patterns, each for the folder that contains it. Pure: text in, verdicts out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/glob.h"

namespace aptix::context {

enum class PathKind : uint8_t { file, folder };  // a link is a file

enum class IgnoreVerdict : uint8_t { unsaid, ignored, kept };  // unsaid: no match; kept: by a pattern with `!`

// The patterns of one file.
class IgnoreList {
 public:
  // `folder`: contains the file; relative to the top of the work tree, "" or with a '/' at its end.
  IgnoreList(std::string_view text, std::string folder, Glob::Letters letters = Glob::Letters::count);

  // Decided by the last pattern that matches. `path`: relative to the top of the work tree, below the list's folder.
  IgnoreVerdict of(std::string_view path, PathKind kind) const;
  bool empty() const { return patterns_.empty(); }

 private:
  enum class Test : uint8_t { name, name_end, path, glob };  // only `glob` uses the glob
  struct Pattern {
    Test test = Test::glob;
    bool keeps = false, folders_only = false, by_name = false;
    std::string text;  // for the other three
    Glob glob;
  };
  void add(std::string_view line, Glob::Letters letters);
  static bool matches(const Pattern& pattern, std::string_view path, std::string_view name);

  std::string folder_;
  std::vector<Pattern> patterns_;  // in the order of the file
};

// The lists that apply in a folder: its own, and those of the folders above it.
struct IgnoreChain {
  std::shared_ptr<const IgnoreChain> above;
  IgnoreList list;
};
using IgnoreRules = std::shared_ptr<const IgnoreChain>;  // null: no list

// Adds a list, which takes precedence over all others.
IgnoreRules with_list(IgnoreRules rules, IgnoreList list);

// Decided by the nearest list with a matching pattern. Do not enter an ignored folder: its content is ignored whatever
// a list says.
IgnoreVerdict verdict_of(const IgnoreRules& rules, std::string_view path, PathKind kind);

}  // namespace aptix::context
