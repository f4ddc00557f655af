// Hunks of a diff that names the text and its result.
#include <doctest/doctest.h>

#include <string>

#include "base/hash/sha256.h"
#include "unit/edit/patched.h"

using namespace aptix;
using test::Applied;
using test::patched;

namespace {

constexpr std::string_view kThreeTwins = "one {\n  x\n}\ntwo {\n  x\n}\nsix {\n  x\n}\n";

// The text `before` and the hunks, of a diff that names `before` and `after`.
Applied named(std::string_view before, std::string_view hunks, std::string_view after,
    edit::StatedNumbers numbers = edit::StatedNumbers::open) {
  BlobNames blobs{git_blob_name({before}).substr(0, 7), git_blob_name({after}).substr(0, 7)};
  return patched(before, hunks, {.numbers = numbers, .blobs = &blobs});
}

}  // namespace

TEST_CASE("a wrong number that lies at another place that fits is not believed against the name of the result") {
  std::string_view last = "one {\n  x\n}\ntwo {\n  x\n}\nsix {\n  y\n}\n";
  std::string_view first = "one {\n  y\n}\ntwo {\n  x\n}\nsix {\n  x\n}\n";
  CHECK(named(kThreeTwins, "@@ -2,2 +8,2 @@\n-  x\n+  y\n }\n", last).error().code == Code::match_ambiguous);
  CHECK(named(kThreeTwins, "@@ -2,2 +8,2 @@\n-  x\n+  y\n }\n", first).text == first);
  // Numbers that agree are believed.
  CHECK(named(kThreeTwins, "@@ -2,2 +2,2 @@\n-  x\n+  y\n }\n", last).text == first);
}

TEST_CASE("a diff that was changed by hand keeps its names") {
  CHECK(named(kThreeTwins, "@@ -2,2 +9,2 @@\n one {\n-  x\n+  z\n", "one {\n  y\n}\n").text ==
      "one {\n  z\n}\ntwo {\n  x\n}\nsix {\n  x\n}\n");
}

TEST_CASE("a hunk without context whose number leads to another result than the diff names is refused") {
  std::string_view text = "a\nb\nc\nb\n", after = "a\nX\nb\nc\nb\n";
  Applied refused = named(text, "@@ -3,0 +4 @@\n+X\n", after, edit::StatedNumbers::hold);
  CHECK(refused.error().code == Code::match_ambiguous);
  CHECK(refused.text == text);
  CHECK(named(text, "@@ -1,0 +2 @@\n+X\n", after, edit::StatedNumbers::hold).text == after);
}

TEST_CASE("a text that has the name of the result is not changed at a twin of the place") {
  std::string_view text = "a\nb\nc\nx\na\nb\nc\n", after = "a\nb\nc\nx\na\nB\nc\n";
  std::string_view hunk = "@@ -4,4 +4,4 @@\n x\n a\n-b\n+B\n c\n";
  CHECK(named(text, hunk, after).text == after);
}

TEST_CASE("git names a file with CR LF by its text with LF where it converts line ends") {
  std::string before = "one {\r\n  x\r\n}\r\n", after = "one {\r\n  y\r\n}\r\n";
  BlobNames blobs{git_blob_name({"one {\n  x\n}\n"}), git_blob_name({"one {\n  y\n}\n"})};
  CHECK(patched(after, "@@ -1,2 +1,2 @@\n one {\n-  x\n+  y\n", {.blobs = &blobs}).text == after);
  edit::HunkOptions hold{.numbers = edit::StatedNumbers::hold, .blobs = &blobs};
  CHECK(patched(before, "@@ -2 +2 @@\n-  x\n+  y\n", hold).text == after);
}
