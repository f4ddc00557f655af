// The lines of a hunk are counted against its header.
#include "answer/forms/forms.h"

#include <doctest/doctest.h>

#include "answer/basis/line.h"

namespace aptix::answer {
namespace {

HunkTracker after(std::string_view text) {
  HunkTracker tracker;
  for (const Line& line : lines_from(text)) tracker.feed(line.text);
  return tracker;
}

}  // namespace

TEST_CASE("a header states how many lines of both sides its hunk has") {
  auto counts = hunk_counts("@@ -3,4 +3 @@ int main() {");
  REQUIRE(counts);
  CHECK(counts->old_lines == 4);
  CHECK(counts->new_lines == 1);
  CHECK_FALSE(hunk_counts("@@ ... @@"));
  CHECK_FALSE(hunk_counts("-3,4 +3 @@"));
}

TEST_CASE("a hunk is open until it has the lines of its header, and exact when it has no more") {
  HunkTracker some = after("@@ -1,2 +1,2 @@\n a\n-b\n");
  CHECK(some.inside());
  CHECK(some.open());
  CHECK(some.changes());
  CHECK_FALSE(some.exact());
  HunkTracker all = after("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n");
  CHECK_FALSE(all.open());
  CHECK(all.exact());
  CHECK_FALSE(after("@@ -1 +1 @@\n-b\n+c\n+d\n").exact());
}

TEST_CASE("a hunk ends at a line that is none of its own, and a header without numbers promises nothing") {
  CHECK_FALSE(after("@@ -1,2 +1,2 @@\n a\nSo much for that.\n").inside());
  HunkTracker bare = after("@@\n-a\n");
  CHECK(bare.inside());
  CHECK_FALSE(bare.stated());
  CHECK_FALSE(bare.open());
  CHECK_FALSE(after(" a\n-b\n").inside());
}

}  // namespace aptix::answer
