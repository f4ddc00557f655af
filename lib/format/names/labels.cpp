// Words are compared as wholes; of languages that bend their words, or write them together, beginnings are looked for.
#include "format/names/labels.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::format {
namespace {

using Words = std::span<const std::string_view>;

// Whole words first, then beginnings of words, or words of a language without spaces.
struct Vocabulary {
  Words words, stems;
};

constexpr std::string_view kPart[] = {"excerpt", "excerpts", "snippet", "snippets", "partial", "partially", "part",
    "parts", "portion", "fragment", "extract", "relevant", "remaining", "abbreviated", "truncated", "shortened",
    "append", "insert", "auszug", "ausschnitt", "teil", "extrait", "partie", "fragmento", "parte", "extracto"};
constexpr std::string_view kPartStems[] = {"add this", "add these", "add the following", "at the end of", "rest of the",
    "at the top of", "at the bottom of", "füge ", "ajoutez ceci", "añade esto", "фрагмент", "часть", "добавьте это",
    "片段", "部分", "一部", "抜粋", "일부"};
// What else stands in the file is left out, and said to be.
constexpr std::string_view kLeftOutStems[] = {"everything else", "stay the same", "stays the same", "parts that change",
    "changed functions", "changed parts", "rest is", "rest stays", "rest remains", "rest unchanged", "rest of the file",
    "rest of the code", "only the part", "only the change", "only the relevant", "only show", "show only",
    "just the part", "just the change", "omitted", "for brevity", "remain unchanged", "remains unchanged", "gekürzt",
    "continued in", "continues in", "to be continued", "der rest", "nur die ge", "nur die stellen", "le reste",
    "uniquement les", "el resto", "solo las partes", "остальн", "其余", "其他部分", "以外は", "他の部分", "そのまま",
    "나머지", "o resto", "o restante", "il resto"};
constexpr std::string_view kComplete[] = {
    "complete", "full", "whole", "entire", "complet", "complète", "entier", "completo", "completa", "entero"};
constexpr std::string_view kCompleteStems[] = {"everything in", "overwrite", "überschreib", "vollständig", "komplett",
    "ganze datei", "полн", "целиком", "完整", "完全な", "全体", "전체"};
// What is complete is less than a file.
constexpr std::string_view kUnits[] = {"function", "functions", "implementation", "change", "example", "test", "tests",
    "method", "methods", "class", "block", "section", "component", "hook", "handler", "funktion", "methode", "klasse",
    "fonction", "méthode", "classe", "función", "método", "clase", "not", "nicht", "pas", "no"};
constexpr std::string_view kUnitStems[] = {"функци", "метод", "класс", "函数", "方法", "n't"};
constexpr std::string_view kOld[] = {"before", "old", "current", "currently", "previous", "previously", "original",
    "was", "vorher", "bisher", "alt", "alte", "avant", "ancien", "actuel", "antes", "anterior", "было", "до"};
constexpr std::string_view kOldStems[] = {
    "стар", "修改前", "之前", "原来", "旧", "変更前", "修正前", "변경 전", "수정 전"};
constexpr std::string_view kUpdated[] = {"after", "new", "updated", "modified", "changed", "revised", "fixed",
    "improved", "refactored", "now", "nachher", "danach", "neu", "neue", "après", "nouveau", "nouvelle", "después",
    "nuevo", "nueva", "стало", "после"};
constexpr std::string_view kUpdatedStems[] = {
    "нов", "修改后", "之后", "新", "更新后", "変更後", "修正後", "변경 후", "수정 후"};
constexpr std::string_view kShown[] = {"example", "examples", "usage", "output", "outputs", "prints", "printed",
    "sample", "beispiel", "ausgabe", "exemple", "sortie", "utilisation", "ejemplo", "salida", "uso"};
constexpr std::string_view kShownStems[] = {
    "пример", "вывод", "示例", "例子", "输出", "用法", "出力", "使用例", "例:", "예시", "출력"};
constexpr std::string_view kFind[] = {"find", "search", "suche", "finde", "cherchez", "buscar", "busca"};
constexpr std::string_view kReplace[] = {
    "replace", "replacement", "with", "ersetze", "durch", "remplacez", "reemplaza"};

constexpr std::string_view kWithheld[] = {"not", "don't", "never", "undo", "revert", "rollback", "wrong", "bad",
    "incorrect", "nicht", "rückgängig", "pas", "jamais", "nunca", "не"};
constexpr std::string_view kWithheldStems[] = {
    "n't", "n’t", "roll back", "no need", "for reference", "不要", "ないで", "하지 마", "❌"};
constexpr std::string_view kDepends[] = {"if", "unless", "optionally", "optional", "otherwise", "alternatively",
    "alternative", "instead", "later", "server", "container", "host", "machine", "production", "reproduce", "does",
    "error", "wenn", "falls", "optional", "si", "serveur", "servidor", "если"};

// Next to those of a version or a pair, in a line that says nothing else.
constexpr std::string_view kOfLabels[] = {"the", "this", "it", "version", "code", "file", "text", "block", "content",
    "contents", "lines", "state", "stand", "fassung", "zustand", "inhalt", "datei", "code", "fichier", "contenu", "le",
    "la", "contenido", "código", "versión", "el"};

// Words of a sentence that orders something.
constexpr std::string_view kOrders[] = {"create", "add", "change", "replace", "update", "updated", "edit", "modify",
    "modified", "insert", "write", "put", "rewrite", "make", "append", "extend", "adjust", "set", "save", "overwrite",
    "paste", "apply", "fix", "new", "rewritten", "fixed", "corrected", "refactored", "revised", "store", "crea", "cree",
    "modifica", "modifie", "modifiez", "remove", "drop", "switch", "bump", "increase", "decrease", "raise", "lower",
    "fill", "populate", "extract", "simplify", "guard", "handle", "convert", "wrap", "register", "wire", "enable",
    "disable", "load"};
// Of one that says that what is ordered follows.
constexpr std::string_view kIntroduces[] = {"full", "complete", "here", "here's", "following", "should", "changes",
    "contents", "content", "now", "resulting", "final", "becomes", "voici", "hier", "aquí", "nun", "contenu", "вот"};
constexpr std::string_view kOrderStems[] = {"erstell", "änder", "ersetz", "ergänz", "füge", "schreib", "lege ", "leg ",
    "anlegen", "passe ", "aktualisier", "crée", "créez", "ajout", "remplac", "écri", "añad", "agreg", "cambi",
    "reemplaz", "actualiz", "创建", "修改", "添加", "更新", "替换", "新建", "写入", "作成", "追加", "変更", "修正",
    "置き換え", "생성", "추가", "수정", "변경", "crie", "adicion", "altere", "atualiz", "substitu", "aggiung",
    "sostitu", "созда", "измен", "добав", "замен", "обнов", "this into", "following into", "a file called",
    "a file named"};
constexpr std::string_view kCreates[] = {"create", "creating", "add", "write", "save", "new", "make", "crea", "crée",
    "créez", "erstelle", "lege", "cree", "создай", "создайте"};
// Of one that is done by commands below it.
constexpr std::string_view kOrdersOfCommands[] = {"delete", "move", "rename"};
// Between such a word and the name.
constexpr std::string_view kBeforeName[] = {"a", "an", "the", "new", "file", "this", "it", "as", "to", "called",
    "named", "with", "following", "content", "contents", "in", "die", "eine", "neue", "datei", "le", "un", "nouveau",
    "fichier", "el", "nuevo", "archivo", "файл"};
// "Save this as `a.c`"
constexpr std::string_view kSaves[] = {"save", "saved", "store", "speichere"};
// Of a clause that only compares.
constexpr std::string_view kCompares[] = {"as", "like", "already", "based", "similar", "similarly", "same", "unlike",
    "see", "compared", "wie", "bereits", "comme", "déjà", "como", "как", "уже"};
// Of one that says what is so.
constexpr std::string_view kMentions[] = {"is", "are", "was", "were", "isn't", "has", "had", "does", "doesn't",
    "creates", "contains", "contained", "shows", "showed", "looks", "looked", "uses", "used", "calls", "called",
    "imports", "imported", "fails", "failed", "happens", "exists", "lives", "see", "look", "note", "because", "problem",
    "issue", "bug", "error", "fault", "relevant", "run", "runs", "running", "execute", "test", "tests", "testing",
    "verify", "check", "if", "when", "defined", "reads", "read", "gives", "given", "returns", "prints", "from", "where",
    "would", "could", "already", "existing", "currently", "ist", "war", "sind", "est", "sont", "es", "son"};
constexpr std::string_view kSubordinate[] = {"after", "once", "when", "before", "while", "suppose", "if", "unless"};
constexpr std::string_view kPlaces[] = {
    "in", "inside", "within", "to", "into", "for", "at", "open", "dans", "en", "zu", "для", "в", "step", "file"};

// The sentence without its paths in quotes, in small letters.
std::string plain_words(std::string_view text) {
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    size_t close = text[at] == '`' ? text.find('`', at + 1) : std::string_view::npos;
    if (close == std::string_view::npos) {
      plain += text[at++];
      continue;
    }
    plain += '`';
    at = close + 1;
  }
  return fold_case(plain);
}

std::vector<std::string_view> split_words(std::string_view lower) {
  auto is_part = [](char byte) {
    return is_of_word(byte) || std::string_view("'/._-").find(byte) != std::string_view::npos;
  };
  std::vector<std::string_view> words;
  for (auto at = lower.begin(); at != lower.end();) {
    auto start = std::find_if(at, lower.end(), is_part);
    at = std::find_if_not(start, lower.end(), is_part);
    std::string_view word(start, at);
    word = word.substr(std::min(word.find_first_not_of("'.-_"), word.size()));
    word = word.substr(0, word.find_last_not_of("'.-_") + 1);
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

bool holds(std::string_view lower, Words words, Words stems = {}) {
  std::vector<std::string_view> found = split_words(lower);
  return std::any_of(found.begin(), found.end(), [&](std::string_view word) { return is_one_of(words, word); }) ||
      holds_one_of(stems, lower);
}

// The part of the sentence between commas in which the path stands.
std::string_view clause_of(std::string_view sentence, std::string_view path) {
  size_t at = sentence.find(path);
  if (at == std::string_view::npos) return sentence;
  size_t begin = sentence.rfind(", ", at);
  begin = begin == std::string_view::npos ? 0 : begin + 2;
  size_t end = std::min(sentence.find(", ", at + path.size()), sentence.size());
  return sentence.substr(begin, end - begin);
}

// "The greeting (`a.c`), complete:"
bool is_aside(std::string_view sentence, std::string_view path) {
  std::string_view before = sentence.substr(0, std::min(sentence.find(path), sentence.size()));
  return before.ends_with('(') || before.ends_with("(`");
}

// "Only `a` and `b` change", "The rest is the same"
bool leaves_out(std::string_view lower) {
  constexpr std::string_view kChanges[] = {"change", "changes", "changed", "differs", "differ"};
  size_t only = lower.find("only ");
  bool begins = only == 0 || (only != std::string_view::npos && lower.substr(0, only).ends_with(". "));
  return holds(lower, {}, kLeftOutStems) || (begins && holds(lower.substr(only), kChanges));
}

}  // namespace

BlockLabels labels_in(std::string_view words) {
  std::string lower = plain_words(words);
  BlockLabels labels;
  labels.part = holds(lower, kPart, kPartStems) || leaves_out(lower);
  bool unit = holds(lower, kUnits, kUnitStems);
  bool complete = holds(lower, kComplete, kCompleteStems);
  labels.complete = complete && !unit && !labels.part;
  labels.old = holds(lower, kOld, kOldStems);
  labels.updated = holds(lower, kUpdated, kUpdatedStems);
  labels.shown = holds(lower, kShown, kShownStems);
  labels.find = holds(lower, kFind);
  labels.replace = holds(lower, kReplace);
  labels.orders = holds(lower, kOrders, kOrderStems) || holds(lower, kOrdersOfCommands);
  labels.withheld = holds(lower, kWithheld, kWithheldStems);
  labels.depends = holds(lower, kDepends);
  return labels;
}

bool shows_part(std::string_view words) {
  std::string lower = plain_words(words);
  return leaves_out(lower) && !(holds(lower, kComplete, kCompleteStems) && !holds(lower, kUnits, kUnitStems));
}

bool is_nothing_but_label(std::string_view line) {
  constexpr size_t kMostWords = 4;
  std::string lower = plain_words(line);
  std::vector<std::string_view> words = split_words(lower);
  auto is_label = [](std::string_view word) {
    return holds(word, kOld, kOldStems) || holds(word, kUpdated, kUpdatedStems) || holds(word, kFind) ||
        holds(word, kReplace);
  };
  return words.size() <= kMostWords && std::any_of(words.begin(), words.end(), is_label) &&
      std::all_of(words.begin(), words.end(),
          [&](std::string_view word) { return is_label(word) || is_one_of(kOfLabels, word); });
}

bool turns_into(std::string_view line) {
  constexpr std::string_view kTo[] = {"to", "into", "becomes"};
  constexpr std::string_view kWords[] = {"and", "then", "now", "change", "modify", "update", "edit", "turn", "it",
      "this", "that", "line", "lines", "these", "them", "code", "block", "the", "to", "into", "becomes"};
  std::string lower = plain_words(line);
  std::vector<std::string_view> words = split_words(lower);
  std::erase_if(words, [](std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; });
  while (!words.empty() && (words.back() == "this" || words.back() == "the" || words.back() == "following"))
    words.pop_back();
  return trim(line).ends_with(':') && !words.empty() && is_one_of(kTo, words.back()) &&
      std::all_of(words.begin(), words.end(), [&](std::string_view word) { return is_one_of(kWords, word); });
}

Whole::Told told_by(const BlockLabels& labels) {
  if (labels.part || labels.shown || (labels.old && !labels.updated)) return Whole::Told::part;
  return labels.complete ? Whole::Told::complete : Whole::Told::shown;
}

namespace {

// "Project", "src/": a place for a new file, rather than what names it.
bool is_place_for_files(std::string_view word) {
  constexpr std::string_view kPlacesForFiles[] = {"project", "repo", "repository", "root", "folder", "directory",
      "package", "codebase", "app", "application", "tree", "workspace", "solution", "module", "docs"};
  return is_one_of(kPlacesForFiles, word) || word.ends_with('/') ||
      (word.find('/') != word.npos && base_name(word).find('.') == word.npos);
}

// "A link to `a.html`", "tests for `a.py`", "import it from `a.py`": something else, and the file that it is for.
bool is_made_for(std::string_view sentence, std::string_view path) {
  constexpr std::string_view kThings[] = {"link", "links", "import", "imports", "reference", "references", "entry",
      "tag", "pointer", "pointing", "wrapper", "parser", "reader", "loader", "test", "tests", "call", "calls"};
  constexpr std::string_view kFor[] = {"to", "of", "for", "around", "from", "at"};
  constexpr std::string_view kArticles[] = {"the", "your", "our", "an", "a", "file", "existing", "new"};
  std::string before = fold_case(sentence.substr(0, std::min(sentence.find(path), sentence.size())));
  std::vector<std::string_view> words = split_words(before);
  while (!words.empty() && is_one_of(kArticles, words.back())) words.pop_back();
  if (words.size() < 2 || !is_one_of(kFor, words.back())) return false;
  return words.back() == "from" || is_one_of(kThings, words[words.size() - 2]);
}

// "That reads `a.csv`", "to load the file `a.json`": what the code in the block is to work with.
bool is_worked_with(std::string_view sentence, std::string_view path) {
  constexpr std::string_view kWorks[] = {"reads", "loads", "parses", "uses", "imports", "opens", "calls", "fetches",
      "includes", "processes", "runs", "reading", "loading", "parsing", "using", "importing", "opening", "calling",
      "fetching", "including", "processing", "running"};
  constexpr std::string_view kAfterTo[] = {
      "read", "load", "parse", "use", "import", "open", "call", "fetch", "process", "run"};
  constexpr std::string_view kArticles[] = {"the", "your", "our", "an", "a", "file", "existing", "new"};
  std::string before = fold_case(sentence.substr(0, std::min(sentence.find(path), sentence.size())));
  std::vector<std::string_view> words = split_words(before);
  while (!words.empty() && is_one_of(kArticles, words.back())) words.pop_back();
  if (words.empty()) return false;
  constexpr std::string_view kBeforeVerb[] = {"to", "can", "could", "now"};
  bool to = words.size() > 1 && is_one_of(kBeforeVerb, words[words.size() - 2]);
  return is_one_of(kWorks, words.back()) || (to && is_one_of(kAfterTo, words.back()));
}

// "Add `.env` to the list": is the file put into something else, which the block shows?
bool is_put_into(std::string_view sentence, std::string_view path) {
  constexpr std::string_view kInto[] = {"to", "in", "into"};
  constexpr std::string_view kArticles[] = {"the", "your", "our", "its", "this", "that", "an", "a"};
  size_t at = std::min(sentence.find(path), sentence.size());
  std::string before = fold_case(sentence.substr(0, at));
  std::string after = fold_case(sentence.substr(std::min(at + path.size(), sentence.size())));
  after = after.substr(0, std::min(after.find(", "), after.find(" and ")));
  std::vector<std::string_view> words = split_words(before), rest = split_words(after);
  while (!words.empty() && is_one_of(kBeforeName, words.back()) && words.back() != "new") words.pop_back();
  if (words.empty() || words.back() != "add" || rest.size() < 2 || !is_one_of(kInto, rest[0])) return false;
  bool to_thing = is_one_of(kArticles, rest[1]) || rest[1].find('.') != std::string_view::npos;
  return to_thing && !is_place_for_files(rest.back());
}

// "As already done in `a.c`, set it here": is the path in a clause that compares?
bool only_compares(std::string_view sentence, std::string_view path) {
  std::string_view clause = clause_of(sentence, path);
  std::string before = plain_words(clause.substr(0, clause.find(path)));
  return holds(before, kCompares) && !holds(before, kSaves);
}

// "Make sure that `.env` is ignored" makes no file.
bool orders_change(std::string_view clause) {
  constexpr std::string_view kSure = "make sure";
  std::string lower(clause);
  if (size_t at = lower.find(kSure); at != std::string::npos) lower.erase(at, kSure.size());
  return holds(lower, kOrders, kOrderStems) || holds(lower, kIntroduces) || labels_in(lower).complete;
}

// "Below is the new `a.c`:", "This is `a.c`:": does nothing but lead to it?
bool presents(std::string_view sentence, std::string_view path) {
  constexpr std::string_view kLeads[][2] = {{"below", "is"}, {"this", "is"}, {"that", "is"}};
  constexpr std::string_view kAfterName[] = {"file", "module", "script", "component"};
  size_t at = std::min(sentence.find(path), sentence.size());
  std::string before = fold_case(sentence.substr(0, at));
  std::string after = fold_case(sentence.substr(std::min(at + path.size(), sentence.size())));
  std::vector<std::string_view> words = split_words(before), rest = split_words(after);
  if (rest.size() > 1 || (rest.size() == 1 && !is_one_of(kAfterName, rest[0])) || words.size() < 2) return false;
  bool leads = std::any_of(std::begin(kLeads), std::end(kLeads),
      [&](const auto& lead) { return words[0] == lead[0] && words[1] == lead[1]; });
  return leads && std::all_of(words.begin() + 2, words.end(), [](std::string_view word) {
    return is_one_of(kBeforeName, word) || is_one_of(kUpdated, word) || is_one_of(kComplete, word);
  });
}

// "I also created `a.c`:": what the writer did, and not another.
bool reports(std::string_view lower) {
  constexpr std::string_view kWriter[] = {"i", "i've", "we", "we've"};
  constexpr std::string_view kDone[] = {"created", "added", "wrote", "rewrote", "written"};
  std::vector<std::string_view> words = split_words(lower);
  return !words.empty() && is_one_of(kWriter, words[0]) && holds(lower, kDone);
}

// "And the styles in `a.css`:", "And a `.npmrc`:", "Finally, `a.c`:"
bool goes_on(const std::vector<std::string_view>& words) {
  constexpr std::string_view kAnd[] = {"and", "plus"}, kArticles[] = {"a", "an", "the"},
                             kThen[] = {"then", "next", "finally", "lastly", "also", "start"};
  if (words.empty()) return false;
  return is_one_of(kThen, words[0]) ||
      (words.size() > 1 && is_one_of(kAnd, words[0]) && is_one_of(kArticles, words[1]));
}

// "Do not create", "Save it and run": is what is ordered not to be done, or more than that?
bool is_left_open(std::string_view lower) {
  std::vector<std::string_view> words = split_words(lower);
  bool runs = !words.empty() && (words.back() == "run" || words.back() == "execute");
  return runs || holds(lower, kWithheld, kWithheldStems);
}

}  // namespace

Spoken spoken_of(std::string_view sentence, std::string_view path) {
  if (only_compares(sentence, path)) return Spoken::mentions;
  if (presents(sentence, path)) return Spoken::orders;
  std::string clause = plain_words(clause_of(sentence, path));
  std::string all = plain_words(sentence);
  if (split_words(clause).empty()) clause = all;
  std::vector<std::string_view> words = split_words(clause);
  std::string_view first = words.empty() ? std::string_view() : words.front();
  bool place = is_one_of(kPlaces, first);
  if (orders_change(clause) || reports(all) || ((place || is_aside(sentence, path)) && orders_change(all)))
    return is_left_open(all) || is_one_of(kSubordinate, first) ? Spoken::unknown : Spoken::orders;
  if (holds(clause, kMentions) || holds(all, kMentions)) return Spoken::mentions;
  BlockLabels labels = labels_in(sentence);
  bool follows = goes_on(words) && trim(sentence).ends_with(':') && !labels.shown && !labels.old && !labels.withheld &&
      !labels.depends;
  return place || follows ? Spoken::orders : Spoken::unknown;
}

bool is_for_something_else(std::string_view sentence, std::string_view path) {
  return is_put_into(sentence, path) || is_worked_with(sentence, path) || is_made_for(sentence, path);
}

bool is_of_existing(std::string_view sentence, std::string_view path) {
  constexpr std::string_view kChanges[] = {
      "replace", "change", "update", "modify", "edit", "remove", "fix", "adjust", "rename", "rewrite"};
  constexpr std::string_view kChangeStems[] = {"ersetz", "änder", "remplac", "reemplaz", "замен", "измен"};
  constexpr std::string_view kWithin[] = {"in", "inside", "within", "of", "from", "dans", "en", "в"};
  std::string before = fold_case(sentence.substr(0, std::min(sentence.find(path), sentence.size())));
  std::vector<std::string_view> words = split_words(before);
  while (!words.empty() && is_one_of(kBeforeName, words.back()) && !is_one_of(kWithin, words.back())) words.pop_back();
  std::string all = plain_words(sentence);
  return !words.empty() && is_one_of(kWithin, words.back()) && holds(all, kChanges, kChangeStems) &&
      !holds(all, kCreates);
}

bool calls_new(std::string_view line, std::string_view path) {
  size_t at = std::min(line.find(path), line.size());
  std::string words =
      std::string(line.substr(0, at)) + " " + std::string(line.substr(std::min(at + path.size(), line.size())));
  return holds(fold_case(words), kCreates);
}

bool is_to_be_created(std::string_view sentence, std::string_view path) {
  std::string before = fold_case(sentence.substr(0, std::min(sentence.find(path), sentence.size())));
  std::vector<std::string_view> words = split_words(before);
  while (!words.empty() && is_one_of(kBeforeName, words.back()) && words.back() != "new") words.pop_back();
  return !words.empty() && is_one_of(kCreates, words.back());
}

}  // namespace aptix::format
