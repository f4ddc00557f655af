// In which encoding a file is, as far as edits have to know it. Pure.
#pragma once

#include <string_view>

namespace aptix::edit {

// Text of 8 bits a character that is not UTF-8: more of what is beyond ASCII is no character of UTF-8 than is one. A
// file of UTF-8 with a stray byte is none, nor are binary files and UTF-16.
bool is_other_encoding(std::string_view bytes);

}  // namespace aptix::edit
