// Fences and list markers, by the rules of CommonMark 0.30 §4.5 and §5.2.
#include "answer/basis/markdown.h"

#include "answer/basis/line.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

// Length of the list marker that the text begins with; 0 if there is none.
size_t list_marker(std::string_view text) {
  constexpr size_t kMostDigits = 9;
  if (text.empty()) return 0;
  size_t size = 1;
  bool bullet = text[0] == '-' || text[0] == '*' || text[0] == '+';
  if (!bullet) {
    size_t digits = leading_digits(text.substr(0, kMostDigits + 1));
    if (digits == 0 || digits > kMostDigits || digits == text.size()) return 0;
    if (text[digits] != '.' && text[digits] != ')') return 0;
    size = digits + 1;
  }
  return size == text.size() || is_blank_byte(text[size]) ? size : 0;
}

// Tags that some models write in place of a fence, or around one.
bool is_opening_tag(std::string_view line) {
  constexpr std::string_view kInPlaceOfFences[] = {
      "source", "code", "pre", "codeblock", "sourcecode", "diff", "content", "![CDATA["};
  if (!line.starts_with('<')) return false;
  std::string_view word = line.substr(1, line.find_first_of("> \t", 1) - 1);
  bool opens = line.find('>') != line.npos && line.find("</") == line.npos;  // "<code>a.c</code>" is a caption
  return opens && is_one_of(kInPlaceOfFences, word);
}

}  // namespace

std::optional<Fence> opening_fence(std::string_view line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
  size_t length = run_of(line, line[0]);
  if (length < 3) return std::nullopt;
  std::string_view info = trim(line.substr(length));
  // Backticks further on make it inline code.
  if (line[0] == '`' && info.find('`') != std::string_view::npos) return std::nullopt;
  return Fence{line[0], length, info};
}

std::optional<Fence> fence_in(std::string_view line) { return opening_fence(line.substr(indent_of(line).bytes)); }

bool closes(const Fence& fence, std::string_view line) {
  if (line.empty() || line[0] != fence.mark) return false;
  size_t length = run_of(line, fence.mark);
  return length >= fence.length && is_blank(line.substr(length));
}

ListItems::Content ListItems::enter(std::string_view line) {
  Indent indent = indent_of(line);
  Content content{indent.bytes, indent.columns, 0, false};
  if (indent.bytes == line.size()) return content;  // an empty line leaves no item
  while (!columns_.empty() && content.column < columns_.back()) columns_.pop_back();
  content.container = columns_.empty() ? 0 : columns_.back();
  while (!content.is_indented_code()) {
    size_t marker = list_marker(line.substr(content.at));
    if (marker == 0) break;
    Indent gap = indent_of(line.substr(content.at + marker));
    bool empty = content.at + marker + gap.bytes == line.size();
    // Five spaces and more after a marker begin indented code.
    bool code = gap.columns > 4;
    size_t skipped = empty || code ? 0 : gap.bytes;
    content.container = content.column + marker + (empty || code ? 1 : gap.columns);
    columns_.push_back(content.container);
    content.at += marker + skipped;
    content.column = content.container;
    content.after_marker = true;
    if (empty || code) break;
  }
  return content;
}

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
  constexpr size_t kMostLines = 4;
  while (!lines.empty() && is_opening_tag(lines.back().text)) lines = lines.first(lines.size() - 1);
  size_t begin = lines.size();
  for (; begin != 0 && lines.size() - begin < kMostLines; --begin) {
    bool ends = begin != lines.size() && (lines[begin].below_blank || stands_alone(lines[begin - 1].text));
    bool whole = begin != lines.size() && (stands_alone(lines[begin].text) || begins_item(lines[begin].text));
    if (ends || whole) break;
  }
  Prose paragraph = lines.subspan(begin);
  std::string_view last = paragraph.empty() ? std::string_view() : paragraph.back().text;
  bool underline = last.size() > 2 && (run_of(last, '=') == last.size() || run_of(last, '-') == last.size());
  return paragraph.size() > 1 && underline ? paragraph.first(paragraph.size() - 1) : paragraph;
}

std::string joined(Prose lines) {
  std::string out;
  for (const ProseLine& line : lines) out += (out.empty() ? "" : " ") + with_plain_signs(line.text);
  return std::string(trim(out));
}

}  // namespace aptix::answer
