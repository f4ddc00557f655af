#include "format/names/odd_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/names/file_words.h"

namespace aptix::format {

bool names_lines(std::string_view path) {
  size_t colon = path.rfind(':');
  return colon != std::string_view::npos && colon != 0 && colon + 1 < path.size() &&
      path.find_first_not_of("0123456789-", colon + 1) == std::string_view::npos;
}

bool is_template(std::string_view path) {
  constexpr std::string_view kStandIns[] = {"path/to/", "/path/to/", "your-project/", "your_project/", "your-app/",
      "your_app/", "your-repo/", "your_repo/", "yourproject/", "yourapp/"};
  if (begins_with_one_of(kStandIns, path)) return true;
  return has_variable(path) || path.find_first_of("{}<>") != std::string_view::npos;
}

bool has_variable(std::string_view path) {
  auto is_upper = [](char byte) { return std::isupper(static_cast<unsigned char>(byte)) != 0; };
  auto is_of_name = [&](char byte) { return is_upper(byte) || is_digit(byte) || byte == '_'; };
  bool home = path == "~" || path.starts_with("~/") || path.starts_with("~\\") || path.starts_with("'~'") ||
      path.starts_with("\"~\"");
  for (size_t at = 0; at < path.size() && !home; ++at) {
    bool starts = at == 0 || std::string_view("/\\").find(path[at - 1]) != std::string_view::npos;
    std::string_view rest = path.substr(at + 1);
    bool dollar = path[at] == '$' &&
        (rest.starts_with('(') || (rest.starts_with('{') && !rest.starts_with("{{")) ||
            (starts && !rest.empty() && is_upper(rest.front())));
    auto end = std::find_if_not(rest.begin(), rest.end(), is_of_name);
    bool percent = path[at] == '%' && end != rest.begin() && end != rest.end() && *end == '%';
    home = dollar || percent;
  }
  return home;
}

std::string template_in_line(std::string_view line) {
  constexpr std::string_view kDress = "#*` :_";
  size_t first = std::min(line.find_first_not_of(kDress), line.size());
  std::string_view word = line.substr(first, line.find_last_not_of(kDress) + 1 - first);
  if (has_variable(word) && word.find_first_of(" \t") == std::string_view::npos) return std::string(word);
  bool shaped = is_path_shaped(word, "?\"`|;,=#& \t()") && word.find_first_of("<>{}*") != std::string_view::npos;
  bool tag = word.starts_with('<') && word.find('/') != std::string_view::npos && word.ends_with('>');
  return shaped && !tag && is_likely_file(word, Written::in_quotes) ? std::string(word) : std::string();
}

bool has_glued(std::string_view path) {
  constexpr std::string_view kSigns[] = {"\xE2", "\xE3\x80", "\xEF\xBC", "\xF0\x9F", "\xC2\xAB", "\xC2\xBB", ".../"};
  constexpr std::string_view kAnywhere[] = {"「", "」", "『", "』", "【", "】", "《", "》", "«", "»", "“", "”", "„"};
  auto is_ascii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  std::string_view name = base_name(path), ending = name.substr(std::min(name.rfind('.'), name.size()));
  bool odd_ending = !std::all_of(ending.begin(), ending.end(), is_ascii) || ending.find_first_of("[]()") != ending.npos;
  // Of a script without spaces between words, with a name in Latin letters right after them.
  size_t latin = static_cast<size_t>(std::find_if(path.begin(), path.end(), is_ascii) - path.begin());
  auto first = static_cast<unsigned char>(path.empty() ? 0 : path[0]);
  bool words = first >= 0xE3 && first <= 0xED && latin < path.size() && is_letter_or_digit(path[latin]);
  size_t colon = path.find(':');
  bool label = colon != std::string_view::npos && colon != 0 && !is_ascii(path[colon - 1]);
  return odd_ending || label || words || begins_with_one_of(kSigns, path) || holds_one_of(kAnywhere, path);
}

}  // namespace aptix::format
