#include "git/whitespace.h"

#include <algorithm>
#include <charconv>

#include "base/text/bytes.h"

namespace aptix::git {
namespace {

struct RuleName {
  std::string_view name;
  WhitespaceRules bits;
};
constexpr RuleName kRuleNames[] = {
    {"trailing-space", kTrailingSpace},
    {"space-before-tab", kSpaceBeforeTab},
    {"indent-with-non-tab", kIndentWithNonTab},
    {"cr-at-eol", kCrAtEol},
    {"blank-at-eol", kBlankAtEol},
    {"blank-at-eof", kBlankAtEof},
    {"tab-in-indent", kTabInIndent},
};

constexpr std::string_view kTabWidth = "tabwidth=";
constexpr unsigned kWidestTab = 63;

// A name may be abbreviated, as in git.
void set_rule(WhitespaceRule& rule, std::string_view word) {
  bool negated = word.starts_with('-');
  if (negated) word.remove_prefix(1);
  if (word.empty()) return;
  for (const RuleName& known : kRuleNames) {
    if (!known.name.starts_with(word)) continue;
    unsigned bits = negated ? rule.bits & ~known.bits : rule.bits | known.bits;
    rule.bits = static_cast<WhitespaceRules>(bits);
    break;
  }
  if (!word.starts_with(kTabWidth)) return;
  unsigned width = 0;
  std::from_chars(word.data() + kTabWidth.size(), word.data() + word.size(), width);
  if (width >= 1 && width <= kWidestTab) rule.tab_width = static_cast<uint8_t>(width);
}

// The indentation of a line, and its last tab and space.
struct Indent {
  size_t last = 0;  // end of the part to rewrite
  std::optional<size_t> tab, blank;
  bool wrong = false;
};

Indent look_at_indent(std::string_view line, const WhitespaceRule& rule) {
  Indent indent;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\t') {
      indent.tab = i;
      if (rule.has(kSpaceBeforeTab) && indent.blank) indent.wrong = true;
    } else if (line[i] == ' ') {
      indent.blank = i;
      size_t after_tab = indent.tab ? i - *indent.tab : i + 1;
      if (rule.has(kIndentWithNonTab) && after_tab >= rule.tab_width) indent.wrong = true;
    } else {
      break;
    }
  }
  indent.last = indent.tab ? *indent.tab + 1 : 0;
  if (indent.wrong && rule.has(kIndentWithNonTab) && indent.blank)
    indent.last = std::max(indent.last, *indent.blank + 1);
  return indent;
}

// Converts every `tab_width` spaces to a tab, and drops spaces before a tab.
void add_with_tabs(std::string& out, std::string_view indent, unsigned tab_width) {
  unsigned blanks = 0;
  for (char c : indent) {
    if (c != ' ') {
      blanks = 0;
      out += c;
    } else if (++blanks == tab_width) {
      out += '\t';
      blanks = 0;
    }
  }
  out.append(blanks, ' ');
}

void add_with_blanks(std::string& out, std::string_view indent, unsigned tab_width) {
  for (char c : indent) {
    if (c != '\t') {
      out += c;
      continue;
    }
    do out += ' ';
    while (out.size() % tab_width != 0);
  }
}

}  // namespace

std::optional<WhitespaceRule> parse_whitespace_rule(std::string_view value) {
  WhitespaceRule rule;
  while (true) {
    value.remove_prefix(std::min(value.find_first_not_of(", \t\n\r"), value.size()));
    std::string_view word = value.substr(0, value.find(','));
    if (word.empty() || word == "-") break;
    set_rule(rule, word);
    value.remove_prefix(word.size());
  }
  if (rule.has(kTabInIndent) && rule.has(kIndentWithNonTab)) return std::nullopt;
  return rule;
}

WhitespaceRule strictest_whitespace(const WhitespaceRule& configured) {
  return {kTrailingSpace | kSpaceBeforeTab | kIndentWithNonTab, configured.tab_width};
}

WhitespaceRules whitespace_errors(std::string_view line, const WhitespaceRule& rule) {
  unsigned broken = 0;
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (rule.has(kCrAtEol) && line.ends_with('\r')) line.remove_suffix(1);
  if (rule.has(kBlankAtEol)) {
    while (!line.empty() && is_white(line.back())) {
      line.remove_suffix(1);
      broken |= kBlankAtEol;
    }
  }
  size_t after_tab = 0, i = 0;
  for (; i < line.size(); ++i) {
    if (line[i] == ' ') continue;
    if (line[i] != '\t') break;
    if (rule.has(kSpaceBeforeTab) && after_tab < i) broken |= kSpaceBeforeTab;
    else if (rule.has(kTabInIndent)) broken |= kTabInIndent;
    after_tab = i + 1;
  }
  if (rule.has(kIndentWithNonTab) && i - after_tab >= rule.tab_width) broken |= kIndentWithNonTab;
  return static_cast<WhitespaceRules>(broken);
}

std::string describe_whitespace(WhitespaceRules broken) {
  struct Words {
    WhitespaceRules bit;
    std::string_view text;
  };
  static constexpr Words kWords[] = {{kBlankAtEol, "trailing whitespace"}, {kBlankAtEof, "new blank line at EOF"},
      {kSpaceBeforeTab, "space before tab in indent"}, {kIndentWithNonTab, "indent with spaces"},
      {kTabInIndent, "tab in indent"}};
  std::string text;
  for (const Words& words : kWords) {
    if ((broken & words.bit) == 0) continue;
    if (!text.empty()) text += ", ";
    text += words.text;
  }
  return text;
}

FixedLine fix_whitespace(std::string_view line, const WhitespaceRule& rule) {
  FixedLine result;
  std::string_view end;
  if (rule.has(kBlankAtEol)) {
    if (line.ends_with('\n')) {
      line.remove_suffix(1);
      end = "\n";
      if (line.ends_with('\r')) {
        line.remove_suffix(1);
        if (rule.has(kCrAtEol)) end = "\r\n";
      }
    }
    while (!line.empty() && is_white(line.back())) {
      line.remove_suffix(1);
      result.fixed = true;
    }
  }
  Indent indent = look_at_indent(line, rule);
  bool expand = !indent.wrong && rule.has(kTabInIndent) && indent.tab;
  if (indent.wrong) add_with_tabs(result.text, line.substr(0, indent.last), rule.tab_width);
  else if (expand) add_with_blanks(result.text, line.substr(0, indent.last), rule.tab_width);
  if (indent.wrong || expand) {
    line.remove_prefix(indent.last);
    result.fixed = true;
  }
  result.text += line;
  result.text += end;
  return result;
}

std::string squeeze_whitespace(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  std::string squeezed;
  squeezed.reserve(line.size());
  for (size_t i = 0; i < line.size(); ++i)
    if (!is_white(line[i])) squeezed += line[i];
    else if (i == 0 || !is_white(line[i - 1])) squeezed += ' ';
  return squeezed;
}

}  // namespace aptix::git
