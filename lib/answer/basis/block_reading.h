// A block that is being read into a plan, and what is said of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "answer/basis/findings.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::answer {

// What the reader of a block is told.
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

struct BlockReading {
  const Input& input;
  const Block& block;
  const ParseOptions& options;
  Plan& plan;
  Findings findings;

  BlockReading(const Input& in, const Block& b, const ParseOptions& o, Plan& p)
      : input(in),
        block(b),
        options(o),
        plan(p),
        findings(in, b) {}

  // `text` as long as the plan lives: a view of the Input as it is, all else as a copy.
  std::string_view keep(std::string_view text);
  // Of what stands at an offset in the body, and at a pointer in the document.
  Origin origin(size_t offset, std::string pointer);
};

}  // namespace aptix::answer
