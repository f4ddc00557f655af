#include "base/text/utf16.h"

namespace aptix {

bool is_utf16(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF") || bytes.starts_with("\0\0\xFE\xFF"sv))
    return true;
  if (bytes.size() < 4) return false;
  bool big = bytes[0] == '\0' && bytes[1] != '\0' && bytes[2] == '\0' && bytes[3] != '\0';
  bool little = bytes[0] != '\0' && bytes[1] == '\0' && bytes[2] != '\0' && bytes[3] == '\0';
  return big || little;
}

}  // namespace aptix
