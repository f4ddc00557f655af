#include "format/names/version_label.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "format/names/labels.h"
#include "format/names/prose_above.h"

namespace aptix::format {
namespace {

// What may stand in such words beside the one that calls the block so.
constexpr std::string_view kBesides[] = {"the", "this", "that", "it", "its", "is", "was", "were", "are", "what",
    "which", "how", "you", "i", "we", "had", "have", "has", "your", "my", "our", "a", "an", "some", "for", "of", "in",
    "from", "here", "here's", "there", "looks", "looked", "look", "like", "so", "far", "only", "just", "version",
    "code", "file", "text", "block", "content", "contents", "lines", "state", "implementation", "function", "component",
    "class", "method", "module", "script", "config", "configuration", "setup", "existing", "reference", "expected",
    "quick", "simple", "basic", "minimal", "short", "small", "illustration", "comparison", "e.g", "vs", "and", "with",
    "sah", "sieht", "es", "aus", "der", "die", "das", "den", "dein", "deine", "ihr", "ihre", "hier", "ist", "war",
    "zum", "zur", "ein", "eine", "fassung", "zustand", "inhalt", "datei", "stand", "le", "la", "les", "l'", "un", "une",
    "par", "pour", "votre", "ton", "fichier", "contenu", "voici", "c'est", "c'était", "el", "los", "una", "por", "para",
    "tu", "su", "contenido", "código", "versión", "archivo", "aquí", "está", "era", "код", "файл", "версия", "вот",
    "для", "так", "это"};
// Of one that compares what is done with it: "As before:".
constexpr std::string_view kComparing[] = {"as", "same", "like", "unlike", "wie", "comme", "como", "как", "gleich"};

std::vector<std::string> label_words(std::string_view sentence) {
  constexpr std::string_view kAroundWord = ".,:;!?()[]{}*_#\"`>-\xE2\x80\x94";
  std::vector<std::string> words;
  for (std::string_view word : split(sentence, ' ')) {
    size_t first = std::min(word.find_first_not_of(kAroundWord), word.size());
    word = word.substr(first, word.find_last_not_of(kAroundWord) + 1 - first);
    if (!word.empty()) words.push_back(fold_case(word));
  }
  return words;
}

// Beginnings of sentences in languages that put no spaces between words.
bool begins_label(std::string_view words) {
  constexpr std::string_view kLeads[] = {"修改前", "之前的", "原来的", "旧", "変更前", "修正前", "示例", "例子", "输出",
      "用法", "出力", "使用例", "例:", "예시", "출력", "변경 전"};
  return begins_with_one_of(kLeads, words);
}

bool is_label(std::string_view sentence) {
  constexpr size_t kMostWords = 12;
  std::vector<std::string> words = label_words(sentence);
  if (words.empty() || words.size() > kMostWords || is_one_of(kComparing, words.front())) return false;
  std::string_view second = words.size() > 1 ? std::string_view(words[1]) : std::string_view();
  if (begins_label(words.front()) || begins_label(words.front() + " " + std::string(second))) return true;
  auto calls = [](std::string_view word) {
    constexpr size_t kLongest = 16;  // bytes: a word, and not a sentence without spaces
    BlockLabels labels = labels_in(word);
    return word.size() <= kLongest && (labels.old || labels.shown);
  };
  return std::any_of(words.begin(), words.end(), calls) &&
      std::all_of(words.begin(), words.end(),
          [&](const std::string& word) { return calls(word) || is_one_of(kBesides, word); });
}

}  // namespace

bool calls_version(std::string_view words) {
  std::vector<std::string_view> sentences = sentences_of(words);
  return std::any_of(sentences.begin(), sentences.end(), is_label);
}

}  // namespace aptix::format
