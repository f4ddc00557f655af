#include "context/tokens.h"

#include "base/text/text.h"

namespace aptix::context {

uint64_t shown_size(std::string_view text) {
  uint64_t size = text.size();
  for (auto bad = find_invalid_utf8(text); bad; bad = find_invalid_utf8(text)) {
    size += 2;
    text.remove_prefix(*bad + 1);
  }
  return size;
}

}  // namespace aptix::context
