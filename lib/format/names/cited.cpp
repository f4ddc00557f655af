// By signs alone.
#include "format/names/cited.h"

#include <algorithm>
#include <cctype>

#include "format/names/file_words.h"
#include "format/names/name_hint.h"

namespace aptix::format {

bool is_citation(std::string_view info) {
  size_t digits = info.find_first_not_of("0123456789:-");
  return (digits != 0 && digits != std::string_view::npos) || info.find("#L") != std::string_view::npos ||
      info.find("lines=") != std::string_view::npos;
}

std::string cited_path(std::string_view info) {
  size_t digits = info.find_first_not_of("0123456789:-");
  bool leads = digits != std::string_view::npos && digits != 0;
  return name_hint(leads ? info.substr(digits) : info.substr(0, info.find("#L")));
}

bool names_lines(std::string_view path) {
  size_t colon = path.rfind(':');
  return colon != std::string_view::npos && colon != 0 && colon + 1 < path.size() &&
      path.find_first_not_of("0123456789-", colon + 1) == std::string_view::npos;
}

bool is_template(std::string_view path) {
  bool variable = path.size() > 1 && path[0] == '$' && std::isupper(static_cast<unsigned char>(path[1])) != 0;
  return variable || path.starts_with("~/") || path.find_first_of("{}<>") != std::string_view::npos;
}

std::string template_in_line(std::string_view line) {
  constexpr std::string_view kDress = "#*` :_";
  size_t first = std::min(line.find_first_not_of(kDress), line.size());
  std::string_view word = line.substr(first, line.find_last_not_of(kDress) + 1 - first);
  bool shaped = is_path_shaped(word, "?\"`|;,=#& \t()") && word.find_first_of("<>{}*") != std::string_view::npos;
  bool tag = word.starts_with('<') && word.find('/') != std::string_view::npos && word.ends_with('>');
  return shaped && !tag && is_likely_file(word, Written::in_quotes) ? std::string(word) : std::string();
}

}  // namespace aptix::format
