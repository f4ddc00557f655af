#include "answer/name/label_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

struct LabelRow {
  std::string_view word;  // in small letters
  Label label;
};

// Each has an answer that needs it: scripts/count-labels names it.
constexpr LabelRow kLabelRows[] = {
    {"before", Label::old_text},
    {"old", Label::old_text},
    {"current", Label::old_text},
    {"original", Label::old_text},
    {"find", Label::old_text},
    {"search", Label::old_text},
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

}  // namespace

bool is_sign(char32_t code) {
  return (code >= 0x2000 && code < 0x2C00) || (code >= 0x3000 && code < 0x3040) || (code >= 0xFE00 && code < 0xFE10) ||
      (code >= 0xFF00 && code < 0xFF10) || (code >= 0xFF1A && code < 0xFF21) || code >= 0x1F000;
}

namespace {

std::string with_dashes_for_signs(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t size = std::max<size_t>(utf8_sequence_size(text, at), 1);
    if (size > 1 && is_sign(decode_utf8(text, at).value)) out += '-';
    else out += text.substr(at, size);
    at += size;
  }
  return out;
}

Label label_of_word(std::string_view word) {
  auto row =
      std::find_if(std::begin(kLabelRows), std::end(kLabelRows), [&](const LabelRow& one) { return one.word == word; });
  return row == std::end(kLabelRows) ? Label::none : row->label;
}

bool is_number(std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; }

// The next word from `at` on, which goes after it; "" at the end.
std::string_view next_word(std::string_view text, size_t& at) {
  auto is_part = [](char byte) { return is_of_word(byte); };
  auto start = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_part);
  auto end = std::find_if_not(start, text.end(), is_part);
  at = static_cast<size_t>(end - text.begin());
  return {start, end};
}

}  // namespace

Label label_of(std::string_view line) {
  Label found = Label::none;
  std::string lower = fold_case(with_dashes_for_signs(line));
  size_t at = 0;
  for (std::string_view word = next_word(lower, at); !word.empty(); word = next_word(lower, at)) {
    bool letter = word.size() == 1 && found == Label::alternative;
    if (is_number(word) || letter) continue;
    found = label_of_word(word);
    if (found == Label::none) return found;
  }
  return found;
}

std::optional<std::string> sign_of_alternative(std::string_view line) {
  std::string lower = fold_case(with_dashes_for_signs(line));
  size_t at = 0;
  std::string_view word = next_word(lower, at);
  while (is_number(word) && !word.empty()) word = next_word(lower, at);  // of a heading
  if (label_of_word(word) != Label::alternative) return std::nullopt;
  std::string sign(next_word(lower, at));
  if (sign.empty()) return sign;
  std::string_view rest = std::string_view(lower).substr(at);
  rest.remove_prefix(std::min(rest.find_first_not_of(" *_`"), rest.size()));
  bool ends = rest.empty() || !is_of_word(rest.front());
  return ends && (is_number(sign) || sign.size() == 1) ? std::optional(std::move(sign)) : std::nullopt;
}

}  // namespace aptix::answer
