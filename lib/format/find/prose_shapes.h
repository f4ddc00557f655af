// Shapes in prose that are made for eyes and hold an edit all the same: a table of old and new texts, lines with '+'
// and '-', an old and a new text below labels, code without a fence, code blocks of other markups. By their lines
// alone: which file one is for, and whether it is meant, is not known here. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/basis/line.h"

namespace aptix::format {

struct ProseShape {
  enum class Kind : uint8_t { markup, table, lines, code, pair };
  Kind kind = Kind::code;
  size_t begin = 0, end = 0;               // of its lines
  std::string path = {};                   // that it names itself; ""
  std::vector<std::string_view> now = {};  // the lines of the new text, trimmed
};

// The code block of LaTeX, HTML, AsciiDoc, reStructuredText, Org or a wiki that begins on the line; `begin` is that of
// the lines over it that belong to it. `looks`: how many ends may still be searched for.
std::optional<ProseShape> other_markup_at(std::string_view text, const Line& line, unsigned& looks);

// The file that such a markup names in a line that says nothing else: "\textbf{src/a.c}:"; "" when it names none.
std::string_view file_in_markup_line(std::string_view line);

// The rows of a table with a column for the old and one for the new text that hold code in both, each as a shape of its
// own.
std::vector<ProseShape> rows_of_edits_at(std::string_view text, const Line& line);
// Where the table ends that begins on the line; nothing when none does.
std::optional<size_t> end_of_table(std::string_view text, const Line& line);

// "- port = 1" over "+ port = 2": what some of it looks like is code.
std::optional<ProseShape> changed_lines_at(std::string_view text, const Line& line, std::string_view path);

// Lines of code up to an empty line.
std::optional<ProseShape> bare_code_at(std::string_view text, const Line& line, std::string_view path);

// "### SEARCH", "**Find:** `port = 1`", "Old:" as the label of one of two texts.
struct TextLabel {
  bool first = false;          // the old text, not the new one
  bool searches = false;       // "search" and "find", "replace": of an edit, and hardly anything else
  bool capitals = false;       // "SEARCH"
  std::string_view rest = {};  // the text next to it
};
std::optional<TextLabel> text_label(std::string_view line);

}  // namespace aptix::format
