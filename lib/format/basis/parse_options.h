// What the reader of a block is told. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/limits.h"

namespace aptix::format {

struct ParseOptions {
  Limits limits{};
  uint32_t block_index = 0;    // into the list of blocks, for FileEdit::block
  bool formatting = false;     // also report SYS-004 §6-§8 as Code::style warnings (bundle validate)
  bool trial = false;          // nothing is going to be written
  std::string_view root = {};  // the absolute path of the root, where one is known: dialects may name files by it
  // Of a line-patch batch that is a part of the block's JSON: where it stands in the body. All of the body otherwise.
  size_t begin = 0;
  size_t size = std::string_view::npos;
  unsigned threads = 1;  // that may be used for a large document
};

}  // namespace aptix::format
