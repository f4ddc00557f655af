// The formatting rules of SYS-004 §6-§8 for one JSON block, as findings. Nothing is refused here.
#pragma once

#include "format/findings.h"

namespace aptix::format {

void check_style(Findings& findings, const Block& block);

}  // namespace aptix::format
