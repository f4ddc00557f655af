#include "context/outline.h"

#include <algorithm>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "context/tree/tags.h"

namespace aptix::context {
namespace {

constexpr size_t kMostText = 200;

// The sign that a line consists of, if it is one sign of punctuation, repeated `least` times or more; else NUL.
char rule_of(std::string_view line, size_t least) {
  line = trim(line);
  constexpr std::string_view kSigns = "=-~^\"'`#*+:._";
  if (line.size() < least || kSigns.find(line.front()) == std::string_view::npos) return '\0';
  return line.find_first_not_of(line.front()) == std::string_view::npos ? line.front() : '\0';
}

// The level, from 1, of a heading such as "## Title ##"; 0 for other lines.
size_t hashes_of(std::string_view line) {
  size_t hashes = std::min(line.find_first_not_of('#'), line.size());
  bool heading = hashes >= 1 && hashes <= 6 && (hashes == line.size() || is_blank_byte(line[hashes]));
  return heading ? hashes : 0;
}

// The fence that a line begins with: "```", "~~~~"; "" for other lines.
std::string_view fence_of(std::string_view line) {
  if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
  return line.substr(0, std::min(line.find_first_not_of(line.front()), line.size()));
}

// Could a rule below the line make it a heading?
bool may_be_title(std::string_view line) {
  return !line.empty() && line.front() != '|' && line.front() != '>' && hashes_of(line) == 0 &&
      rule_of(line, 1) == '\0';
}

constexpr size_t kMostLine = 500;  // bytes of a line that are looked at: definitions are shorter

// Statements, which may look like definitions.
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

// Levels by indentation: a line is one deeper than the nearest earlier line that is indented less.
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

// Keys in a section are one level deeper than its header.
void put_keys_below_sections(std::vector<OutlineItem>& items) {
  uint64_t deeper = 0;
  for (OutlineItem& item : items)
    if (item.text.starts_with('[')) item.level = 0, deeper = 1;
    else item.level = deeper;
}

// Removes the values, which may be long, or secret.
void keep_keys(std::vector<OutlineItem>& items, std::string_view signs) {
  for (OutlineItem& item : items)
    if (!item.text.starts_with('['))
      item.text = std::string(trim(std::string_view(item.text).substr(0, item.text.find_first_of(signs))));
}

std::vector<OutlineItem> markdown_headings(std::string_view content) {
  std::vector<OutlineItem> items;
  std::string_view fence, before;
  uint64_t number = 0;
  for (std::string_view rest = content; !rest.empty();) {
    std::string_view line = take_line(rest);
    ++number;
    if (indent_of(line).size() > 3) {
      before = {};
      continue;
    }
    std::string_view bare = trim(line);
    std::string_view mark = fence_of(bare);
    if (!fence.empty()) {
      if (mark.starts_with(fence) && mark.size() == bare.size()) fence = {};
      continue;
    }
    fence = mark;
    if (size_t level = hashes_of(bare); level > 0 && bare.size() > level) {
      std::string_view title = trim(bare.substr(level));
      if (size_t end = title.find_last_not_of('#'); end != std::string_view::npos)
        items.push_back({number, level - 1, item_text(title.substr(0, end + 1))});
    } else if (char rule = rule_of(bare, 2); (rule == '=' || rule == '-') && !before.empty()) {
      items.push_back({number - 1, rule == '=' ? 0u : 1u, item_text(before)});
    }
    before = mark.empty() && may_be_title(bare) ? bare : std::string_view();
  }
  return items;
}

std::vector<OutlineItem> underlined_headings(std::string_view content) {
  std::vector<OutlineItem> items;
  std::string rules;  // in order of occurrence: the first is the outermost
  std::string_view before;
  uint64_t number = 0;
  for (std::string_view rest = content; !rest.empty();) {
    std::string_view line = take_line(rest);
    ++number;
    char rule = rule_of(line, 3);
    bool heads = rule != '\0' && !before.empty() && rule_of(before, 3) == '\0' &&
        trim(line).size() + 2 >= before.size() && indent_of(line).empty();
    if (heads) {
      size_t level = rules.find(rule);
      if (level == std::string::npos) {
        level = rules.size();
        rules += rule;
      }
      items.push_back({number - 1, level, item_text(before)});
    }
    before = heads ? std::string_view() : trim(line);
  }
  return items;
}

// Offset of the quote that closes a string; npos if the line ends first.
size_t end_of_string(std::string_view content, size_t at) {
  for (; at < content.size() && content[at] != '\n'; ++at) {
    if (content[at] == '"') return at;
    if (content[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

// The open brackets at a place in JSON text.
struct OpenBrackets {
  static constexpr size_t kDeepest = 2;
  uint64_t depth = 0;
  std::string outermost{};

  // False for a closing bracket without an opening one.
  bool take(char c) {
    if ((c == '{' || c == '[') && depth++ < kDeepest) outermost += c;
    if (c != '}' && c != ']') return true;
    if (depth == 0) return false;
    if (--depth < kDeepest) outermost.pop_back();
    return true;
  }
  bool shows_keys() const { return depth <= kDeepest && outermost.find('[') == std::string::npos; }
};

std::vector<OutlineItem> json_keys(std::string_view content) {
  std::vector<OutlineItem> items;
  uint64_t number = 1;
  OpenBrackets open;
  for (size_t i = 0; i < content.size(); ++i) {
    char c = content[i];
    if (c == '\n') ++number;
    if (!open.take(c)) break;
    if (c == '/' && content.substr(i).starts_with("//")) i = std::min(content.find('\n', i), content.size()) - 1;
    if (c != '"') continue;
    size_t start = std::exchange(i, end_of_string(content, i + 1)) + 1;
    if (i == std::string_view::npos) break;
    size_t after = std::min(content.find_first_not_of(" \t\r", i + 1), content.size());
    bool key = content.substr(after).starts_with(':') && open.shows_keys();
    if (key)
      items.push_back({number, open.depth - (open.depth > 0 ? 1 : 0), item_text(content.substr(start, i - start))});
  }
  return items;
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

// Most lines begin with a time (digits and colons).
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

std::string item_text(std::string_view text) {
  text = trim(text);
  if (text.size() <= kMostText) return std::string(text);
  size_t end = kMostText;
  while (end > kMostText - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

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
