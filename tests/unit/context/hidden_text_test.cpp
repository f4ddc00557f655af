#include "context/hidden_text.h"

#include <doctest/doctest.h>

namespace aptix::context {

TEST_CASE("of a credential in the file no part stands in what is said about it") {
  HiddenText hidden("one\npassword = \"tr0ub4dor-and-3\"\npin_password = \"k9x\"\n");
  CHECK(hidden.hide("found 'password = \"tr0ub4dor-an...'") == "found 'password = \"[redacted: password]...'");
  CHECK(hidden.hide("it ends with ub4dor-and-3") == "it ends with [redacted: password]");
  CHECK(hidden.hide("TIMEOUT = 30, and one") == "TIMEOUT = 30, and one");
}

TEST_CASE("a credential that only the text has is taken out, too") {
  CHECK(HiddenText("").hide("password = \"tr0ub4dor-and-3\"") == "password = \"[redacted: password]\"");
}

}  // namespace aptix::context
