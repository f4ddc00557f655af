#include "base/text/shell_word.h"

#include <algorithm>

#include "base/text/text.h"

namespace aptix {
namespace {

bool is_plain(char c) {
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || static_cast<unsigned char>(c) >= 0x80 ||
      std::string_view("_-./:@%+,=").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  std::string shown = escape_for_display(text);
  if (shown != text || (!text.empty() && std::all_of(text.begin(), text.end(), is_plain))) return shown;
  std::string word = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') word += '\\';
    word += c;
  }
  return word + '"';
}

}  // namespace aptix
