// No grammar: a folder is known by the word next to it, or its slash, and by the word before these.
#include "format/names/folder_named.h"

#include <algorithm>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/names/file_words.h"

namespace aptix::format {
namespace {

bool is_article_of_place(std::string_view word) {
  constexpr std::string_view kArticles[] = {
      "the", "your", "our", "its", "a", "an", "this", "dem", "den", "der", "le", "la", "el"};
  return is_one_of(kArticles, word);
}

bool is_word_for_folder(std::string_view word) {
  constexpr std::string_view kFolderWords[] = {"folder", "directory", "subfolder", "subdirectory", "ordner",
      "verzeichnis", "dossier", "répertoire", "carpeta", "directorio"};
  constexpr std::string_view kEastern[] = {"目录", "文件夹"};
  return is_one_of(kFolderWords, word) || begins_with_one_of(kEastern, word);
}

// The folder of the project, under one of its names.
bool is_project(std::string_view name) {
  constexpr std::string_view kProjectNames[] = {"project", "root", "same", "home", "current", "working", "main", "repo",
      "repository", "app", "top-level", "base", "new", "this", "your", "the", "a", "workspace"};
  return is_one_of(kProjectNames, name);
}

struct PlaceWord {
  std::string text;  // in small letters, without the signs around it
  bool quoted = false;
  bool folder = false;  // a slash ends it, or it is a path in quotes without an ending
};

PlaceWord place_word(std::string_view raw) {
  constexpr std::string_view kAround = "`*\"'(),:;";
  size_t first = std::min(raw.find_first_not_of(kAround), raw.size());
  std::string_view inner = raw.substr(first);
  inner = inner.substr(0, inner.find_last_not_of("`*\"'(),:;.") + 1);
  if (inner.starts_with("./")) inner.remove_prefix(2);
  PlaceWord word{.text = fold_case(inner), .quoted = first != 0 && raw.substr(0, first).find('`') != raw.npos};
  bool path = word.quoted && inner.find('/') != inner.npos && base_name(inner).find('.') == inner.npos;
  word.folder = path || (inner.size() > 1 && inner.ends_with('/'));
  word.text = word.text.substr(0, word.text.find_last_not_of('/') + 1);
  return word;
}

std::vector<PlaceWord> place_words(std::string_view text) {
  std::string apart;  // letters of other scripts stand next to the quotes
  bool quoted = false;
  for (char byte : text) {
    if (byte == '`' && !quoted) apart += ' ';
    apart += byte;
    if (byte == '`' && quoted) apart += ' ';
    if (byte == '`') quoted = !quoted;
  }
  std::vector<PlaceWord> words;
  for (std::string_view raw : words_between_blanks(apart))
    if (PlaceWord word = place_word(raw); !word.text.empty()) words.push_back(std::move(word));
  return words;
}

// Is the word at `at` the place where `path` goes? "In the X", at the beginning or next to the name; "Create X".
bool is_place_of(const std::vector<PlaceWord>& words, size_t at, std::string_view path) {
  constexpr std::string_view kMakes[] = {"create", "new", "在"};
  constexpr std::string_view kPlaces[] = {
      "in", "inside", "into", "under", "within", "to", "im", "unter", "dans", "sous", "en"};
  constexpr std::string_view kBefore[] = {"now", "then", "next", "first", "finally", "also", "and", "file", "create",
      "add", "erstelle", "datei", "fichier", "créez"};
  while (at != 0 && is_article_of_place(words[at - 1].text)) --at;
  if (at == 0) return false;
  if (is_one_of(kMakes, words[at - 1].text)) return true;
  return is_one_of(kPlaces, words[at - 1].text) &&
      (at == 1 || is_one_of(kBefore, words[at - 2].text) || is_same_file(path, words[at - 2].text));
}

bool says_folder(std::string_view path, std::string_view folder) {
  std::string lower = "/" + fold_case(path);
  return lower.find("/" + std::string(folder) + "/") != std::string::npos;
}

}  // namespace

std::string folder_named(std::string_view sentence, std::string_view path) {
  constexpr std::string_view kCalled[] = {"called", "named"};
  constexpr size_t kLongestProse = 1024;
  if (sentence.size() > kLongestProse) return {};
  std::vector<PlaceWord> words = place_words(sentence);
  std::string name = fold_case(path);
  for (size_t i = 0; i < words.size(); ++i) {
    bool before_word = i + 1 < words.size() && is_word_for_folder(words[i + 1].text) && is_place_of(words, i, name);
    size_t noun = i != 0 && is_one_of(kCalled, words[i - 1].text) ? i - 1 : i;
    bool after_word =
        words[i].quoted && noun != 0 && is_word_for_folder(words[noun - 1].text) && is_place_of(words, noun - 1, name);
    bool by_slash = words[i].folder && words[i].text != name && is_place_of(words, i, name);
    bool named =
        (before_word || after_word || by_slash) && !is_project(words[i].text) && !is_article_of_place(words[i].text);
    if (named && !says_folder(path, words[i].text)) return words[i].text;
  }
  return {};
}

}  // namespace aptix::format
