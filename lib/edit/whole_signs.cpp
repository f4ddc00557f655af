#include "edit/whole_signs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/source_kind.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

// "12 | x = 1": the number before a line of a listing.
struct LineNumber {
  uint64_t number = 0;
  bool plain = false;  // followed by a bar or an arrow, or as `cat -n` writes it: hardly anything else is
};

std::optional<LineNumber> number_before(std::string_view line) {
  constexpr size_t kMostDigits = 7;
  constexpr std::string_view kArrow = "\xE2\x86\x92";
  size_t first = std::min(line.find_first_not_of(' '), line.size());
  line = line.substr(first);
  size_t digits = leading_digits(line);
  if (digits == 0 || digits > kMostDigits) return std::nullopt;
  std::string_view sign = line.substr(digits);
  std::string_view bar = sign.substr(std::min(sign.find_first_not_of(' '), sign.size()));
  LineNumber found{.plain = bar.starts_with('|') || bar.starts_with(kArrow) || (first != 0 && sign.starts_with('\t'))};
  if (!sign.empty() && !found.plain && std::string_view(" \t:").find(sign.front()) == std::string_view::npos)
    return std::nullopt;
  for (char digit : line.substr(0, digits)) found.number = found.number * 10 + static_cast<uint64_t>(digit - '0');
  return found;
}

constexpr std::string_view kAngles[] = {"lt;", "gt;"};
constexpr std::string_view kEntities[] = {"lt;", "gt;", "amp;", "quot;", "#39;"};

// "<<<<<<< HEAD", "=======" and ">>>>>>> feature" on lines of their own; also as a model writes them: fewer, indented.
bool holds_conflict(std::string_view text) {
  constexpr std::string_view kMarks[] = {"<<<<", "====", ">>>>"};
  size_t seen = 0;
  while (!text.empty() && seen < std::size(kMarks))
    if (trim(take_line(text)).starts_with(kMarks[seen])) ++seen;
  return seen == std::size(kMarks);
}

// A number before each line, counting by one.
bool is_numbered(std::string_view text) {
  constexpr size_t kLeastLines = 3;
  std::optional<LineNumber> last;
  size_t lines = 0;
  bool plain = true, holds_more = false;
  for (; !text.empty(); ++lines) {
    std::string_view line = take_line(text);
    std::optional<LineNumber> number = number_before(line);
    if (!number || (last && number->number != last->number + 1)) return false;
    plain = plain && number->plain;
    holds_more = holds_more || trim(line).find_first_not_of("0123456789") != std::string_view::npos;
    last = number;
  }
  return holds_more && (lines >= kLeastLines || plain);
}

// Text in which each '<', '>' and '&' is an HTML entity. For code with some of them see result_rules.h.
bool is_html_escaped(std::string_view text) {
  if (text.find_first_of("<>") != std::string_view::npos) return false;
  bool angle = false;
  for (size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    std::string_view rest = text.substr(at + 1);
    if (!begins_with_one_of(kEntities, rest)) return false;
    angle = angle || begins_with_one_of(kAngles, rest);
  }
  return angle;
}

// A caption of a code block on a page that was copied with it: "python" above the text of a.py.
bool names_language(std::string_view text, std::string_view path) {
  constexpr std::string_view kNames[][2] = {{"python", ".py"}, {"javascript", ".js"}, {"typescript", ".ts"},
      {"html", ".html"}, {"css", ".css"}, {"json", ".json"}, {"yaml", ".yml"}, {"yaml", ".yaml"}, {"bash", ".sh"},
      {"go", ".go"}, {"rust", ".rs"}, {"java", ".java"}, {"ruby", ".rb"}, {"sql", ".sql"}};
  std::string_view line = trim(take_line(text));
  return std::any_of(
      std::begin(kNames), std::end(kNames), [&](const auto& row) { return line == row[0] && path.ends_with(row[1]); });
}

// Files of other kinds that have entities have tags, too.
bool may_have_entities(std::string_view path) { return source_kind(path).headings || path.ends_with(".po"); }

}  // namespace

std::optional<WholeSign> sign_of_no_file(
    std::string_view text, std::string_view old, std::string_view path, CodeOrProse kind, Given given) {
  std::string_view shown = trim(text);
  bool fences = shown.starts_with("```") && shown.ends_with("\n```") && shown.find("\n```") == shown.size() - 4;
  // The argument of a tool call may show an edit further down.
  if (holds_conflict(text) && !holds_conflict(old) && (given == Given::shown || shown.starts_with("<<<<")))
    return WholeSign{"conflict markers stand in it", "write '<<<<<<< SEARCH' and '>>>>>>> REPLACE' for an edit"};
  if (text.find('\n') == text.npos && shown.ends_with("\\n"))
    return WholeSign{"its line ends are written as '\\n'", "escape the text once, as one string of JSON"};
  if (fences && kind == CodeOrProse::code)
    return WholeSign{"it is a code block, with its fences", "give the text alone, from its first line on"};
  if (names_language(text, path))
    return WholeSign{"its first line is the name of a language", "give the text alone, from its first line on"};
  if (is_numbered(text) && !is_numbered(old))
    return WholeSign{"each line has its number before it", "give the text without line numbers"};
  if (is_html_escaped(text) && !may_have_entities(path) && !is_html_escaped(old))
    return WholeSign{"it is HTML-escaped text", "give the text itself, '<' for '&lt;'"};
  return std::nullopt;
}

}  // namespace aptix::edit
