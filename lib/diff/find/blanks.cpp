// Compares lines under every way in which a program may show tabs, and keeps the ways that match.
#include "diff/find/blanks.h"

#include <iterator>

#include "base/text/text.h"
#include "diff/lines/hash_index.h"

namespace aptix::diff {
namespace {

// Where the columns start in which a tab goes to the next multiple of its width.
enum class Columns : uint8_t {
  of_line,
  of_diff,  // the '+', '-' or ' ' before the line counts
  of_tab,   // every tab has the same width
};

struct Style {
  unsigned width;
  Columns columns;

  size_t next(size_t column) const {
    if (columns == Columns::of_tab) return column + width;
    size_t before = columns == Columns::of_diff ? 1 : 0;
    return (column + before) / width * width + width - before;
  }
};

// The ways in which tabs are shown; each has one bit. Rare ones would only make the common ones doubtful.
constexpr Style kStyles[] = {
    {2, Columns::of_line},
    {4, Columns::of_line},
    {8, Columns::of_line},
    {1, Columns::of_tab},
    {2, Columns::of_tab},
    {4, Columns::of_tab},
    {6, Columns::of_tab},
    {8, Columns::of_tab},
    {4, Columns::of_diff},
    {8, Columns::of_diff},
};
constexpr unsigned kStyleCount = std::size(kStyles);

// A line with each tab as the spaces that it is shown as.
std::string shown(std::string_view line, Style style) {
  std::string text;
  for (char c : line) {
    if (c == '\t') text.resize(style.next(text.size()), ' ');
    else text += c;
  }
  return text;
}

// Runs of spaces and tabs as one space, without those at the end.
std::string squeezed(std::string_view line) {
  std::string text;
  for (char c : without_trailing_blanks(line))
    if (!is_blank_byte(c) || !text.ends_with(' ')) text += is_blank_byte(c) ? ' ' : c;
  return text;
}

std::string tabs_for(size_t columns, Style style) {
  std::string indent;
  size_t column = 0;
  for (size_t next = style.next(0); next <= columns; next = style.next(next)) {
    indent += '\t';
    column = next;
  }
  return indent.append(columns - column, ' ');
}

}  // namespace

uint64_t blank_key(std::string_view line) { return hash_line(squeezed(line)); }

bool same_but_for_blanks(std::string_view a, std::string_view b) { return squeezed(a) == squeezed(b); }

static_assert(kStyleCount < 31);

bool BlankFit::add(std::string_view wanted, std::string_view in_text) {
  if (wanted == in_text) return true;
  std::string_view a = without_trailing_blanks(wanted);
  std::string_view b = without_trailing_blanks(in_text);
  bool trailing = a.size() != wanted.size() || b.size() != in_text.size();
  if (a != b) {
    if (!same_but_for_blanks(a, b)) return false;
    if (a.find('\t') == std::string_view::npos && b.find('\t') == std::string_view::npos) return false;
    uint32_t fitting = 0;
    for (unsigned bit = 0; bit < kStyleCount; ++bit)
      if ((styles_ >> bit & 1) != 0 && shown(a, kStyles[bit]) == shown(b, kStyles[bit])) fitting |= uint32_t{1} << bit;
    if (fitting == 0) return false;
    styles_ = fitting;
  }
  trailing_ = trailing_ || (trailing && wanted.substr(a.size()) != in_text.substr(b.size()));
  return true;
}

bool BlankFit::add(const BlankFit& other) {
  if ((styles_ & other.styles_) == 0) return false;
  styles_ &= other.styles_;
  trailing_ = trailing_ || other.trailing_;
  return true;
}

std::string BlankFit::describe() const {
  std::string text = trailing_ ? "white space at the end of lines" : "";
  if (!tabs()) return text;
  unsigned bit = 0;
  while ((styles_ >> bit & 1) == 0) ++bit;
  unsigned width = kStyles[bit].width;
  return text + (trailing_ ? " and " : "") + "tabs against spaces, " + std::to_string(width) + " for a tab";
}

std::optional<std::string> BlankFit::indent(std::string_view in_patch, Wanted wanted) const {
  std::optional<std::string> result;
  for (unsigned bit = 0; bit < kStyleCount; ++bit) {
    if ((styles_ >> bit & 1) == 0) continue;
    Style style = kStyles[bit];
    std::string spaces = shown(in_patch, style);
    std::string made = wanted == Wanted::tabs ? tabs_for(spaces.size(), style) : std::move(spaces);
    if (result && *result != made) return std::nullopt;
    result = std::move(made);
  }
  return result;
}

}  // namespace aptix::diff
