// Fuzzes the way from an answer to a plan: blocks, formats, rules over the plan.
#include <cstdlib>
#include <string>
#include <vector>

#include "answer/format.h"
#include "answer/outline/extract.h"

using namespace aptix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  answer::Extracted found = answer::extract(input).value;
  Plan plan;
  uint32_t index = 0;
  for (const Block& block : found.blocks) {
    if (block.offset > size || block.end > size || block.offset > block.end) std::abort();
    if (block.to_input(input, block.body.size()) > size) std::abort();
    const answer::Format* format = block.format;
    answer::ParseOptions options;
    options.block_index = index++;
    if (format == nullptr) continue;
    options.formatting = true;
    Diagnostics said = format->parse(input, block, options, plan);
    for (const Diagnostic& error : said.errors)
      if (error.message.empty()) std::abort();
  }
  answer::CheckOptions options;
  options.blocks = found.blocks;
  answer::check_plan(input, plan, options);
  return 0;
}
