#include "edit/replace/place_signs.h"

#include <doctest/doctest.h>

#include "unit/edit/replaced.h"
#include "unit/edit/resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("a line that is removed exactly is gone for the edit that writes it another way") {
  constexpr std::string_view kText = "first line\nit's here\nlast line\n";
  FindReplace exact{"first line\nit's here\n", "first line\n"};
  FindReplace dressed{"first line\nit\xE2\x80\x99s here\n", "first line\n"};
  Replaced before = replaced(kText, {dressed, exact});
  CHECK(before.text == "first line\nlast line\n");
  CHECK(before.outcomes.at(0).status == EditStatus::noop);
  Replaced after = replaced(kText, {exact, dressed});
  CHECK(after.text == "first line\nlast line\n");
  CHECK(after.outcomes.at(1).status == EditStatus::already);
}

TEST_CASE("a line that was to go stands there still, however it was written") {
  CHECK(edit::is_unremoved("  print(\"a\");", "print(\\\"a\\\");"));
  CHECK(edit::is_unremoved("if (a < b)", "if (a &lt; b)"));
  CHECK(edit::is_unremoved("it's", "it\xE2\x80\x99s"));
  CHECK(edit::is_unremoved("return 1;", "12 | return 1;"));
  CHECK(edit::is_unremoved("", " "));
  CHECK(!edit::is_unremoved("import re", "import os"));
  CHECK(!edit::is_unremoved("", "return 1;"));
}

TEST_CASE("a text that only loses lines is not in place because the lines that stay are") {
  MemReader files{{"a", "first line\nprint(\"x\");\nlast line\n"}};
  FileEdit edit = of_diff(entry(Operation::modify, "a", {once("first line\nprint(\\\"x\\\");\n", "first line\n")}));
  Resolved missed = resolved(files, {edit});
  CHECK(missed.errors().at(0).code == Code::match_not_found);
  Resolved literal =
      resolved(files, {entry(Operation::modify, "a", {once("first line\nprint(\\\"x\\\");\n", "first line\n")})});
  CHECK(literal.edit(0, 0).status == EditStatus::noop);
  MemReader done{{"a", "first line\nlast line\n"}};
  CHECK(resolved(done, {edit}).edit(0, 0).status == EditStatus::already);
}

TEST_CASE("a hunk that only takes lines away is not in place because its context is") {
  MemReader files{{"a", "first line\nit's here\nlast line\n"}};
  FileEdit edit = of_diff(entry(Operation::modify, "a", {hunk(0, {" first line", "-it\xE2\x80\x99s here"})}));
  Resolved missed = resolved(files, {edit});
  CHECK(missed.errors().at(0).code == Code::match_not_found);
  CHECK(missed.after("a") == "(same)");
}

TEST_CASE("new lines that stand there for another reason prove nothing") {
  MemReader files{{"a", "a\n\nfirst line\nlast line\nb\n"}};
  FileEdit edit =
      of_diff(entry(Operation::modify, "a", {once("a\n\n\nfirst line\nlast line\n", "\nfirst line\nlast line\n")}));
  CHECK(resolved(files, {edit}).errors().at(0).code == Code::match_not_found);
  // The old lines, with empty ones that the text does not have, and the new ones where an empty one is missing.
  Resolved block = resolved(files,
      {of_diff(entry(Operation::modify, "a", {hunk(0, {" ", "-first line", "-", "-last line", "+first line"})}))});
  CHECK(block.errors().at(0).code == Code::match_not_found);
}

TEST_CASE("an empty line that was to go stands there still") {
  MemReader files{{"a", "type = 'a name'\n\nb\n"}};
  FileEdit edit = of_diff(entry(Operation::modify, "a", {once("type = 'a name'\n\n\n", "type = 'a name'\n")}));
  CHECK(resolved(files, {edit}).errors().at(0).code == Code::match_not_found);
}

TEST_CASE("an edit that comes twice is made once") {
  MemReader files{{"a", "x\n}\ny\n"}};
  Resolved twice =
      resolved(files, {of_diff(entry(Operation::modify, "a", {once("}\n", "  }\n"), once("}\n", "  }\n")}))});
  CHECK(twice.after("a") == "x\n  }\ny\n");
  CHECK(twice.edit(0, 1).status == EditStatus::already);
}
