// The kinds of text files: what is a comment, a string and a bracket in them, and what their layout is made of. One
// table, for whoever has to know a kind of file by its name.
#pragma once

#include <cstdint>
#include <string_view>

namespace aptix {

// What shows where something ends.
enum class Layout : uint8_t {
  plain,        // nothing does: prose, lists of settings
  brackets,     // a closing bracket or word at the indentation of the line that began it
  indentation,  // the first line that is indented no more
  tags,         // HTML and XML
};

struct SourceKind {
  std::string_view endings;  // of names, with a space between them; without a dot: whole names
  Layout layout = Layout::plain;
  std::string_view line_comments = {};   // their signs, with a space between them
  std::string_view block_comments = {};  // "/* */": opening and closing signs in turn, with a space between them
  std::string_view quotes = {};          // of strings that end on their line
  std::string_view long_quotes = {};     // of strings that may run over lines, longest first, a space between them
  bool brackets = false;                 // they are to balance
  bool directives = false;               // lines with '#' are the preprocessor's
  bool regular_expressions = false;      // `/.../` after an operator
  bool labels = false;                   // "case 1:", "public:" at the indentation of what they are in
  bool word_ends = false;                // "end" closes what "def" or "function" opens
  bool names = false;                    // a line may define what its words name
  bool dots_hide = false;                // "..." apart from other words is no code: it stands for what is not shown
  bool headings = false;                 // a line that begins with '#' heads what follows up to the next one
  bool keys = false;                     // lines hold settings: what one begins is known by all of it, without a name
  bool lone_comments = false;            // a line comment has its line to itself: REM, '"' in Vim
  bool signatures = false;               // so does one with a type after its parentheses, without a body
};

// By the ending of the name, in letters of either case, or by the whole name; the kind of plain text for any other.
const SourceKind& source_kind(std::string_view path);
// Whether the table has it.
bool is_known_kind(std::string_view path);

}  // namespace aptix
