// Documents out: what each form can say, and that no document is made where one cannot.
#include "ops/write/write.h"

#include <doctest/doctest.h>

#include <string>

#include "support/changes.h"
#include "support/temp_dir.h"

using namespace aptix;
using ops::DocumentForm;

namespace {

Outcome<std::string> document_of(DocumentForm form, bool with_removal) {
  test::TempDir dir;
  dir.write("a", "one\ntwo\n");
  dir.write("b", "x\n");
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {}).value();
  test::Changes made(*workspace);
  made.write("a", "one\n2\n");
  if (with_removal) made.remove("b");
  return ops::create_document(
      made.set, form, [](const RelPath& path) { return Result<std::string>("r/" + path.str()); });
}

}  // namespace

TEST_CASE("every form says a changed line, and only some a file that goes") {
  struct Row {
    DocumentForm form;
    bool says_removal;
  };
  for (const Row& row : {Row{DocumentForm::bundle, true}, Row{DocumentForm::gitpatch, true},
           Row{DocumentForm::v4a, true}, Row{DocumentForm::patch, false}, Row{DocumentForm::line_patch, false},
           Row{DocumentForm::search_replace, false}, Row{DocumentForm::whole, false}}) {
    CAPTURE(static_cast<int>(row.form));
    CHECK(document_of(row.form, false).ok());
    Outcome<std::string> both = document_of(row.form, true);
    CHECK(both.ok() == row.says_removal);
    if (both.ok()) continue;
    CHECK(both.diagnostics.errors.front().code == Code::form_cannot_say);
    CHECK(both.diagnostics.errors.front().path == "b");
  }
}
