// What kind of file a path is, by a table of names: doc, config, code, test, generated, binary, data, vendored. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/glob.h"

namespace aptix::context {

// Does a text say in its first lines that a program made it?
bool is_generated(std::string_view beginning);
// NUL among the first 8,000 bytes, as git has it.
bool is_binary(std::string_view beginning);

struct TagHints {
  bool generated = false, binary = false;  // by the content
};

// A configured table: a file that the glob matches (from the workspace on) has the tag.
using TagRules = std::vector<std::pair<Glob, std::string>>;

// Sorted, each once.
std::vector<std::string_view> tags_of(std::string_view path, TagHints hints, const TagRules& rules);

}  // namespace aptix::context
