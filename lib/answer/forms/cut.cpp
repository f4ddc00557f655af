// Blocks that were cut before they could be told apart. Passing them over would apply half of an answer.
#include "answer/forms/forms.h"

namespace aptix::answer {

bool detect_cut(const Block& block) { return block.form == Block::Form::fenced && !block.closed; }

void parse_cut(BlockReading& reading) {
  reading.findings.error(Code::block_unterminated, 0, "",
      "the code block has no closing fence and holds no whole document: the answer may be cut short",
      "ask for the whole answer again");
}

}  // namespace aptix::answer
