// Hunks that their lines and numbers leave open, in a text and with a result that the diff names.
#include "edit/hunk/proven_places.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>

#include "base/hash/sha256.h"
#include "unit/edit/patched.h"

using namespace aptix;
using test::Applied;
using test::patched;

namespace {

constexpr std::string_view kThree = "one {\n  x\n}\ntwo {\n  x\n}\nsix {\n  x\n}\n";

// The text `before` and the hunks, of a diff that names `before` and `after`.
Applied named(std::string_view before, std::string_view hunks, std::string_view after, uint64_t bytes = 1 << 20) {
  BlobNames blobs{git_blob_name({before}).substr(0, 7), git_blob_name({after}).substr(0, 7)};
  return patched(before, hunks, {.blobs = &blobs, .bytes_to_try = &bytes});
}

std::string with_lf(std::string_view text) {
  std::string out(text);
  std::erase(out, '\r');
  return out;
}

}  // namespace

TEST_CASE("of several places that a hunk fits it goes where the result has the name that the diff gives it") {
  for (std::string_view after : {"one {\n  y\n}\ntwo {\n  x\n}\nsix {\n  x\n}\n",
           "one {\n  x\n}\ntwo {\n  y\n}\nsix {\n  x\n}\n", "one {\n  x\n}\ntwo {\n  x\n}\nsix {\n  y\n}\n"})
    CHECK(named(kThree, "@@\n-  x\n+  y\n }\n", after).text == after);
  Applied none = named(kThree, "@@\n-  x\n+  y\n }\n", "something else\n");
  CHECK(none.text == kThree);
  CHECK(none.error().code == Code::match_ambiguous);
}

TEST_CASE("the name of a result says nothing about a text that has not the name before") {
  std::string_view after = "one {\n  x\n}\ntwo {\n  y\n}\nsix {\n  x\n}\n";
  BlobNames blobs{git_blob_name({"another\n"}).substr(0, 7), git_blob_name({after}).substr(0, 7)};
  uint64_t bytes = 1 << 20;
  CHECK(patched(kThree, "@@\n-  x\n+  y\n }\n", {.blobs = &blobs, .bytes_to_try = &bytes}).error().code ==
      Code::match_ambiguous);
}

TEST_CASE("a wrong number that lies at another place that fits is overruled by the name of the result") {
  std::string_view after = "one {\n  x\n}\ntwo {\n  x\n}\nsix {\n  y\n}\n";
  Applied applied = named(kThree, "@@ -2,2 +8,2 @@\n-  x\n+  y\n }\n", after);
  CHECK(applied.text == after);
  CHECK(applied.result.outcomes[0].offset == 6);
  // A diff that was changed by hand keeps its names, and its number.
  CHECK(named(kThree, "@@ -2,2 +8,2 @@\n-  x\n+  z\n }\n", after).text ==
      "one {\n  z\n}\ntwo {\n  x\n}\nsix {\n  x\n}\n");
  // Numbers that agree are believed.
  CHECK(named(kThree, "@@ -2,2 +2,2 @@\n-  x\n+  y\n }\n", after).text ==
      "one {\n  y\n}\ntwo {\n  x\n}\nsix {\n  x\n}\n");
}

TEST_CASE("several hunks go together where the result says, in any order") {
  std::string_view after = "one {\n  x\n}\ntwo {\n  y\n}\nsix {\n  z\n}\n";
  CHECK(named(kThree, "@@\n-  x\n+  y\n@@\n-  x\n+  z\n", after).text == after);
  CHECK(named(kThree, "@@\n-  x\n+  z\n@@\n-  x\n+  y\n", after).text == after);
  Applied same = named(kThree, "@@\n-  x\n+  y\n@@\n-  x\n+  z\n", kThree);
  CHECK(same.result.errors.size() == 2);
  CHECK(same.text == kThree);
}

TEST_CASE("added lines alone go where the result says") {
  std::string_view after = "one {\n  x\n}\n\ntwo {\n  x\n}\nsix {\n  x\n}\n";
  CHECK(named(kThree, "@@\n+\n", after).text == after);
  CHECK(named("", "@@ -0,0 +1 @@\n+x\n", "x\n").text == "x\n");
}

TEST_CASE("a hunk without context whose number leads to another result than the diff names is refused") {
  std::string_view text = "a\nb\nc\nb\n", after = "a\nX\nb\nc\nb\n";
  BlobNames blobs{git_blob_name({text}).substr(0, 7), git_blob_name({after}).substr(0, 7)};
  uint64_t none = 0, bytes = 1 << 20;
  edit::HunkOptions options{.numbers = edit::StatedNumbers::hold, .blobs = &blobs, .bytes_to_try = &none};
  CHECK(patched(text, "@@ -3,0 +4 @@\n+X\n", options).error().code == Code::match_ambiguous);
  options.bytes_to_try = &bytes;
  CHECK(patched(text, "@@ -3,0 +4 @@\n+X\n", options).text == after);
}

TEST_CASE("a text that has the name of the result is not changed at a twin of the place") {
  std::string_view text = "a\nb\nc\nx\na\nb\nc\n", after = "a\nb\nc\nx\na\nB\nc\n";
  std::string_view hunk = "@@ -4,4 +4,4 @@\n x\n a\n-b\n+B\n c\n";
  CHECK(named(text, hunk, after).text == after);
}

TEST_CASE("no more bytes are read for a result than may be") {
  std::string_view after = "one {\n  x\n}\ntwo {\n  x\n}\nsix {\n  y\n}\n";
  CHECK(named(kThree, "@@\n-  x\n+  y\n }\n", after, 2 * (kThree.size() + 256)).error().code == Code::match_ambiguous);
  CHECK(named(kThree, "@@\n-  x\n+  y\n }\n", after, 3 * (kThree.size() + 256)).text == after);
}

TEST_CASE("added lines are as given where the result says so, though the old ones show tabs as spaces") {
  std::string_view before = "f {\n\told\n\tend\n}\n";
  std::string_view after = "f {\n    new\n\t\tdeep \t x\n\tend\n}\n";
  constexpr std::string_view kHunk = "@@ -1,3 +1,4 @@\n f {\n-    old\n+    new\n+\t\tdeep \t x\n     end\n";
  CHECK(named(before, kHunk, after).text == after);
  std::string_view tabbed = "f {\n\tnew\n\t\tdeep \t x\n\tend\n}\n";
  CHECK(named(before, kHunk, tabbed).text == tabbed);
}

TEST_CASE("git names a file with CR LF by its text with LF where it converts line ends") {
  std::string before = "one {\r\n  x\r\n}\r\ntwo {\r\n  x\r\n}\r\n";
  std::string after = "one {\r\n  x\r\n}\r\ntwo {\r\n  y\r\n}\r\n";
  uint64_t bytes = 1 << 20;
  BlobNames blobs{git_blob_name({with_lf(before)}), git_blob_name({with_lf(after)})};
  CHECK(patched(before, "@@\n-  x\n+  y\n", {.blobs = &blobs, .bytes_to_try = &bytes}).text == after);
  blobs.after = git_blob_name({after});
  CHECK(patched(before, "@@\n-  x\n+  y\n", {.blobs = &blobs, .bytes_to_try = &bytes}).error().code ==
      Code::match_ambiguous);
}

TEST_CASE("a byte-order mark belongs to what has the name") {
  std::string before = "\xEF\xBB\xBFx\nx\n";
  std::string after = "\xEF\xBB\xBFx\ny\n";
  CHECK(named(before, "@@\n-x\n+y\n", after).text == after);
}

TEST_CASE("many hunks of which each fits everywhere are refused in time") {
  std::string before, hunks;
  for (size_t i = 0; i < 900; ++i) {
    before += "x\n";
    hunks += "@@\n-x\n+y\n";
  }
  std::clock_t start = std::clock();
  CHECK(named(before, hunks, "none\n", 64 << 20).result.errors.size() == 900);
  CHECK(std::clock() - start < 3 * CLOCKS_PER_SEC);
}
