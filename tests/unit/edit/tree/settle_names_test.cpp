// Names with a folder too many, against trees.
#include "edit/tree/settle_names.h"

#include <doctest/doctest.h>

#include "unit/edit/resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

namespace {

FileEdit with_names(FileEdit made, std::vector<std::string_view> names) {
  for (std::string_view name : names) made.names.others.push_back({path(name), std::nullopt});
  return made;
}

FileEdit change(std::string_view name, std::vector<std::string_view> others) {
  return with_names(of_diff(entry(Operation::modify, name, {hunk(1, {"-a", "+b"})})), std::move(others));
}

// The paths of the plan afterwards.
std::string settled(MemReader& reader, std::vector<FileEdit> files) {
  Input input("answer.md", "");
  Plan plan;
  plan.files = std::move(files);
  edit::SettledNames result = edit::settle_names(input, plan, reader);
  CHECK(result.diagnostics.errors.empty());
  CHECK(result.diagnostics.warnings.size() == result.changed);
  std::string paths;
  for (const FileEdit& file : plan.files) paths += (paths.empty() ? "" : " ") + file.path.str();
  return paths;
}

}  // namespace

TEST_CASE("a folder too many goes when neither it nor the file is there") {
  MemReader reader;
  reader.file("src/x.c").bytes = "a\n";
  CHECK(settled(reader, {change("project/src/x.c", {"src/x.c", "x.c"})}) == "src/x.c");
  CHECK(settled(reader, {change("a/project/src/x.c", {"project/src/x.c", "src/x.c"})}) == "src/x.c");
}

TEST_CASE("a shorter name is not taken where the words before it may be none of the name") {
  MemReader reader;
  reader.file("src/x.c").bytes = "a\n";
  FileEdit entry = change("my repo/src/x.c", {"src/x.c"});
  entry.names.others[0].unless = {path("repo/src/x.c")};
  CHECK(settled(reader, {entry}) == "src/x.c");
  reader.file("repo/src/x.c").bytes = "a\n";
  CHECK(settled(reader, {entry}) == "my repo/src/x.c");
}

TEST_CASE("a name stays when its file is there, when its folder is, and when two files could be meant") {
  MemReader reader;
  reader.file("src/x.c").bytes = "a\n";
  reader.file("project").bytes = "a file of that name";
  CHECK(settled(reader, {change("project/src/x.c", {"src/x.c"})}) == "project/src/x.c");
  MemReader both;
  both.file("src/x.c").bytes = "a\n";
  both.file("x.c").bytes = "a\n";
  CHECK(settled(both, {change("project/src/x.c", {"src/x.c", "x.c"})}) == "project/src/x.c");
  MemReader there;
  there.file("project/src/x.c").bytes = "a\n";
  there.file("src/x.c").bytes = "a\n";
  CHECK(settled(there, {change("project/src/x.c", {"src/x.c"})}) == "project/src/x.c");
}

TEST_CASE("what proves nothing follows the other entries of its block, or stays") {
  MemReader reader;
  reader.file("src/x.c").bytes = "a\n";
  reader.file("src/old.c").bytes = "a\n";
  FileEdit made = with_names(of_diff(entry(Operation::create, "project/src/new.c", {hunk(0, {"+b"})})), {"src/new.c"});
  FileEdit gone = with_names(of_diff(entry(Operation::remove, "project/src/old.c")), {"src/old.c"});
  CHECK(settled(reader, {made, gone}) == "project/src/new.c project/src/old.c");
  CHECK(settled(reader, {made, gone, change("project/src/x.c", {"src/x.c"})}) == "src/new.c src/old.c src/x.c");
}

TEST_CASE("where two files could be meant, the other entries of the block tell which") {
  MemReader reader;
  reader.file("x.c").bytes = reader.file("src/x.c").bytes = "a\n";
  CHECK(settled(reader, {change("project/x.c", {"x.c"}), change("project/src/x.c", {"src/x.c", "x.c"})}) ==
      "x.c src/x.c");
}

TEST_CASE("a file that an earlier entry makes is there") {
  MemReader reader;
  reader.file("src/x.c").bytes = "a\n";
  CHECK(settled(reader,
            {of_diff(entry(Operation::create, "project/src/x.c", {hunk(0, {"+a"})})),
                change("project/src/x.c", {"src/x.c"})}) == "project/src/x.c project/src/x.c");
}

TEST_CASE("nothing can be told where another file is there that the words may mean") {
  MemReader reader;
  reader.file("notes.txt").bytes = "a\n";
  FileEdit made = change("notes.txt", {});
  made.names.rivals = {path("Change my notes.txt"), path("my notes.txt"), path("notes.txt")};
  auto said = [&](const std::vector<FileEdit>& files, std::vector<PassedOver> passed_over) {
    Input input("answer.md", "");
    Plan plan;
    plan.files = files;
    plan.passed_over = std::move(passed_over);
    std::string out;
    for (const Diagnostic& error : edit::settle_names(input, plan, reader).diagnostics.errors)
      out += std::string(info(error.code).id) + " " + error.message + "\n";
    return out;
  };
  CHECK(said({made}, {}) == "");
  CHECK(said({}, {{{path("BUILD")}, {}}}) == "");
  reader.file("my notes.txt").bytes = "b\n";
  reader.file("BUILD").bytes = "b\n";
  CHECK(said({made}, {}) ==
      "match.ambiguous the words above the block name 'notes.txt', or they name 'my notes.txt': it is not clear "
      "which\n");
  CHECK(said({}, {{{path("BUILD")}, {}}}) ==
      "match.ambiguous the words above the code block may name 'BUILD', which is there: it is not clear whether they "
      "do\n");

  // A link is refused where it is edited, and may be what is meant.
  reader.refuse("Change my notes.txt", make_error(Code::path_symlink, "a link"));
  CHECK(said({made}, {}) ==
      "match.ambiguous the words above the block name 'notes.txt', or they name 'Change my notes.txt': it is not clear "
      "which\n");
  reader.refuse("folder", make_error(Code::path_special, "a folder"));
  CHECK(said({}, {{{path("folder")}, {}}}) == "");

  // Below a link to a folder nothing is known to be there.
  reader.refuse("lnk", make_error(Code::path_symlink, "a link"));
  for (const char* name : {"lnk/nope.py", "lnk/sub", "lnk/sub/nope.py"}) {
    reader.refuse(name, make_error(Code::path_symlink, "leads through a link"));
    CHECK(said({}, {{{path(name)}, {}}}) == "");
  }
  CHECK(said({}, {{{path("lnk")}, {}}}) ==
      "match.ambiguous the words above the code block may name 'lnk', which is there: it is not clear whether they "
      "do\n");
  FileEdit below = of_diff(entry(Operation::modify, "notes.txt", {hunk(1, {"-a", "+b"})}));
  below.names.rivals = {path("lnk/nope.py")};
  CHECK(said({below}, {}) == "");
}

TEST_CASE("a file that must not be read is there: no other takes its place") {
  MemReader reader;
  reader.file("x.c").bytes = "a\n";
  reader.refuse("src/x.c", make_error(Code::path_symlink, "a link"));
  CHECK(settled(reader, {change("src/x.c", {"x.c"})}) == "src/x.c");
}

TEST_CASE("a file whose name is composed in another way is meant") {
  const std::string one = "gr\u00fc\u00dfe/\u00fc.txt", two = "gru\u0308\u00dfe/u\u0308.txt";
  for (const auto& [there, named] : {std::pair(one, two), std::pair(two, one)}) {
    MemReader reader;
    reader.file(there).bytes = "a\n";
    CHECK(settled(reader, {change(named, {})}) == there);
    CHECK(settled(reader, {of_diff(entry(Operation::create, named, {whole("x\n")}))}) == named);
  }
}

TEST_CASE("a name stays when it is there, or when two others are composed like it") {
  MemReader reader;
  reader.file("\u00fc").bytes = "a\n";
  reader.file("u\u0308").bytes = "a\n";
  CHECK(settled(reader, {change("\u00fc", {})}) == "\u00fc");
  CHECK(settled(reader, {change("u\u0308", {})}) == "u\u0308");
  reader.file("\u212b").bytes = "a\n";
  reader.file("A\u030a").bytes = "a\n";
  CHECK(settled(reader, {change("\u00c5", {})}) == "\u00c5");
}
