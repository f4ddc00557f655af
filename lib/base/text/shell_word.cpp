#include "base/text/shell_word.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix {
namespace {

bool is_plain(char c) { return is_of_word(c) || std::string_view("_-./:@%+,=").find(c) != std::string_view::npos; }

}  // namespace

std::string shell_word(std::string_view text) {
  std::string shown = escape_for_display(text);
  if (shown != text || (!text.empty() && std::all_of(text.begin(), text.end(), is_plain))) return shown;
  std::string word = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') word += '\\';
    word += c;
  }
  return word + '"';
}

std::string join_shell_words(std::span<const std::string_view> words) {
  std::string line = "aptix";
  for (std::string_view word : words) {
    bool plain = !word.empty() && word.find_first_of(" \t\n'\"\\$&|;<>()*?[]#~`!{}") == std::string_view::npos;
    line += ' ';
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (char c : word) line += c == '\'' ? "'\\''" : std::string(1, c);
    line += '\'';
  }
  return line;
}

std::vector<std::string> split_shell_words(std::string_view line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (size_t at = 0; at < line.size(); ++at) {
    char c = line[at];
    if (c == '\'') quoted = !quoted;
    else if (c == ' ' && !quoted) words.emplace_back();
    else if (c == '\\' && !quoted && at + 1 < line.size()) words.back() += line[++at];
    else words.back() += c;
  }
  return words;
}

}  // namespace aptix
