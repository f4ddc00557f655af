// Words are rows of data. A new one is a word in a row, and a line in the test.
#include "edit/left_out/stays.h"

#include <algorithm>
#include <string>

#include "base/text/text.h"

namespace aptix::edit {
namespace {

// What a word is in such a comment.
enum Part : unsigned {
  kSaysAll = 1,     // by itself
  kSaysState = 2,   // with any other word
  kWhichCode = 4,   // with what it is that stays
  kCodeItself = 8,  // what it is
  kSaysNothing = 16,
};

struct PartWords {
  unsigned part;
  std::string_view words;  // in small letters, one space between them
};

constexpr PartWords kPartWords[] = {
    {kSaysAll, "unchanged unmodified untouched omitted elided snipped abridged"},
    {kSaysState, "same identical version before remain remains stay stays kept as-is"},
    {kWhichCode,
        "existing original other others previous previously remainder remaining rest more current keep leave no "
        "nothing everything"},
    {kCodeItself,
        "code logic implementation body method function class component line lines statement statements handler "
        "handlers handling middleware change changes content"},
    {kSaysNothing,
        "a all and any are as below continue continues else exactly for from goes here in is it its of our the this "
        "to was with you your — –"},
    // German, Dutch, Swedish, Danish, Norwegian
    {kSaysAll,
        "unverändert unveraendert ausgelassen weggelassen gekürzt ongewijzigd weggelaten oförändrad oförändrat "
        "utelämnad uændret uendret"},
    {kSaysState,
        "bleibt bleiben gleich identisch zuvor vorher bisher gehabt blijft hetzelfde gelijk eerder samma tidigare "
        "samme tidligere"},
    {kWhichCode,
        "rest restliche restlichen restlicher restliches übrige übrigen übriger übriges bestehende bestehenden "
        "bestehender bestehendes vorhandene vorhandenen vorhandener vorhandenes bisherige bisheriger andere anderer "
        "keine alles bestaande overige resterende geen befintlig befintliga resten eksisterende øvrige inga ingen"},
    {kCodeItself,
        "logik methode funktion klasse implementierung rumpf inhalt zeile zeilen änderung änderungen functie methode "
        "implementatie logica wijzigingen kod koden kode funktionen ändringar"},
    {kSaysNothing, "der die das den des hier wie sonst ist sind de het van zoals is som av af här her"},
    // French, Spanish, Portuguese, Italian
    {kSaysAll,
        "inchangé inchangée inchangés inchangées omis omise omitido omitida inalterado inalterada invariato invariata "
        "immutato omesso"},
    {kSaysState,
        "identique identiques idem même igual igualmente antes permanece mantiene queda mantém mantido uguale rimane "
        "resta prima avant précédemment"},
    {kWhichCode,
        "reste suite existant existante existants existantes pas aucun aucune resto restante restantes existente "
        "existentes sin sem ningún nenhuma esistente esistenti senza autre autres otro otros outro outros"},
    {kCodeItself,
        "méthode fonction corps logique implémentation changement changements modification código codigo método "
        "función lógica implementación cambio cambios função implementação alteração alterações codice metodo "
        "funzione modifiche modifica"},
    {kSaysNothing, "le la les du des au ici comme el los las del lo aquí que se o os do da aqui il come qui sono"},
    // Polish, Czech, Russian, Ukrainian, Turkish
    {kSaysAll,
        "pominięto niezmieniony niezmienione nezměněno vynecháno опущен опущено пропущено неизменно değişmedi "
        "atlandı"},
    {kSaysState,
        "wcześniej samo poprzednio předtím stejné stejně прежде прежнему раньше самое раніше aynı önceki kalır"},
    {kWhichCode,
        "bez reszta istniejący istniejąca pozostały pozostała beze zbytek stávající existující zbývající "
        "существующий существующая остальной остальная остальное остальные остаток прежний без решта існуючий mevcut "
        "kalan yok diğer"},
    {kCodeItself,
        "kodu zmian zmiany metoda funkcja logika kód kódu změn změny код кода логика метод функция тело реализация "
        "изменений изменения часть коду змін kodun mantık gövde değişiklik"},
    {kSaysNothing, "jak tak tu jako zde как по здесь то же там як тут gibi burada geri"},
};

// Of languages without spaces between the words.
constexpr PartWords kPartRuns[] = {
    {kSaysAll, "不变 不變 未变 省略 変わらず 동일 생략"},
    {kSaysState, "相同 一样 同じ 同様 그대로 같음"},
    {kWhichCode, "其余 其他 剩余 剩下 现有 原有 原来 已有 既存 残り 以降 なし 没有 無 기존 나머지 없음"},
    {kCodeItself,
        "代码 逻辑 实现 方法 函数 内容 部分 程式碼 コード 処理 実装 ロジック 変更 修改 更改 코드 로직 구현 변경"},
    {kSaysNothing, "的 保持 此处 这里 和 与 之前 以前 后面 以上 以下 は の と を が 는 은 이 가 와 과 。 ， 、 （ ）"},
};

bool has_word(std::string_view list, std::string_view word) {
  for (size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

template <class Visit>
void each_part_word(const PartWords& row, Visit visit) {
  for (std::string_view list = row.words; !list.empty();) {
    std::string_view word = list.substr(0, list.find(' '));
    visit(word);
    list.remove_prefix(std::min(word.size() + 1, list.size()));
  }
}

// What a comment says so far.
struct Saying {
  unsigned parts = 0;
  size_t words = 0;

  void add(unsigned part) {
    parts |= part;
    ++words;
  }
  bool only_that_code_stays() const {
    bool of_code = (parts & kWhichCode) != 0 && (parts & kCodeItself) != 0;
    return (parts & kSaysAll) != 0 || ((parts & kSaysState) != 0 && words > 1) || of_code;
  }
};

// The longest run that the text begins with; 0 when none does.
size_t take_run(std::string_view text, Saying& saying) {
  size_t longest = 0;
  unsigned part = 0;
  for (const PartWords& row : kPartRuns)
    each_part_word(row, [&](std::string_view run) {
      if (run.size() <= longest || !text.starts_with(run)) return;
      longest = run.size();
      part = row.part;
    });
  if (longest != 0) saying.add(part);
  return longest;
}

// False for a word of anything else; what is said stays as it was then.
bool take_word(std::string_view word, Saying& saying) {
  unsigned parts = 0;
  for (const PartWords& row : kPartWords)
    if (has_word(row.words, word)) parts |= row.part;
  if (parts != 0) {
    saying.add(parts);
    return true;
  }
  Saying of_runs = saying;
  while (!word.empty()) {
    size_t run = take_run(word, of_runs);
    if (run == 0) return false;
    word.remove_prefix(run);
  }
  saying = of_runs;
  return true;
}

constexpr size_t kLongestSaying = 100, kMostWordsSaid = 10, kMostNames = 3;

}  // namespace

bool says_only_that_code_stays(std::string_view words, std::string_view named) {
  constexpr std::string_view kApart = " \t,;:/()[]<>{}\"'`.!";
  if (words.size() > kLongestSaying) return false;
  std::string text = fold_case(words);
  Saying saying;
  if (text.find("as is") != text.npos) saying.parts |= kSaysState;
  size_t names = 0;
  for (size_t at = text.find_first_not_of(kApart); at != text.npos; at = text.find_first_not_of(kApart, at)) {
    size_t end = std::min(text.find_first_of(kApart, at), text.size());
    std::string_view word = std::string_view(text).substr(at, end - at);
    if (!take_word(word, saying) && !(word.size() > 2 && named.find(word) != named.npos && ++names <= kMostNames))
      return false;
    if (saying.words > kMostWordsSaid) return false;
    at = end;
  }
  return saying.only_that_code_stays();
}

std::vector<std::string_view> words_that_say_so() {
  std::vector<std::string_view> words;
  for (const PartWords& row : kPartWords)
    if ((row.part & (kSaysAll | kSaysState | kWhichCode)) != 0)
      each_part_word(row, [&words](std::string_view word) { words.push_back(word); });
  return words;
}

}  // namespace aptix::edit
