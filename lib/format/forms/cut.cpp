// Blocks that were cut before they could be told apart. Passing them over would apply half of an answer.
#include "format/basis/findings.h"
#include "format/forms/forms.h"

namespace aptix::format {

bool detect_cut(const Block& block) { return block.form == Block::Form::fenced && !block.closed; }

Diagnostics parse_cut(const Input& input, const Block& block, const ParseOptions&, Plan&) {
  Findings findings(input, block);
  findings.error(Code::block_unterminated, 0, "",
      "the code block has no closing fence and holds no whole document: the answer may be cut short",
      "ask for the whole answer again");
  return findings.take();
}

}  // namespace aptix::format
