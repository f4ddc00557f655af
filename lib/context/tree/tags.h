// Tags of a file by its path and a table of names: doc, config, code, test, generated, binary, data, vendored. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/glob.h"

namespace aptix::context {

// Do the first lines of a text say that a program made it?
bool is_generated(std::string_view beginning);

struct TagHints {
  bool generated = false, binary = false;  // by the content
};

// Configured tags: a file that the glob matches (relative to the workspace) has the tag.
using TagRules = std::vector<std::pair<Glob, std::string>>;

// Sorted, each once.
std::vector<std::string_view> tags_of(std::string_view path, TagHints hints, const TagRules& rules);

// Selects files with one of some tags: like tags_of(), but faster.
class TagFilter {
 public:
  explicit TagFilter(std::vector<std::string> wanted);
  bool takes(std::string_view path, TagHints hints, const TagRules& rules) const;

 private:
  bool wants(std::string_view tag) const;
  std::vector<std::string> wanted_;
  uint32_t known_ = 0;  // rows of the built-in table, as bits
};

}  // namespace aptix::context
