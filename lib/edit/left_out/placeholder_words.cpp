// Words and phrases are rows of data. A new one is a word in a row, and a line in the test.
#include "edit/left_out/placeholder_words.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <utility>

#include "base/assert.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "edit/left_out/stays.h"

namespace aptix::edit {
namespace {

struct Words {
  unsigned roles;
  std::string_view words;
};

constexpr std::string_view kTextNouns =
    "class code component document file function implementation logic method module page script";

// Of German, French, Spanish, Portuguese, Italian, Dutch, Polish and Russian: what was left out, and that it stays.
constexpr std::string_view kForeignLeft =
    "restliche restlichen restlicher restliches übrige übrigen übriger bestehende bestehenden bestehender bestehendes "
    "vorhandene vorhandenen vorhandener vorhandenes bisherige bisheriger reste restant restante restantes existant "
    "existante existants existantes resto existente existentes esistente esistenti restanti overige bestaande reszta "
    "pozostały istniejący остальной остальная остальное остальные существующий существующие";
constexpr std::string_view kForeignStays =
    "unverändert ausgelassen gekürzt inchangé inchangée inchangés inchangées identique cambios omitido omitida "
    "inalterado "
    "inalterada alterações invariato invariata immutato omesso ongewijzigd weggelaten zmian pominięto изменений опущен";
// Of languages without spaces between the words: what a run of them contains.
constexpr std::string_view kRuns[] = {"其余", "其他代码", "剩余", "现有", "原有", "省略", "保持不变", "既存", "残りの",
    "変更なし", "기존", "나머지", "생략"};

constexpr Words kVocabulary[] = {
    {kNoun, kTextNouns},  // makes "rest of the ..." a placeholder
    {kNoun,
        "body case cases changes classes components config configuration constructor content contents css declarations "
        "definition definitions dependencies entries exports fields files functions handlers helpers html "
        "implementations import imports items jsx lines markup methods part parts properties props routes section "
        "sections settings setup state styles test tests text variables"},
    {kPlain, "code functions implementation imports logic methods"},
    {kStrong, "existing original other others previous previously remainder remaining rest"},
    {kStrong | kState,
        "abridged brevity elided identical omitted same skipped snip snipped truncated unchanged unmodified untouched"},
    {kStrong | kLead, "keep"},
    {kState, "as-is before intact kept remain remains shown stay stays"},
    {kFiller | kLead, "all and any everything our some the this your"},
    {kFiller, "above are as below continue continues else exactly for from goes here in is its more not of that"},
    {kStrong, kForeignLeft},
    {kStrong | kState, kForeignStays},
    {kNoun,
        "kode codice código codigo datei fichier archivo arquivo funktion fonction función funzione klasse kod код "
        "кода"},
    {kFiller | kLead, "der das den des le la les du el los las il lo het"},
    {kFiller, "bleibt bleiben wie zuvor est reste sans sin sem van de di do del della bez без часть остаётся"},
};

constexpr std::string_view kVerbs = "is are was were will must should can may has have";

// Words of a fixed phrase, one of each list, in this order. Others of the vocabulary may stand around them, and between
// them all but "in".
struct FixedPhrase {
  std::array<std::string_view, 3> lists;
  bool anywhere = false;    // the words before them may be any of the vocabulary; else the phrase opens strongly
  bool in_heading = false;  // says so much that no heading reads like it
};
constexpr std::string_view kStays = "unchanged same remains untouched as-is unmodified";
constexpr std::string_view kLeft = "rest remainder remaining existing previous other";
constexpr std::string_view kNouns = kVocabulary[1].words;
constexpr FixedPhrase kFixed[] = {
    {{"everything", "else", "same unchanged"}, true, true},
    {{"omitted", "brevity"}, true, true},
    {{kTextNouns, "omitted"}, true, true},
    {{"code", "unchanged same"}, true, true},
    {{"keep", "code"}, false, true},
    {{"existing", "code"}},
    {{"remaining", "code"}},
    {{"rest remainder", "of", kTextNouns}},
    {{"rest remainder", kStays}, false, true},
    {{kLeft, kTextNouns, kStays}, false, true},
    {{kLeft, kNouns, kStays}, false, true},
    {{kForeignLeft, kForeignStays}, false, true},
    {{"rest", kForeignStays}, false, true},
};

bool is_in(std::string_view list, std::string_view word) {
  for (size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    bool begins = at == 0 || list[at - 1] == ' ';
    size_t end = at + word.size();
    if (begins && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

template <class Visit>
constexpr void each_word(std::string_view list, Visit visit) {
  while (!list.empty()) {
    std::string_view word = list.substr(0, list.find(' '));
    visit(word);
    list.remove_prefix(std::min(word.size() + 1, list.size()));
  }
}

constexpr size_t count_words() {
  size_t count = 0;
  for (const Words& row : kVocabulary) each_word(row.words, [&](std::string_view) { ++count; });
  return count;
}

// A word with its roles in one row.
struct Known {
  std::string_view word;
  unsigned roles = 0;
};

constexpr bool is_before(const Known& a, const Known& b) { return a.word < b.word; }

// The words of all rows, in order.
constexpr auto kKnown = [] {
  std::array<Known, count_words()> known;
  size_t count = 0;
  for (const Words& row : kVocabulary)
    each_word(row.words, [&](std::string_view word) { known[count++] = {word, row.roles}; });
  std::sort(known.begin(), known.end(), is_before);
  return known;
}();

// Words by their first four bytes, which tell them well enough from others.
constexpr size_t kStem = 4;
using Stems = std::bitset<4096>;

size_t stem_of(const char* word) {
  uint32_t bytes = 0;
  for (size_t i = 0; i < kStem; ++i) bytes = bytes << 8 | static_cast<unsigned char>(ascii_lower(word[i]));
  return (bytes * 2654435761u) >> 20;
}

Stems telling_stems() {
  Stems stems;
  auto add = [&stems](std::string_view word) {
    ASSERT(word.size() >= kStem);
    stems.set(stem_of(word.data()));
  };
  for (const Words& row : kVocabulary)
    if ((row.roles & kStrong) != 0) each_word(row.words, add);
  add("changes");  // "no changes here"
  for (std::string_view word : words_that_say_so())
    if (word.size() >= kStem) add(word);
  return stems;
}

bool is_beyond_ascii(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }

// "12", "10-20"
bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789-") == std::string_view::npos && word.front() != '-';
}

unsigned roles_of(std::string_view word) {
  if (is_number(word)) return kFiller;
  auto [first, last] = std::equal_range(kKnown.begin(), kKnown.end(), Known{word}, is_before);
  unsigned roles = 0;
  for (; first != last; ++first) roles |= first->roles;
  if (roles != 0) return roles;
  bool run = std::any_of(std::begin(kRuns), std::end(kRuns),
      [word](std::string_view one) { return word.find(one) != std::string_view::npos; });
  return run ? kStrong | kState : 0;
}

bool has_in_order(const Phrase& phrase, std::span<const std::string_view> lists) {
  size_t at = 0;
  for (size_t i = 0; i < lists.size() && !lists[i].empty(); ++i, ++at) {
    while (at < phrase.words.size() && !is_in(lists[i], phrase.words[at])) {
      if (i != 0 && phrase.words[at] == "in") return false;
      ++at;
    }
    if (at == phrase.words.size()) return false;
  }
  return true;
}

}  // namespace

bool Phrase::has(unsigned role) const {
  return std::any_of(roles.begin(), roles.end(), [role](unsigned r) { return (r & role) != 0; });
}

bool Phrase::opens_strongly() const {
  auto opens =
      std::find_if(roles.begin(), roles.end(), [](unsigned r) { return (r & kStrong) != 0 || (r & kLead) == 0; });
  return opens != roles.end() && (*opens & kStrong) != 0;
}

bool Phrase::states_something() const {
  auto verb = std::find_if(words.begin(), words.end(), [](const std::string& word) { return is_in(kVerbs, word); });
  return verb != words.end() && std::find(roles.begin() + (verb - words.begin()) + 1, roles.end(), 0u) != roles.end();
}

Phrase phrase_of(std::string_view text, size_t most_foreign) {
  constexpr std::string_view kApart = " \t,;/()\"'`";
  Phrase phrase;
  for (size_t at = 0; at < text.size() && phrase.words.size() <= kMostWords && phrase.foreign <= most_foreign;) {
    size_t start = text.find_first_not_of(kApart, at);
    if (start == std::string_view::npos) break;
    at = std::min(text.find_first_of(kApart, start), text.size());
    std::string word = ascii_lower(text.substr(start, at - start));
    if (word == "-" || word == "--" || word == "&") continue;
    phrase.roles.push_back(roles_of(word));
    phrase.foreign += phrase.roles.back() == 0;
    phrase.words.push_back(std::move(word));
  }
  return phrase;
}

bool has_telling_word(std::string_view line) {
  static const Stems stems = telling_stems();
  bool inside = false;
  for (size_t i = 0; i + kStem <= line.size(); ++i) {
    bool was_inside = std::exchange(inside, is_of_word(line[i]));
    if (inside && !was_inside && (is_beyond_ascii(line[i]) || stems.test(stem_of(line.data() + i)))) return true;
  }
  return false;
}

bool is_fixed_phrase(const Phrase& phrase, bool heading) {
  if (phrase.foreign != 0) return false;
  return std::any_of(std::begin(kFixed), std::end(kFixed), [&](const FixedPhrase& row) {
    return (!heading || row.in_heading) && (row.anywhere || phrase.opens_strongly()) && has_in_order(phrase, row.lists);
  });
}

}  // namespace aptix::edit
