// git's whitespace rules: what is wrong with a line, and the line put right. Pure.
// Sources: git-config(1) core.whitespace, gitattributes(5) "Checking whitespace errors".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/bytes.h"

namespace aptix::git {

// A set of rules; the same bits say which of them a line breaks.
using WhitespaceRules = uint8_t;
inline constexpr WhitespaceRules kBlankAtEol = 1, kSpaceBeforeTab = 2, kIndentWithNonTab = 4, kCrAtEol = 8,
                                 kBlankAtEof = 16, kTabInIndent = 32;
inline constexpr WhitespaceRules kTrailingSpace = kBlankAtEol | kBlankAtEof;

struct WhitespaceRule {
  WhitespaceRules bits = kTrailingSpace | kSpaceBeforeTab;  // core.whitespace is not set
  uint8_t tab_width = 8;

  bool has(WhitespaceRules rules) const { return (bits & rules) == rules; }
  bool operator==(const WhitespaceRule&) const = default;
};

// The value of core.whitespace or of a `whitespace=` attribute, on top of the default. Nothing when
// it asks for tab-in-indent and indent-with-non-tab at once.
std::optional<WhitespaceRule> parse_whitespace_rule(std::string_view value);

// What the attribute `whitespace` asks for when it is merely set: everything that is wrong by default.
WhitespaceRule strictest_whitespace(const WhitespaceRule& configured);

// Which rules a line (with or without its line end) breaks; kBlankAtEof is never among them.
WhitespaceRules whitespace_errors(std::string_view line, const WhitespaceRule& rule);
// "trailing whitespace, space before tab in indent"
std::string describe_whitespace(WhitespaceRules broken);

// The line without what the rules forbid.
struct FixedLine {
  std::string text;
  bool fixed = false;  // something that counts was put right
};
FixedLine fix_whitespace(std::string_view line, const WhitespaceRule& rule);

// What two lines must have in common under --ignore-whitespace: line ends off, a run of white is one space.
std::string squeeze_whitespace(std::string_view line);

}  // namespace aptix::git
