// A call of a tool as tags give it: its name and its arguments, without what they mean. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aptix::format {

struct MarkupCall {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string>> arguments;
  size_t start = 0;               // of its first tag
  bool own_tags = false;          // of names of their own: <write_to_file>
  bool lines = false;             // its texts are whole lines, as those of a SEARCH/REPLACE block
  std::vector<MarkupCall> edits;  // a list of arguments in tags of their own: <edit>
};

// The same call as JSON: {"name": ..., "input": {...}}. What calls mean is asked of that alone.
std::string as_json(const MarkupCall& call);

}  // namespace aptix::format
