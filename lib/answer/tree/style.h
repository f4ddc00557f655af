// The formatting rules of SYS-004 §6-§8 for one JSON block, as findings. Nothing is refused here.
#pragma once

#include "answer/basis/findings.h"

namespace aptix::answer {

// A document that is the whole input needs no code block: nothing is there to be told from it.
void check_style(Findings& findings, const Input& input, const Block& block);

}  // namespace aptix::answer
