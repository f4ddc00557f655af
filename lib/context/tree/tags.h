// What kind of file a path is, by a table of names: doc, config, code, test, generated, binary, data, vendored. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/glob.h"

namespace aptix::context {

// Does a text say in its first lines that a program made it?
bool is_generated(std::string_view beginning);

struct TagHints {
  bool generated = false, binary = false;  // by the content
};

// A configured table: a file that the glob matches (from the workspace on) has the tag.
using TagRules = std::vector<std::pair<Glob, std::string>>;

// Sorted, each once.
std::vector<std::string_view> tags_of(std::string_view path, TagHints hints, const TagRules& rules);

// Which files have one of some tags: the same as asking tags_of, and less work.
class TagFilter {
 public:
  explicit TagFilter(std::vector<std::string> wanted);
  bool takes(std::string_view path, TagHints hints, const TagRules& rules) const;

 private:
  bool wants(std::string_view tag) const;
  std::vector<std::string> wanted_;
  uint32_t known_ = 0;  // those of our own table, as bits
};

}  // namespace aptix::context
