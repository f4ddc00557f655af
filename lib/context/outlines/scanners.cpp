#include "context/outlines/scanners.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

constexpr size_t kMostText = 200;

// A line of nothing but one sign of punctuation, at least `least` times; NUL when it is not one.
char rule_of(std::string_view line, size_t least) {
  line = trim(line);
  constexpr std::string_view kSigns = "=-~^\"'`#*+:._";
  if (line.size() < least || kSigns.find(line.front()) == std::string_view::npos) return '\0';
  return line.find_first_not_of(line.front()) == std::string_view::npos ? line.front() : '\0';
}

// "## Title ##" -> its level from 1, and the title.
size_t hashes_of(std::string_view line) {
  size_t hashes = std::min(line.find_first_not_of('#'), line.size());
  bool heading = hashes >= 1 && hashes <= 6 && (hashes == line.size() || is_blank_byte(line[hashes]));
  return heading ? hashes : 0;
}

// What a fence of code begins with: "```", "~~~~"; "" for another line.
std::string_view fence_of(std::string_view line) {
  if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
  return line.substr(0, std::min(line.find_first_not_of(line.front()), line.size()));
}

// May a rule below the line make a heading of it?
bool may_be_title(std::string_view line) {
  return !line.empty() && line.front() != '|' && line.front() != '>' && hashes_of(line) == 0 &&
      rule_of(line, 1) == '\0';
}

}  // namespace

std::string item_text(std::string_view text) {
  text = trim(text);
  if (text.size() <= kMostText) return std::string(text);
  size_t end = kMostText;
  while (end > kMostText - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
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
  std::string rules;  // in the order in which they come: the first is the outermost
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

// The quote that ends the string whose text begins there; npos where its line ends first.
static size_t end_of_string(std::string_view content, size_t at) {
  for (; at < content.size() && content[at] != '\n'; ++at) {
    if (content[at] == '"') return at;
    if (content[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

// The brackets that are open at a place of a JSON text.
struct OpenBrackets {
  static constexpr size_t kDeepest = 2;
  uint64_t depth = 0;
  std::string outermost{};

  // False: it closes what was never opened.
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

}  // namespace aptix::context
