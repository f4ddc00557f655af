#include "format/names/second_name.h"

#include <algorithm>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/basis/line.h"
#include "format/names/file_words.h"
#include "format/names/line_names.h"

namespace aptix::format {
namespace {

bool is_of_name(char byte) { return is_letter_or_digit(byte) || byte == '.' || byte == '_' || byte == '@'; }

// Does a comment, or a text that is one, begin the line?
bool opens_comment(std::string_view line) {
  constexpr std::string_view kOpeners[] = {"//", "#", "--", ";", "/*", "<!--", "===", "{/*", "\"\"\"", "'''"};
  return begins_with_one_of(kOpeners, line);
}

// Without the signs around it, the words before it and a colon after it: "b.py" of "# >>> now in b.py:".
std::string_view bare_name_of(std::string_view line) {
  constexpr std::string_view kLeadIn[] = {
      "now", "then", "and", "next", "in", "file", "filename", "path", "region", "@file", "begin", "start"};
  auto first = std::find_if(line.begin(), line.end(), is_of_name);
  auto last = std::find_if(line.rbegin(), std::make_reverse_iterator(first), is_of_name).base();
  std::string_view rest = line.substr(static_cast<size_t>(first - line.begin()), static_cast<size_t>(last - first));
  for (size_t space = rest.find(' '); space != std::string_view::npos; space = rest.find(' ')) {
    std::string_view word = rest.substr(0, space);
    if (word.ends_with(':')) word.remove_suffix(1);
    if (!is_one_of(kLeadIn, ascii_lower(word))) break;
    rest = trim(rest.substr(space));
  }
  return rest;
}

// A comment of a few lines, or of nothing but a rule; or what scripts begin with.
bool begins_part(std::string_view line) {
  if (is_blank(line) || line.starts_with("---") || line.starts_with("#!") || line.starts_with("<?")) return true;
  return opens_comment(line) && std::none_of(line.begin(), line.end(), is_letter_of_word);
}

std::string_view ending_of(std::string_view path) {
  std::string_view name = base_name(path);
  return name.substr(std::min(name.rfind('.'), name.size()));
}

// The file that the line names and nothing else; "" where it does not. `begins`: a part of the block begins here.
std::string name_in(std::string_view line, bool begins) {
  constexpr size_t kLongest = 200;
  constexpr std::string_view kInComment = " * ";
  bool goes_on = begins && line.starts_with(kInComment);
  if ((!goes_on && !opens_comment(line)) || line.size() > kLongest) return {};
  std::string named = goes_on ? std::string() : path_in_dressed_comment(line);
  if (!named.empty() || !begins) return named;
  std::string_view rest = bare_name_of(line);
  return is_file(rest, Written::bare) ? std::string(rest) : std::string();
}

// Does it say more than the name: "# b.py (new)", "// File: b.js", "// --- b.js ---"?
bool is_dressed(std::string_view line, std::string_view named) {
  size_t at = std::min(line.find(named), line.size());
  std::string around(line.substr(0, at));
  around += line.substr(std::min(at + named.size(), line.size()));
  constexpr std::string_view kRules[] = {"---", "==="};
  bool rule =
      std::any_of(std::begin(kRules), std::end(kRules), [&](auto sign) { return around.find(sign) != around.npos; });
  return rule || around.find(':') != around.npos || std::any_of(around.begin(), around.end(), is_letter_of_word);
}

bool is_other_file(std::string_view named, std::string_view path) {
  return is_likely_file(named, Written::bare) && !base_name(named).starts_with('.') && !is_same_file(path, named);
}

}  // namespace

std::optional<SecondName> second_name(std::string_view body, size_t from, std::string_view path) {
  bool begins = false, holds = false;  // a part of the block; the first file, more than its name
  for (Line line = line_from(body, from); line.start < body.size(); line = line_from(body, line.next)) {
    std::string named = name_in(line.text, begins);
    bool believed = begins || (ending_of(named) == ending_of(path) && is_dressed(line.text, named));
    bool is_meant = holds && believed && is_other_file(named, path);
    if (is_meant && !is_remark(line.text, line_from(body, line.next).text, named))
      return SecondName{line.start, std::move(named)};
    holds = holds || !(is_blank(line.text) || opens_comment(line.text) || line.text.starts_with(" *"));
    begins = begins_part(line.text);
  }
  return std::nullopt;
}

}  // namespace aptix::format
