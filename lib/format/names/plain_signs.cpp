// A table, and no more: which signs stand for which.
#include "format/names/plain_signs.h"

#include <span>
#include <utility>

#include "format/basis/line.h"

namespace aptix::format {
namespace {

using Signs = std::span<const std::pair<std::string_view, std::string_view>>;

void put_in_place(Signs signs, std::string& text) {
  for (const auto& [sign, plain] : signs)
    for (size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at + plain.size()))
      text.replace(at, sign.size(), plain);
}

// "[a.c](https://...)", "![a.c](a.png)"
void undo_links(std::string& text) {
  for (size_t middle = text.find("]("); middle != std::string::npos; middle = text.find("](", middle)) {
    size_t open = text.rfind('[', middle), close = text.find_first_of(") ", middle);
    bool link = open != std::string::npos && close != std::string::npos && text[close] == ')';
    if (!link) {
      ++middle;
      continue;
    }
    bool picture = open != 0 && text[open - 1] == '!';
    std::string shown = picture ? std::string() : text.substr(open + 1, middle - open - 1);
    size_t start = picture ? open - 1 : open;
    text.replace(start, close + 1 - start, shown);
    middle = start + shown.size();
  }
}

}  // namespace

std::string with_plain_signs(std::string_view line) {
  constexpr std::pair<std::string_view, std::string_view> kWide[] = {{"\xEF\xBC\x8C", ", "}, {"\xE3\x80\x82", ". "},
      {"\xEF\xBC\x9A", ": "}, {"\xEF\xBC\x9B", "; "}, {"\xEF\xBC\x88", " ("}, {"\xEF\xBC\x89", ")"}};
  constexpr std::pair<std::string_view, std::string_view> kTags[] = {{"<code>", "`"}, {"</code>", "`"}, {"<kbd>", "`"},
      {"</kbd>", "`"}, {"<b>", "**"}, {"</b>", "**"}, {"<strong>", "**"}, {"</strong>", "**"}};
  constexpr std::pair<std::string_view, std::string_view> kQuotes[] = {
      {"\xE2\x80\x9E", "\""}, {"\xE2\x80\x9C", "\""}, {"\xE2\x80\x9D", "\""}, {"\xC2\xAB", "\""}, {"\xC2\xBB", "\""}};
  std::string plain = with_plain_blanks(line);
  put_in_place(kWide, plain);
  undo_links(plain);
  if (plain.find('`') != std::string::npos) return plain;
  put_in_place(kTags, plain);
  put_in_place(kQuotes, plain);
  return plain;
}

}  // namespace aptix::format
