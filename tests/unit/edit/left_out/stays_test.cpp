// Which comments say nothing but that code stays, and which speak of something.
#include "edit/left_out/stays.h"

#include <doctest/doctest.h>

#include <string_view>

using aptix::edit::says_only_that_code_stays;

TEST_CASE("words that say nothing but that code stays are told from others, in many languages") {
  constexpr std::string_view kSayings[] = {"body unchanged", "(other statements stay the same)",
      "other lines as before", "keep this method as is", "leave unchanged", "(no change)", "Your existing logic",
      "existing logic goes here", "original implementation here", "previous implementation", "existing method body",
      "more code here", "Unverändert", "wie bisher", "Rest wie vorher", "Code bleibt gleich", "bleibt wie gehabt",
      "restlicher Code", "bestehende Implementierung", "keine Änderungen", "pas de changement", "code existant",
      "suite du code", "resto igual", "igual que antes", "código existente aqui", "sem alterações", "codice esistente",
      "invariato", "bestaande code", "befintlig kod", "istniejący kod", "bez zmian", "stávající kód", "mevcut kod",
      "как раньше", "Без изменений", "то же самое", "остальной код", "без змін", "不变", "其余代码不变。", "此处省略",
      "后面的代码不变", "残りは同じ", "以下同じ", "既存のコード", "変更なし", "나머지 코드는 동일", "기존 코드"};
  for (std::string_view words : kSayings) CHECK_MESSAGE(says_only_that_code_stays(words), words);
}

TEST_CASE("words that speak of something else say more than that") {
  constexpr std::string_view kOthers[] = {"", "before", "code", "the rest", "keep the cache small",
      "the existing order wins", "same day delivery", "unchanged orders are skipped", "no changes are written to disk",
      "original price before discount", "Rest der Division", "bestehende Bestellungen zuerst",
      "le reste de la division", "resto de la división", "остаток от деления", "其他货币先换算", "기존 주문",
      "other settings", "handle the remaining states",
      "code is as it was, and the same goes for the other lines of the method, which are the same"};
  for (std::string_view words : kOthers) CHECK_MESSAGE(!says_only_that_code_stays(words), words);
}

TEST_CASE("words of the code that goes may stand among them") {
  constexpr std::string_view kCode = "self.validate(order)\nself.save(order)\n";
  CHECK(says_only_that_code_stays("validate() as before", kCode));
  CHECK(says_only_that_code_stays("save as in your version", kCode));
  CHECK(says_only_that_code_stays("keep the save and validate logic", kCode));
  CHECK_FALSE(says_only_that_code_stays("validate() as before"));
  CHECK_FALSE(says_only_that_code_stays("same order", kCode));
  CHECK_FALSE(says_only_that_code_stays("existing order", kCode));
  CHECK_FALSE(says_only_that_code_stays("save the order as before, then tell", kCode));
}
