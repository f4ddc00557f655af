// Which entries are applied in one pass.
#include "edit/tree/entry_shape.h"

#include "unit/edit/resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;
using Groups = std::vector<std::vector<size_t>>;

namespace {

Edit block(std::string_view removed, std::string_view added) {
  TextBlock made;
  made.lines.lines = {{diff::HunkLine::Kind::removed, removed}, {diff::HunkLine::Kind::added, added}};
  return {std::move(made), {}};
}

FileEdit replaces(std::string_view file) { return of_dialect(entry(Operation::modify, file, {once("a", "b")})); }
FileEdit changes(std::string_view file) { return of_dialect(entry(Operation::modify, file, {block("a", "b")})); }

Groups groups(std::vector<FileEdit> files) {
  Plan plan;
  plan.files = std::move(files);
  return edit::group_entries(plan);
}

}  // namespace

TEST_CASE("replacements in one file are one group, whatever is done to other files between them") {
  CHECK(groups({replaces("a"), replaces("b"), replaces("a"), replaces("a")}) == Groups{{0, 2, 3}, {1}});
}

TEST_CASE("an entry of another kind or contract parts a group") {
  CHECK(groups({replaces("a"), changes("a"), replaces("a")}) == Groups{{0}, {1}, {2}});
  CHECK(groups({changes("a"), entry(Operation::remove, "a"), changes("a")}) == Groups{{0}, {1}, {2}});
  CHECK(groups({replaces("a"), entry(Operation::modify, "a", {once("a", "b")})}) == Groups{{0}, {1}});
}

TEST_CASE("a file that moves away or comes parts a group") {
  CHECK(groups({replaces("a"), moved(Operation::rename, "a", "b"), replaces("a"), replaces("b")}) ==
      Groups{{0}, {1}, {2}, {3}});
}
