// No grammar: a paragraph ends at an empty line, a heading or an item, a sentence at its sign.
#include "format/names/prose_above.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"

namespace aptix::format {
namespace {

constexpr size_t kMostProseLines = 4;  // of a paragraph

// Tags that some models use in place of a fence, or around it.
bool is_opening_tag(std::string_view line) {
  constexpr std::string_view kInPlaceOfFences[] = {
      "source", "code", "pre", "codeblock", "sourcecode", "diff", "content", "![CDATA["};
  if (!line.starts_with('<')) return false;
  std::string_view word = line.substr(1, line.find_first_of("> \t", 1) - 1);
  bool opens = line.find('>') != line.npos && line.find("</") == line.npos;  // "<code>a.c</code>" is a caption
  return opens && is_one_of(kInPlaceOfFences, word);
}

// Of a heading above it: "---".
void drop_underline(std::vector<std::string_view>& lines) {
  if (lines.size() < 2 || lines.back().size() < 3) return;
  char mark = lines.back()[0] == '=' ? '=' : '-';
  if (run_of(lines.back(), mark) == lines.back().size()) lines.pop_back();
}

}  // namespace

bool begins_item(std::string_view line) {
  size_t digits = leading_digits(line);
  std::string_view rest = line.substr(digits);
  return digits == 0 ? line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")
                     : rest.starts_with(". ") || rest.starts_with(") ");
}

bool stands_alone(std::string_view line) {
  return line.starts_with('#') ||
      (line.starts_with("**") && line.substr(0, line.find_last_not_of(":") + 1).ends_with("**"));
}

std::vector<std::string_view> ProseAbove::paragraph() {
  std::vector<std::string_view> lines;
  for (size_t empty = 0; at_ != 0 && lines.size() < kMostProseLines;) {
    size_t start = previous_line(text_, at_);
    std::string_view line = trim(text_.substr(start, at_ - start));
    if (start == 0) line = without_mark(line);
    bool ends = !lines.empty() && (line.empty() || stands_alone(line));
    if (ends || looks_like_fence(line) || (line.empty() && ++empty > kMostBlankLines)) break;
    at_ = start;
    if (line.empty() || (lines.empty() && is_opening_tag(line))) continue;
    lines.insert(lines.begin(), line);
    if (stands_alone(line) || begins_item(line)) break;
  }
  drop_underline(lines);
  return lines;
}

std::string joined(const std::vector<std::string_view>& lines) {
  constexpr std::pair<std::string_view, std::string_view> kWide[] = {{"\xEF\xBC\x8C", ", "}, {"\xE3\x80\x82", ". "},
      {"\xEF\xBC\x9A", ": "}, {"\xEF\xBC\x9B", "; "}, {"\xEF\xBC\x88", " ("}, {"\xEF\xBC\x89", ") "}};
  std::string out;
  for (std::string_view line : lines) out += (out.empty() ? "" : " ") + with_plain_blanks(line);
  for (const auto& [wide, narrow] : kWide)
    for (size_t at = out.find(wide); at != std::string::npos; at = out.find(wide, at))
      out.replace(at, wide.size(), narrow);
  return std::string(trim(out));
}

}  // namespace aptix::format
