#include "format/names/label_table.h"

#include <algorithm>
#include <string>

#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::format {
namespace {

constexpr LabelRow kLabelRows[] = {
    {"before", Label::old_text},
    {"old", Label::old_text},
    {"current", Label::old_text},
    {"original", Label::old_text},
    {"find", Label::old_text},
    {"after", Label::new_text},
    {"new", Label::new_text},
    {"updated", Label::new_text},
    {"replace", Label::new_text},
    {"with", Label::new_text},
    {"to", Label::new_text},
    {"output", Label::output},
    {"example", Label::example},
    {"option", Label::alternative},
    {"alternative", Label::alternative},
    {"variant", Label::alternative},
    {"approach", Label::alternative},
    {"vorher", Label::old_text},
    {"nachher", Label::new_text},
    {"neu", Label::new_text},
    {"ausgabe", Label::output},
    {"beispiel", Label::example},
    {"avant", Label::old_text},
    {"après", Label::new_text},
    {"sortie", Label::output},
    {"exemple", Label::example},
    {"antes", Label::old_text},
    {"después", Label::new_text},
    {"salida", Label::output},
    {"ejemplo", Label::example},
    {"было", Label::old_text},
    {"стало", Label::new_text},
    {"вывод", Label::output},
    {"пример", Label::example},
    {"修改前", Label::old_text},
    {"修改后", Label::new_text},
    {"输出", Label::output},
    {"示例", Label::example},
};

// Dashes, arrows, emoji, wide signs.
bool is_sign(char32_t code) {
  return (code >= 0x2000 && code < 0x2C00) || (code >= 0x3000 && code < 0x3040) || (code >= 0xFE00 && code < 0xFE10) ||
      (code >= 0xFF00 && code < 0xFF10) || (code >= 0xFF1A && code < 0xFF21) || code >= 0x1F000;
}

std::string without_signs_beyond_ascii(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t size = std::max<size_t>(utf8_sequence_size(text, at), 1);
    if (size > 1 && is_sign(decode_utf8(text, at).value)) out += ' ';
    else out += text.substr(at, size);
    at += size;
  }
  return out;
}

}  // namespace

std::span<const LabelRow> label_rows() { return kLabelRows; }

Label label_of(std::string_view line) {
  Label found = Label::none;
  std::string lower = fold_case(without_signs_beyond_ascii(line));
  auto is_part = [](char byte) { return is_of_word(byte); };
  for (auto at = lower.begin(); at != lower.end();) {
    auto start = std::find_if(at, lower.end(), is_part);
    at = std::find_if_not(start, lower.end(), is_part);
    std::string_view word(start, at);
    bool number = word.find_first_not_of("0123456789") == word.npos;
    bool letter = word.size() == 1 && found == Label::alternative;
    if (word.empty() || number || letter) continue;
    auto row = std::find_if(
        std::begin(kLabelRows), std::end(kLabelRows), [&](const LabelRow& one) { return one.word == word; });
    if (row == std::end(kLabelRows)) return Label::none;
    found = row->label;
  }
  return found;
}

}  // namespace aptix::format
