// File names in header lines: quoting, timestamps, the two halves of `diff --git`.
#include "diff/read/header_lines.h"

#include <doctest/doctest.h>

#include "diff/read/unified.h"

using namespace aptix::diff;

TEST_CASE("a plain name is not quoted, spaces included") {
  CHECK(quote_name("src/a b.c") == "src/a b.c");
  CHECK(quote_name("") == "");
}

TEST_CASE("names are quoted as git quotes them") {
  CHECK(quote_name("a\tb\"c\\d\n") == R"("a\tb\"c\\d\n")");
  CHECK(quote_name("caf\xC3\xA9") == R"("caf\303\251")");
  CHECK(quote_name("\x01\x7f") == R"("\001\177")");
}

TEST_CASE("what is quoted is read back, and the rest is left alone") {
  for (std::string_view name : {"a\tb\"c\\d\n", "caf\xC3\xA9", "\a\b\f\r\v", "\xFF\x01"}) {
    std::optional<Unquoted> read = unquote_name(quote_name(name) + " rest");
    REQUIRE(read);
    CHECK(read->name == name);
    CHECK(read->length == quote_name(name).size());
  }
}

TEST_CASE("a malformed quoted name is none") {
  for (std::string_view text : {"", "a", "\"a", R"("a\)", R"("a\x")", R"("a\40")", R"("a\477")", R"("\38")"})
    CHECK_FALSE(unquote_name(text));
}

TEST_CASE("the halves of a git header are told apart") {
  using Names = std::pair<std::string, std::string>;
  CHECK(split_git_names("a/x.c b/x.c") == Names("a/x.c", "b/x.c"));
  CHECK(split_git_names("a/some file b/some file") == Names("a/some file", "b/some file"));
  CHECK(split_git_names("a/x b/x b/x b/x") == Names("a/x b/x", "b/x b/x"));
  CHECK(split_git_names("old/dir/some file new/dir/some file") == Names("old/dir/some file", "new/dir/some file"));
  CHECK(split_git_names("x y x y") == Names("x y", "x y"));
  CHECK(split_git_names("a/old.c b/new.c") == Names("a/old.c", "b/new.c"));
  CHECK(split_git_names(R"("a/caf\303\251" "b/caf\303\251")") == Names("a/caf\xC3\xA9", "b/caf\xC3\xA9"));
  CHECK(split_git_names(R"(a/x "b/\tx")") == Names("a/x", "b/\tx"));
  CHECK(split_git_names(R"("a/\tx" b/x y)") == Names("a/\tx", "b/x y"));
}

TEST_CASE("halves that cannot be told apart are not guessed") {
  using Names = std::pair<std::string, std::string>;
  CHECK(split_git_names("a/old file b/new file") == Names());
  CHECK(split_git_names("") == Names());
  CHECK(split_git_names("x") == Names());
  CHECK(split_git_names("/") == Names());
}

TEST_CASE("a timestamp is cut off the name") {
  CHECK(header_name("a/x.c").name == "a/x.c");
  CHECK(header_name("a/x.c\t2024-05-01 10:11:12.123456789 +0200").name == "a/x.c");
  CHECK(header_name("a/x y\t").name == "a/x y");
  CHECK(header_name("x.c 2024-05-01 10:11:12.123456789 +0200").name == "x.c");
  CHECK(header_name("x.c 2024-05-01 10:11").name == "x.c");
  CHECK(header_name("x.c\t(revision 13)").name == "x.c");
  CHECK(header_name("x 2024 y").name == "x 2024 y");
  CHECK(header_name("2024-05-01 10:11:12 +0000").name == "2024-05-01 10:11:12 +0000");
  CHECK(header_name(R"("a/\tx" 2024-05-01 10:11:12 +0000)").name == "a/\tx");
  CHECK(header_name("a/x.c  ").name == "a/x.c");
}

TEST_CASE("the epoch is recognised in every zone") {
  CHECK(header_name("x\t1970-01-01 00:00:00.000000000 +0000").epoch);
  CHECK(header_name("x\t1970-01-01 01:00:00 +0100").epoch);
  CHECK(header_name("x\t1969-12-31 16:00:00.000 -0800").epoch);
  CHECK_FALSE(header_name("x\t1970-01-01 00:00:00.000000001 +0000").epoch);
  CHECK_FALSE(header_name("x\t1970-01-01 00:00:00 +0100").epoch);
  CHECK_FALSE(header_name("x\t1970-01-01 00:00:00").epoch);
  CHECK_FALSE(header_name("x\t2024-01-01 00:00:00 +0000").epoch);
}

TEST_CASE("two names of one header agree") {
  CHECK(names_agree("a/x/y.c", "b/x/y.c"));
  CHECK(names_agree("x.c", "x.c"));
  CHECK(names_agree("/dev/null", "b/x"));
  CHECK_FALSE(names_agree("a/x", "b/y"));
  CHECK_FALSE(names_agree("x", "y"));
  CHECK_FALSE(names_agree("", ""));
}
