#include "format/find/prose_shapes.h"

#include <algorithm>
#include <iterator>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/code_line.h"
#include "format/basis/fence.h"
#include "format/names/file_words.h"
#include "format/names/label_table.h"
#include "format/names/line_names.h"

namespace aptix::format {
namespace {

constexpr size_t kFarthest = 1u << 16;  // an end that is further away is not looked for
constexpr size_t kMostLines = 40;       // of one shape

// The only name of a file among the parts of a line of markup; "" when there is none, or another one.
std::string_view file_in_markup(std::string_view line) {
  constexpr std::string_view kCuts = " \t,=[]{}|\"':;<>()`";
  std::string_view found;
  for (size_t at = 0; at < line.size();) {
    size_t end = std::min(line.find_first_of(kCuts, at), line.size());
    std::string_view word = line.substr(at, end - at);
    at = end + 1;
    if (word.starts_with('.') && word.find('.', 1) != word.npos) word.remove_prefix(1);  // of a title: ".src/a.c"
    if (!is_file(word, Written::bare) || !is_likely_file(word, Written::bare) || word.starts_with('/')) continue;
    if (!found.empty() && found != word) return {};
    found = word;
  }
  return found;
}

// How a code block begins and ends in another markup.
struct Markup {
  std::string_view opening, closing;  // "" for one that ends where its indentation does
};
constexpr Markup kMarkups[] = {{"\\begin{lstlisting}", "\\end{lstlisting}"}, {"\\begin{verbatim}", "\\end{verbatim}"},
    {"\\begin{Verbatim}", "\\end{Verbatim}"}, {"\\begin{minted}", "\\end{minted}"}, {"\\begin{alltt}", "\\end{alltt}"},
    {"<pre", "</pre>"}, {"<code", "</code>"}, {"<textarea", "</textarea>"}, {"<syntaxhighlight", "</syntaxhighlight>"},
    {"[code", "[/code]"}, {"{code", "{code}"}, {"{noformat", "{noformat}"}, {"#+begin_src", "#+end_src"},
    {".. code-block::", ""}, {".. code::", ""}, {".. sourcecode::", ""}, {"----", "----"}};

bool opens(const Markup& markup, std::string_view line) {
  if (!same_letters(line.substr(0, markup.opening.size()), markup.opening)) return false;
  if (markup.opening == "----") return run_of(line, '-') == line.size();
  size_t next = markup.opening.size();
  bool ends_word = next == line.size() || !is_of_word(line[next]);
  return ends_word || !is_of_word(markup.opening.back());
}

// The offset of the closing line; nothing when it is the first one or does not come.
std::optional<size_t> end_of_markup(std::string_view text, const Line& first, const Markup& markup) {
  size_t lines = 0;
  for (const Line& line : lines_from(text.substr(0, first.next + kFarthest), first.next)) {
    if (++lines > 50 * kMostLines) return std::nullopt;
    std::string_view bare = trim(line.text);
    if (markup.closing.empty() ? !bare.empty() && !is_blank_byte(line.text[0])
                               : ascii_lower(bare).find(ascii_lower(markup.closing)) != std::string::npos)
      return line.start;
  }
  return markup.closing.empty() ? std::optional(text.size()) : std::nullopt;
}

// "[source,c]", ".src/a.c", "#+NAME: src/a.c": what belongs to a block below it.
bool leads_markup(std::string_view line) {
  constexpr std::string_view kLeads[] = {"[source", "[listing", "#+NAME", "#+name", "#+CAPTION", "#+caption", "[["};
  bool title = line.size() > 2 && line[0] == '.' && line[1] != '.' && !is_blank_byte(line[1]);
  return title || begins_with_one_of(kLeads, line);
}

// Also the options below the first line of a block: ":caption: src/a.c".
std::string_view file_of_markup(std::string_view text, const Line& first) {
  if (std::string_view path = file_in_markup(first.text); !path.empty()) return path;
  Line line = line_from(text, first.next);
  for (int options = 0; options < 5 && trim(line.text).starts_with(':'); ++options) {
    if (std::string_view path = file_in_markup(line.text); !path.empty()) return path;
    line = line_from(text, line.next);
  }
  return {};
}

// The lines of code in what is marked up.
std::vector<std::string_view> code_in(std::string_view text) {
  std::vector<std::string_view> lines;
  for (const Line& line : lines_from(text)) {
    std::string_view bare = trim(line.text);
    bool option = bare.size() > 1 && bare[0] == ':' && bare.find(':', 1) != bare.npos;
    if (!bare.empty() && !option && lines.size() < kMostLines) lines.push_back(bare);
  }
  return lines;
}

}  // namespace

std::optional<ProseShape> other_markup_at(std::string_view text, const Line& first, unsigned& looks) {
  std::string_view bare = trim(first.text);
  if (bare.empty() || std::string_view("\\<[{#.-").find(bare[0]) == std::string_view::npos) return std::nullopt;
  auto markup =
      std::find_if(std::begin(kMarkups), std::end(kMarkups), [&](const Markup& one) { return opens(one, bare); });
  if (markup == std::end(kMarkups) || looks == 0) return std::nullopt;
  --looks;
  bool inside =
      !markup->closing.empty() && bare.substr(markup->opening.size()).find(markup->closing) != std::string_view::npos;
  std::optional<size_t> end = inside ? std::nullopt : end_of_markup(text, first, *markup);
  if (!end) return std::nullopt;
  ProseShape found{ProseShape::Kind::markup, first.start, *end, std::string(file_of_markup(text, first)), {}};
  while (found.begin != 0) {
    size_t above = previous_line(text, found.begin);
    std::string_view line = trim(text.substr(above, found.begin - above));
    if (!leads_markup(line)) break;
    if (found.path.empty()) found.path = file_in_markup(line);
    found.begin = above;
  }
  if (markup->opening == "----" && found.begin == first.start) return std::nullopt;  // a rule
  size_t next = bare.find('>') + 1;  // code may begin on the line of the tag
  found.now = code_in(text.substr(first.next, *end - first.next));
  if (bare[0] == '<' && next != 0 && next < bare.size()) found.now.push_back(trim(bare.substr(next)));
  return found.now.empty() ? std::nullopt : std::optional(std::move(found));
}

std::string_view file_in_markup_line(std::string_view line) {
  constexpr std::string_view kDress[] = {"b", "i", "p", "h1", "h2", "h3", "h4", "h5", "h6", "em", "tt", "kbd", "code",
      "strong", "span", "div", "summary", "details", "file", "path"};
  std::string_view path = file_in_markup(line);
  if (path.empty()) return {};
  constexpr std::string_view kCuts = " \t[]{}<>`*:()";
  for (size_t at = 0; at < line.size();) {
    size_t end = std::min(line.find_first_of(kCuts, at), line.size());
    std::string_view word = line.substr(at, end - at);
    at = end + 1;
    if (word.starts_with('/')) word.remove_prefix(1);
    if (!word.empty() && word != path && word[0] != '\\' && !is_one_of(kDress, ascii_lower(word))) return {};
  }
  return path;
}

namespace {

// Without the bars around it, and the spaces in each cell.
std::vector<std::string_view> cells_of(std::string_view line) {
  line = trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string_view> cells = split(line, '|');
  for (std::string_view& cell : cells) cell = trim(cell);
  return cells;
}

bool is_table_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos &&
      line.find_first_not_of("|:- \t\r") == std::string_view::npos;
}

// "`x = 1`" as "x = 1"; "" for what is no single code span.
std::string_view code_span(std::string_view cell) {
  size_t marks = run_of(cell, '`');
  if (marks == 0 || cell.size() < 2 * marks + 1) return {};
  std::string_view inside = cell.substr(marks, cell.size() - 2 * marks);
  return cell.ends_with(cell.substr(0, marks)) && inside.find('`') == std::string_view::npos ? trim(inside)
                                                                                             : std::string_view();
}

struct Columns {
  size_t old_text = std::string_view::npos, new_text = std::string_view::npos;
};

Columns columns_of(std::string_view header) {
  Columns columns;
  std::vector<std::string_view> cells = cells_of(header);
  for (size_t i = 0; i < cells.size(); ++i) {
    Label label = label_of(cells[i]);
    if (label == Label::old_text && columns.old_text == std::string_view::npos) columns.old_text = i;
    if (label == Label::new_text && columns.new_text == std::string_view::npos) columns.new_text = i;
  }
  return columns;
}

}  // namespace

std::optional<size_t> end_of_table(std::string_view text, const Line& first) {
  if (first.text.find('|') == std::string_view::npos) return std::nullopt;
  Line line = line_from(text, first.next);
  if (!is_table_rule(line.text)) return std::nullopt;
  while (line.start < text.size() && line.text.find('|') != std::string_view::npos) line = line_from(text, line.next);
  return line.start;
}

std::vector<ProseShape> rows_of_edits_at(std::string_view text, const Line& first) {
  std::vector<ProseShape> rows;
  std::optional<size_t> end = end_of_table(text, first);
  Columns columns = end ? columns_of(first.text) : Columns();
  if (columns.old_text == std::string_view::npos || columns.new_text == std::string_view::npos) return rows;
  size_t body = line_from(text, first.next).next;
  for (const Line& line : lines_from(text.substr(0, *end), body)) {
    std::vector<std::string_view> cells = cells_of(line.text);
    if (cells.size() <= std::max(columns.old_text, columns.new_text) || rows.size() == kMostLines) continue;
    std::string_view old_text = code_span(cells[columns.old_text]), new_text = code_span(cells[columns.new_text]);
    if (old_text.empty() || new_text.empty()) continue;
    ProseShape& row = rows.emplace_back(ProseShape{ProseShape::Kind::table, line.start, line.next, {}, {new_text}});
    for (size_t i = 0; i < cells.size(); ++i) {
      std::string path = i == columns.old_text || i == columns.new_text ? std::string() : path_in_line(cells[i]);
      if (row.path.empty() && is_likely_file(path, Written::bare)) row.path = std::move(path);
    }
  }
  return rows;
}

namespace {

// "+" of "+ port = 2"; "" for a line that is no changed one.
std::string_view sign_of(std::string_view line) {
  constexpr std::string_view kSigns[] = {"+", "-", "\u2212", "\u00B1"};
  auto sign =
      std::find_if(std::begin(kSigns), std::end(kSigns), [&](std::string_view one) { return line.starts_with(one); });
  if (sign == std::end(kSigns) || line.size() <= sign->size()) return {};
  char next = line[sign->size()];
  bool other = next == line[0] || is_digit(next) || line.substr(sign->size()).starts_with(" [");
  return other ? std::string_view() : *sign;
}

// "cc a.c" and "cc -O2 a.c": of two lines in place of each other.
bool is_alike(std::string_view gone, std::string_view now) {
  size_t word = gone.find(' ');
  return word != std::string_view::npos && !gone.ends_with('.') && now.starts_with(gone.substr(0, word + 1));
}

}  // namespace

std::optional<ProseShape> changed_lines_at(std::string_view text, const Line& first, std::string_view path) {
  ProseShape found{ProseShape::Kind::lines, first.start, first.start, {}, {}};
  bool code = false;
  size_t lines = 0;
  std::string_view gone;  // the line above, where that goes
  for (Line line = first; line.start < text.size() && ++lines <= kMostLines; line = line_from(text, line.next)) {
    std::string_view bare = trim(line.text), sign = sign_of(bare);
    if (sign.empty()) break;
    std::string_view rest = trim(bare.substr(sign.size())), span = code_span(rest);
    if (!span.empty()) rest = span;
    bool goes = sign == "-" || sign == "\u2212";
    code = code || looks_like_code(rest, path) || sign == "\u00B1" || (!goes && is_alike(gone, rest));
    if (!goes && !rest.empty()) found.now.push_back(rest);
    gone = goes ? rest : std::string_view();
    found.end = line.next;
  }
  return code && !found.now.empty() ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<ProseShape> bare_code_at(std::string_view text, const Line& first, std::string_view path) {
  if (!looks_like_code(first.text, path)) return std::nullopt;
  ProseShape found{ProseShape::Kind::code, first.start, first.start, {}, {}};
  size_t code = 0;
  for (Line line = first; line.start < text.size() && !is_blank(line.text) && found.now.size() < kMostLines;
       line = line_from(text, line.next)) {
    if (looks_like_fence(trim(line.text))) break;
    if (looks_like_code(line.text, path)) ++code;
    found.now.push_back(trim(line.text));
    found.end = line.next;
  }
  bool most = !found.now.empty() && 2 * code >= found.now.size();
  return most ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<TextLabel> text_label(std::string_view line) {
  constexpr std::string_view kDress = "#*_=-[]<>` \t";
  constexpr std::string_view kSearches[] = {"search", "find", "replace"};
  constexpr size_t kLongest = 24;
  line = trim(line);
  line.remove_prefix(std::min(line.find_first_not_of(kDress), line.size()));
  size_t colon = line.find(':');
  std::string_view word = line.substr(0, colon);
  word = word.substr(0, word.find_last_not_of(kDress) + 1);
  if (word.empty() || word.size() > kLongest) return std::nullopt;
  Label called = label_of(word);
  if (called != Label::old_text && called != Label::new_text) return std::nullopt;
  std::string lower = ascii_lower(word);
  TextLabel label;
  label.searches = begins_with_one_of(kSearches, lower);
  label.first = called == Label::old_text;
  label.capitals = std::none_of(word.begin(), word.end(), is_small_letter);
  std::string_view rest = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of("*_ \t"), rest.size()));
  label.rest = rest;
  return label;
}

}  // namespace aptix::format
