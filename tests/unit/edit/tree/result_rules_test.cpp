// What the result of a plan may be in all.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/edit/resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

namespace {

constexpr size_t kTenMegabytes = 10 << 20;

std::vector<FileEdit> copies(int count) {
  std::vector<FileEdit> entries;
  for (int i = 0; i < count; ++i) entries.push_back(of_diff(moved(Operation::copy, "a", "copy-" + std::to_string(i))));
  return entries;
}

}  // namespace

TEST_CASE("copies are growth") {
  MemReader files;
  files.file("a").bytes = std::string(kTenMegabytes, 'x');
  edit::ResolveOptions options;
  options.limits.growth = 1;
  CHECK(resolved(files, copies(6), options).errors().empty());
  Resolved refused = resolved(files, copies(7), options);
  REQUIRE(refused.errors().size() == 1);
  CHECK(refused.errors()[0].code == Code::limit_exceeded);
  CHECK(refused.errors()[0].message == "the result has 83886080 bytes, more than the limit of 77594624");
  CHECK(refused.errors()[0].hint == "raise the limit with --max-growth");
  options.limits.growth = 0;
  CHECK(resolved(files, copies(7), options).errors().empty());
}

TEST_CASE("growth counts from entry to entry") {
  std::string part(4096, 'x');
  MemReader files{{"a", std::string(1 << 20, 'x')}};
  edit::ResolveOptions options;
  options.limits.growth = 1;
  std::string twice = part + part;
  std::vector<FileEdit> entries(6, entry(Operation::modify, "a", {all(part, twice)}));
  CHECK(resolved(files, entries, options).errors().empty());
  entries.push_back(entries.front());
  CHECK(resolved(files, entries, options).errors().at(0).code == Code::limit_exceeded);
}

TEST_CASE("what is unpacked from an input is a result, not given") {
  MemReader files;
  edit::ResolveOptions options;
  options.limits.growth = 1;
  std::string content(kTenMegabytes, 'y');
  std::vector<FileEdit> given;
  for (int i = 0; i < 8; ++i) given.push_back(entry(Operation::write, "new-" + std::to_string(i), {whole(content)}));
  Resolved refused = resolved(files, given, options);
  REQUIRE(refused.errors().size() == 1);
  CHECK(refused.errors()[0].message == "the result has 83886080 bytes, more than the limit of 67108864");
  given.erase(given.begin() + 6, given.end());
  CHECK(resolved(files, given, options).errors().empty());
}

TEST_CASE("new text with U+FFFD is refused where the file has none") {
  MemReader files{{"a.ini", "x = 1\n# caf\xE9\n"}, {"b.txt", "bad \xEF\xBF\xBD\nx\n"}};
  Resolved refused = resolved(files, {entry(Operation::write, "a.ini", {whole("x = 2\n# caf\xEF\xBF\xBD\n")})});
  CHECK(only(refused.errors()).code == Code::input_encoding);
  CHECK(only(refused.errors()).message ==
      "the new line 2 of 'a.ini' has U+FFFD, which stands for bytes that were lost, and the file has none: '# "
      "caf\xEF\xBF\xBD'");
  CHECK(resolved(files, {entry(Operation::modify, "b.txt", {once("x", "\xEF\xBF\xBD")})}).errors().empty());
}

TEST_CASE("letters beyond ASCII are refused in a file that is not UTF-8, and a stray byte makes none of it") {
  MemReader files{{"sj.conf", "\x93\xFA\x96\x7B\nname = x\n"}, {"u.txt", "\xC3\xA9 \xC3\xA9 \xE9\nx\n"}};
  Resolved refused = resolved(files, {entry(Operation::modify, "sj.conf", {once("name = x", "name = \xC3\xA9")})});
  CHECK(only(refused.errors()).message ==
      "the file 'sj.conf' is not UTF-8, and its new line 2 has letters beyond ASCII: 'name = \xC3\xA9'");
  CHECK(resolved(files, {entry(Operation::modify, "sj.conf", {once("name = x", "name = y")})}).errors().empty());
  CHECK(resolved(files, {entry(Operation::modify, "u.txt", {once("\nx", "\n\xC3\xA9")})}).errors().empty());
}

TEST_CASE("old text that a file of another encoding cannot have says so") {
  MemReader files{{"k.txt", "\x93\xFA\x96\x7B old\n"}};
  Resolved refused = resolved(files, {of_dialect(entry(Operation::modify, "k.txt", {once("\xE6\x97\xA5 old", "x")}))});
  CHECK(only(refused.errors()).notes.back() ==
      "the file is not UTF-8, so that letters beyond ASCII are other bytes in it than in the edit");
  CHECK(only(refused.errors()).hint == "save the file as UTF-8 first, or find the place by lines of ASCII alone");
}

TEST_CASE("a second byte-order mark is left out") {
  MemReader files{{"a.cs", "\xEF\xBB\xBFnamespace A\n"}};
  Resolved done =
      resolved(files, {of_dialect(entry(Operation::modify, "a.cs", {once("namespace A", "\xEF\xBB\xBFnamespace B")}))});
  CHECK(done.after("a.cs") == "\xEF\xBB\xBFnamespace B\n");
  CHECK(only(done.warnings()).message ==
      "the new text begins with a byte-order mark, which 'a.cs' has already: it was left out");
  Resolved copied =
      resolved(files, {of_dialect(entry(Operation::modify, "a.cs", {once("\xEF\xBB\xBFnamespace A", "namespace B")}))});
  CHECK(copied.after("a.cs") == "\xEF\xBB\xBFnamespace B\n");
}

TEST_CASE("a read-only file is changed with a warning") {
  MemReader files{{"a", "x\n"}};
  files.file("a").mode = 0444;
  Resolved done = resolved(files, {entry(Operation::modify, "a", {once("x", "y")})});
  CHECK(done.after("a") == "y\n");
  CHECK(only(done.warnings()).code == Code::file_read_only);
  CHECK(only(done.warnings()).message == "'a' is read-only for its owner");
}
