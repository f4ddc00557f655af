#include "answer/name/line_names.h"

#include <doctest/doctest.h>

namespace aptix::answer {

TEST_CASE("a line is a label where it has no other words") {
  for (const char* line : {"### Before", "**Vorher:**", "(old)", "2. Original", "修改前：", "Было →", "➡️ Avant"})
    CHECK_MESSAGE(label_of(line) == Label::old_text, line);
  for (const char* line : {"to:", "Replace with:", "New"}) CHECK_MESSAGE(label_of(line) == Label::new_text, line);
  CHECK(label_of("Output:") == Label::output);
  CHECK(label_of("#### Example 2") == Label::example);
  for (const char* line : {"", "1.", "Before you run it", "outputs", "The example", "after `a.c`"})
    CHECK_MESSAGE(label_of(line) == Label::none, line);
}

TEST_CASE("the label of an alternative has a letter or a number, and may say more after a sign") {
  CHECK(sign_of_alternative("### Option A") == "a");
  CHECK(sign_of_alternative("**Variant 2:** in C") == "2");
  CHECK(sign_of_alternative("## 1. Approach B \xE2\x80\x94 a map") == "b");
  CHECK(sign_of_alternative("Alternative:") == "");
  for (const char* line : {"Option A is short", "Options A", "Optional", "A", "", "Option for it:"})
    CHECK_MESSAGE(!sign_of_alternative(line), line);
}

}  // namespace aptix::answer
