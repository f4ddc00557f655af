#include "answer/name/line_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "answer/basis/line.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

// In lower case. Each word is needed by an answer: scripts/count-labels says by which.
constexpr std::pair<Label, std::string_view> kLabelRows[] = {
    {Label::old_text, "before old current original find search vorher avant antes было 修改前"},
    {Label::new_text, "after new updated replace with to nachher neu après después стало 修改后"},
    {Label::output, "output ausgabe sortie salida вывод 输出"},
    {Label::example, "example beispiel exemple ejemplo пример 示例"},
    {Label::alternative, "option alternative variant approach"},
};

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
  for (const auto& [label, words] : kLabelRows)
    if (any_word(words, [&](std::string_view one) { return one == word; })) return label;
  return Label::none;
}

// The next word from `at` on, "" at the end; moves `at` behind it.
std::string_view next_word(std::string_view text, size_t& at) {
  auto is_part = [](char byte) { return is_of_word(byte); };
  auto start = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_part);
  auto end = std::find_if_not(start, text.end(), is_part);
  at = static_cast<size_t>(end - text.begin());
  return {start, end};
}

}  // namespace

bool is_sign(char32_t code) {
  return (code >= 0x2000 && code < 0x2C00) || (code >= 0x3000 && code < 0x3040) || (code >= 0xFE00 && code < 0xFE10) ||
      (code >= 0xFF00 && code < 0xFF10) || (code >= 0xFF1A && code < 0xFF21) || code >= 0x1F000;
}

Label label_of(std::string_view line) {
  Label found = Label::none;
  std::string lower = fold_case(with_dashes_for_signs(line));
  size_t at = 0;
  for (std::string_view word = next_word(lower, at); !word.empty(); word = next_word(lower, at)) {
    bool letter = word.size() == 1 && found == Label::alternative;
    if (all_digits(word) || letter) continue;
    found = label_of_word(word);
    if (found == Label::none) return found;
  }
  return found;
}

std::optional<std::string> sign_of_alternative(std::string_view line) {
  std::string lower = fold_case(with_dashes_for_signs(line));
  size_t at = 0;
  std::string_view word = next_word(lower, at);
  while (all_digits(word)) word = next_word(lower, at);  // "### 2. Option A"
  if (label_of_word(word) != Label::alternative) return std::nullopt;
  std::string sign(next_word(lower, at));
  if (sign.empty()) return sign;
  std::string_view rest = std::string_view(lower).substr(at);
  rest.remove_prefix(std::min(rest.find_first_not_of(" *_`"), rest.size()));
  bool ends = rest.empty() || !is_of_word(rest.front());
  return ends && (all_digits(sign) || sign.size() == 1) ? std::optional(std::move(sign)) : std::nullopt;
}

}  // namespace aptix::answer
