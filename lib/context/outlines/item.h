// One line of an outline. Data only.
#pragma once

#include <cstdint>
#include <string>

namespace aptix::context {

struct OutlineItem {
  uint64_t line = 0;   // from 1
  uint64_t level = 0;  // 0 is the outermost
  std::string text;    // the line, or what it heads, without white space around it; cut where it is long
};

}  // namespace aptix::context
