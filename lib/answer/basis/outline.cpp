// No grammar: a paragraph ends at an empty line, a heading or an item.
#include "answer/basis/outline.h"

#include "answer/basis/line.h"
#include "base/text/ascii.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

constexpr size_t kMostLines = 4;  // of a paragraph

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
bool is_underline(std::string_view line) {
  return line.size() > 2 && (run_of(line, '=') == line.size() || run_of(line, '-') == line.size());
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

Prose last_paragraph(Prose lines) {
  while (!lines.empty() && is_opening_tag(lines.back().text)) lines = lines.first(lines.size() - 1);
  size_t begin = lines.size();
  for (; begin != 0 && lines.size() - begin < kMostLines; --begin) {
    bool ends = begin != lines.size() && (lines[begin].below_blank || stands_alone(lines[begin - 1].text));
    bool whole = begin != lines.size() && (stands_alone(lines[begin].text) || begins_item(lines[begin].text));
    if (ends || whole) break;
  }
  Prose paragraph = lines.subspan(begin);
  return paragraph.size() > 1 && is_underline(paragraph.back().text) ? paragraph.first(paragraph.size() - 1)
                                                                     : paragraph;
}

std::string joined(Prose lines) {
  std::string out;
  for (const ProseLine& line : lines) out += (out.empty() ? "" : " ") + with_plain_signs(line.text);
  return std::string(trim(out));
}

}  // namespace aptix::answer
