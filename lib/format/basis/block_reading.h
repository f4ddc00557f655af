// A block that is being read into a plan, and what is said of it.
#pragma once

#include <string_view>

#include "format/basis/findings.h"
#include "format/basis/parse_options.h"
#include "model/plan.h"

namespace aptix::format {

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

}  // namespace aptix::format
