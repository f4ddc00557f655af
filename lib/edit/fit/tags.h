// The elements of HTML and XML that are not closed. Pure; linear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

struct LoneTag {
  std::string name;  // "/div" for an end without a beginning
  uint32_t line;     // from 0
};

// What may stay open in HTML is not told.
std::vector<LoneTag> lone_tags(std::string_view text);

}  // namespace aptix::edit
