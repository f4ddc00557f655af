// Text of 16 bits a character, which has no lines of bytes.
#pragma once

#include <string_view>

namespace aptix {

// By its mark, or as every other byte of what it begins with is none. Of 32 bits likewise.
bool is_utf16(std::string_view bytes);

}  // namespace aptix
