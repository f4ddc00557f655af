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
