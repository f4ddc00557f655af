// A credential found in a text. Data only.
#pragma once

#include <cstddef>
#include <string_view>

namespace aptix::context {

// Bytes [start, end) of a text that are a credential, or the part of one that says everything.
struct Secret {
  size_t start = 0, end = 0;
  std::string_view kind;  // "github-token"; from one of the tables, so it lives on
};

}  // namespace aptix::context
