#include "edit/basis/encoding.h"

#include <algorithm>
#include <cstdint>

#include "base/text/text.h"

namespace aptix::edit {

bool is_other_encoding(std::string_view bytes) {
  if (!find_invalid_utf8(bytes) || is_binary(bytes) || is_utf16(bytes)) return false;
  uint64_t characters = 0, strays = 0;
  for (size_t at = 0; at < bytes.size();) {
    size_t size = utf8_sequence_size(bytes, at);
    characters += size > 1 ? 1 : 0;
    strays += size == 0 ? 1 : 0;
    at += std::max<size_t>(size, 1);
  }
  return strays > characters;
}

}  // namespace aptix::edit
