// git's whitespace rules: finds and fixes violations in a line. Pure. Sources: git-config(1) core.whitespace,
// gitattributes(5) "Checking whitespace errors".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/bytes.h"

namespace aptix::git {

// A set of rules, or the rules that a line violates.
using WhitespaceRules = uint8_t;
inline constexpr WhitespaceRules kBlankAtEol = 1, kSpaceBeforeTab = 2, kIndentWithNonTab = 4, kCrAtEol = 8,
                                 kBlankAtEof = 16, kTabInIndent = 32;
inline constexpr WhitespaceRules kTrailingSpace = kBlankAtEol | kBlankAtEof;

struct WhitespaceRule {
  WhitespaceRules bits = kTrailingSpace | kSpaceBeforeTab;  // the default
  uint8_t tab_width = 8;

  bool has(WhitespaceRules rules) const { return (bits & rules) == rules; }
  bool operator==(const WhitespaceRule&) const = default;
};

// Parses the value of core.whitespace or of a `whitespace=` attribute, which modifies the default. nullopt if it sets
// both tab-in-indent and indent-with-non-tab.
std::optional<WhitespaceRule> parse_whitespace_rule(std::string_view value);

// The rules if the attribute `whitespace` is set without a value: all kinds of errors.
WhitespaceRule strictest_whitespace(const WhitespaceRule& configured);

// The rules that a line (with or without line end) violates; never kBlankAtEof.
WhitespaceRules whitespace_errors(std::string_view line, const WhitespaceRule& rule);
// "trailing whitespace, space before tab in indent"
std::string describe_whitespace(WhitespaceRules broken);

// A line after fixing its violations.
struct FixedLine {
  std::string text;
  bool fixed = false;  // a violation was fixed
};
FixedLine fix_whitespace(std::string_view line, const WhitespaceRule& rule);

// Normal form of a line for --ignore-whitespace: no line end, and one space for each run of white space.
std::string squeeze_whitespace(std::string_view line);

}  // namespace aptix::git
