// What looks like a path: one word with a dot or a slash in it and nothing that code is made of.
#include "answer/name/name_hint.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"
#include "base/text/bytes.h"
#include "base/text/trim.h"

namespace aptix::answer {
namespace {

constexpr size_t kMostNames = 16;  // in an info string

constexpr std::string_view kNeverInQuotedHint = "\t<>{}*?\"`|";
constexpr std::string_view kNeverInWordOfInfo = " \t<>{}*?\"`|;,=";

// "[a.c]" is put into brackets; "[id].tsx" has them.
bool is_bracketed(std::string_view word) {
  return (word.starts_with('[') && word.ends_with(']')) || (word.starts_with('(') && word.ends_with(')'));
}

bool has_pairs(std::string_view word, char opening, char closing) {
  return std::count(word.begin(), word.end(), opening) == std::count(word.begin(), word.end(), closing);
}

bool is_path(std::string_view word, std::string_view never) {
  bool whole = !is_bracketed(word) && has_pairs(word, '(', ')') && has_pairs(word, '[', ']');
  return whole && is_path_shaped(word, never) && word.find_first_of("./") != std::string_view::npos;
}

std::string_view without_string_quotes(std::string_view word) {
  if (word.size() >= 2 && (word[0] == '"' || word[0] == '\'') && word.back() == word[0])
    return word.substr(1, word.size() - 2);
  return word;
}

// title="src/a.ts", file=src/a.ts
std::string_view value_of_attribute(std::string_view word) {
  for (std::string_view name : {"title=", "file=", "filename=", "path=", "name="})
    if (word.starts_with(name)) return without_string_quotes(word.substr(name.size()));
  return word;
}

// ts:src/a.ts
std::string_view after_language(std::string_view word) {
  auto is_of_language = [](char byte) {
    return is_letter_or_digit(byte) || std::string_view("+#-_").find(byte) != std::string_view::npos;
  };
  size_t letters = static_cast<size_t>(std::find_if_not(word.begin(), word.end(), is_of_language) - word.begin());
  std::string_view rest = word.substr(letters);
  // One letter is C, or R; with a slash after it, a drive.
  bool drive = letters == 1 && (rest.starts_with(":/") || rest.starts_with(":\\"));
  return letters != 0 && rest.starts_with(':') && !drive ? rest.substr(1) : word;
}

// What stands in quotes that the word from `at` to `end` opens: "src/my notes.txt", title="a b.txt".
std::optional<std::string_view> quoted_part(std::string_view info, size_t at, size_t end) {
  size_t open = info.substr(0, end).find_first_of("\"'", at);
  if (open == std::string_view::npos || (open != at && info[open - 1] != '=')) return std::nullopt;
  size_t close = info.find(info[open], open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return info.substr(open + 1, close - open - 1);
}

// "$HOME/a.sh", "a.ts#L10": the first is no path, the second a place in one.
bool is_reference(std::string_view word) {
  size_t anchor = word.find("#L");
  bool variable = word.size() > 1 && word[0] == '$' && std::isupper(static_cast<unsigned char>(word[1])) != 0;
  return variable || (anchor != std::string_view::npos && anchor + 2 < word.size() && is_digit(word[anchor + 2]));
}

// Each once.
std::vector<std::string> names_in_info(std::string_view info) {
  std::vector<std::string> found;
  auto add = [&](std::string_view name) {
    if (std::find(found.begin(), found.end(), name) == found.end()) found.emplace_back(name);
  };
  for (size_t at = 0; at < info.size() && found.size() < kMostNames;) {
    size_t end = std::min(info.find_first_of(" \t{}", at), info.size());
    if (std::optional<std::string_view> quoted = quoted_part(info, at, end)) {
      if (is_path(*quoted, kNeverInQuotedHint) || is_bare_name(*quoted)) add(*quoted);
      at = std::max(end, static_cast<size_t>(quoted->data() + quoted->size() + 1 - info.data())) + 1;
      continue;
    }
    std::string_view written = info.substr(at, end - at);
    written = written.substr(0, written.find_last_not_of(",;") + 1);
    if (at == 1 && info[0] == '{' && written.starts_with('.')) written = {};  // "{.python file=a.py}"
    std::string_view word = after_language(value_of_attribute(without_string_quotes(written)));
    if ((is_path(word, kNeverInWordOfInfo) && !is_reference(word)) || (at != 0 && is_bare_name(word))) add(word);
    at = end + 1;
  }
  return found;
}

}  // namespace

std::string name_hint(std::string_view info) {
  std::vector<std::string> found = names_in_info(info);
  return found.size() == 1 ? std::move(found.front()) : std::string();
}

std::vector<std::string> doubtful_names(std::string_view info) {
  std::vector<std::string> found = names_in_info(info);
  if (found.size() > 1) return found;
  // "a,b.txt" is a name, or two.
  std::vector<std::string> joined;
  for (std::string_view word : words_between_blanks(info))
    if (word.find_first_of(",;") < word.size() - 1 && word.find('=') == word.npos && is_path(word, kNeverInQuotedHint))
      joined.emplace_back(word);
  return joined;
}

}  // namespace aptix::answer
