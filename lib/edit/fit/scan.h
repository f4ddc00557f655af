// One pass over a text: for each line its indentation, its code without comments and with empty strings, and how deep
// in brackets it begins and ends. Pure; linear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/bytes.h"
#include "base/text/source_kind.h"

namespace aptix::edit {

struct ScannedLine {
  std::string_view text;  // without its line end, CR LF or LF
  std::string_view code;  // views Scan::codes; without white space around it
  uint32_t indent = 0;    // a tab goes to the next column that 8 divides
  uint32_t depth_before = 0, depth_after = 0;
  bool in_comment = false;  // it begins inside of one
  bool in_string = false;

  bool is_blank() const { return text.find_first_not_of(" \t\r\f\v") == std::string_view::npos; }
  // Nothing but a comment, or a part of one.
  bool is_comment() const { return code.empty() && !in_string && !is_blank(); }
};

inline bool has_word(std::string_view text) { return std::any_of(text.begin(), text.end(), is_of_word); }

// A bracket without its counterpart, or an "#if" (kIf) or "#endif".
inline constexpr char kIf = '#', kEndIf = '~';
struct LoneBracket {
  char sign;
  uint32_t line;  // from 0
};

struct Scan {
  std::string_view text;
  std::string codes;
  std::vector<ScannedLine> lines;
  std::vector<LoneBracket>
      lone;  // closing ones first, then those that are open at the end, outermost first, then "#if"
  bool in_string_at_end = false, in_comment_at_end = false;
};

// Views `text`. Lines for which `hidden` is true (parallel to the lines, or empty) are seen as blank, and end an open
// comment: what they stand for may have closed it.
Scan scan(std::string_view text, const SourceKind& kind, const std::vector<bool>& hidden = {});

}  // namespace aptix::edit
