#include "context/outline.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/outlines/languages.h"
#include "context/outlines/scanners.h"
#include "context/tree/tags.h"

namespace aptix::context {
namespace {

constexpr size_t kMostLine = 500;  // bytes of a line that are looked at: definitions are shorter

// With these a line of code goes on with what it does and defines nothing, whatever it looks like.
constexpr std::string_view kStatements[] = {"if", "else", "for", "while", "switch", "return", "do", "case", "catch",
    "throw", "delete", "new", "goto", "elif", "elsif", "foreach", "using", "await", "yield", "sizeof", "assert",
    "print", "printf", "super", "this", "import", "from", "try", "with", "unless", "until", "then", "co_return",
    "co_await", "static_assert", "lock"};

bool is_statement(std::string_view line) {
  line = trim(line);
  if (line.starts_with('}')) line = trim(line.substr(1));
  size_t end = std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), line.size());
  return is_one_of(kStatements, line.substr(0, end));
}

bool is_comment(std::string_view line) {
  line = trim(line);
  return line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ") || line == "*" ||
      line.starts_with("*/");
}

// The levels that indentation makes: a line is one deeper than the nearest one before it that is indented less.
class Levels {
 public:
  uint64_t of(std::string_view line) {
    size_t width = 0;
    for (char c : indent_of(line)) width = c == '\t' ? (width / 8 + 1) * 8 : width + 1;
    while (!open_.empty() && open_.back() >= width) open_.pop_back();
    open_.push_back(width);
    return open_.size() - 1;
  }

 private:
  std::vector<size_t> open_;
};

uint64_t marked_level(std::string_view line, const Language& language) {
  if (language.name == "AsciiDoc") return line.find_first_not_of('=') - 1;
  if (language.name == "Org") return line.find_first_not_of('*') - 1;
  if (language.name == "HTML")
    if (size_t at = line.find_first_of("123456", line.find("<h")); at < line.size())
      return static_cast<uint64_t>(line[at] - '1');
  if (size_t at = line.find("section"); at < line.size())
    return line.find("subsub") < at ? 3 : line.find("sub") < at ? 2 : 1;
  return 0;
}

std::vector<OutlineItem> lines_by_pattern(std::string_view content, const Language& language) {
  std::vector<OutlineItem> items;
  const Regex& pattern = pattern_of(language);
  Levels levels;
  uint64_t number = 0;
  bool code = language.kind == TextKind::code;
  for (std::string_view rest = content; !rest.empty();) {
    std::string_view line = without_cr(take_line(rest));
    ++number;
    std::string_view looked_at = line.substr(0, kMostLine);
    if (looked_at.empty() || (code && (is_comment(looked_at) || is_statement(looked_at)))) continue;
    if (!pattern.contains(looked_at)) continue;
    uint64_t level = language.levels_by_indent ? levels.of(line) : marked_level(line, language);
    items.push_back({number, level, item_text(line)});
  }
  return items;
}

// In a section its keys, one deeper.
void put_keys_below_sections(std::vector<OutlineItem>& items) {
  uint64_t deeper = 0;
  for (OutlineItem& item : items)
    if (item.text.starts_with('[')) item.level = 0, deeper = 1;
    else item.level = deeper;
}

// The key without its value, which may be long, and secret.
void keep_keys(std::vector<OutlineItem>& items, std::string_view signs) {
  for (OutlineItem& item : items)
    if (!item.text.starts_with('['))
      item.text = std::string(trim(std::string_view(item.text).substr(0, item.text.find_first_of(signs))));
}

std::vector<OutlineItem> items_of(std::string_view content, const Language& language) {
  if (language.name == "Markdown") return markdown_headings(content);
  if (language.name == "reStructuredText") return underlined_headings(content);
  if (language.name == "JSON") return json_keys(content);
  if (language.pattern.empty()) return {};
  std::vector<OutlineItem> items = lines_by_pattern(content, language);
  if (language.name == "TOML" || language.name == "settings") {
    put_keys_below_sections(items);
    keep_keys(items, language.name == "TOML" ? "=" : "=:");
  }
  if (language.name == "YAML") {
    keep_keys(items, ":");
    std::erase_if(items, [](const OutlineItem& item) { return item.level > 1; });
  }
  return items;
}

// Most lines begin with a time, or with a level in brackets.
bool looks_like_log(std::string_view content) {
  size_t lines = 0, timed = 0;
  for (std::string_view rest = content.substr(0, 8000); !rest.empty() && lines < 50;) {
    std::string_view line = trim(take_line(rest)).substr(0, 40);
    if (line.empty()) continue;
    ++lines;
    size_t digits = static_cast<size_t>(std::count_if(line.begin(), line.end(), is_digit));
    size_t colons = static_cast<size_t>(std::count(line.begin(), line.end(), ':'));
    if (digits >= 6 && colons >= 2) ++timed;
  }
  return lines >= 5 && timed * 4 >= lines * 3;
}

}  // namespace

std::vector<OutlineItem> items_of_lines(const LineIndex& lines, std::span<const uint64_t> numbers) {
  std::vector<OutlineItem> items;
  Levels levels;
  for (uint64_t number : numbers) {
    if (number == 0 || number > lines.count() || (!items.empty() && items.back().line == number)) continue;
    std::string_view line = lines.line(number);
    items.push_back({number, levels.of(line), item_text(line)});
  }
  return items;
}

Outline outline(std::string_view path, std::string_view content) {
  Outline found;
  if (is_binary(content)) {
    found.kind = TextKind::binary;
    return found;
  }
  const Language* language = language_of(path, content);
  if (language != nullptr) {
    found.kind = language->kind;
    found.language = language->name;
    found.items = items_of(content, *language);
  }
  if (found.kind == TextKind::text && looks_like_log(content)) found.kind = TextKind::log;
  return found;
}

}  // namespace aptix::context
