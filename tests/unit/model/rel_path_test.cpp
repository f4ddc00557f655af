#include "model/rel_path.h"

#include <doctest/doctest.h>

using namespace aptix;
using namespace std::string_literals;

namespace {

std::string message(std::string_view text) {
  Result<RelPath> path = RelPath::parse(text);
  return path ? "allowed" : path.error().message;
}

Code code(std::string_view text) {
  Result<RelPath> path = RelPath::parse(text);
  REQUIRE_FALSE(path);
  CHECK_FALSE(path.error().hint.empty());
  return path.error().code;
}

}  // namespace

TEST_CASE("ordinary and odd names are allowed") {
  for (std::string_view text :
      {"a", "src/main.c", "a b.txt", " lead", "trail ", "trail.", "con", "nul.txt", "-x", "--", "x.git", ".gitignore",
          ".gitattributes", ".github/workflows/ci.yml", ".gitmodules", ".git_", ".gi", "git", "git~", "git~x", "aptix",
          ".aptixrc", "a~1", "dir/~x", "~x", "~$a.docx", "ab:c", "a:b", "a:b/c", "a/b:/c", "C:x", ":", "a::$DATA",
          "...", "..a", "a..", "*?<>|\"'$`", "caf\xC3\xA9.txt", "\xE4\xB8\xAD/\xF0\x9F\x98\x80",
          "a\xE2\x80\x8D"
          "b"}) {
    CAPTURE(text);
    CHECK(message(text) == "allowed");
  }
}

TEST_CASE("each rule says what it refuses") {
  CHECK(message("") == "the path is empty");
  CHECK(message("/etc/passwd") == "the path '/etc/passwd' is absolute");
  CHECK(message("//host/share") == "the path '//host/share' is absolute");
  CHECK(message("~") == "the path '~' begins with '~'");
  CHECK(message("~/x") == "the path '~/x' begins with '~'");
  CHECK(message("~root/x") == "the path '~root/x' begins with '~'");
  CHECK(message("C:/x") == "the path 'C:/x' begins with a drive letter");
  CHECK(message("C:\\x") == "the path 'C:\\x' has a backslash");
  CHECK(message("c:") == "the path 'c:' begins with a drive letter");
  CHECK(message("a\\b") == "the path 'a\\b' has a backslash");
  CHECK(message("\\\\host\\share") == "the path '\\\\host\\share' has a backslash");
  CHECK(message("a\0b"s) == "the path 'a\\x00b' has a NUL character");
  CHECK(message("a\nb") == "the path 'a\\nb' has the control or invisible character '\\n'");
  CHECK(message("a\x7f") == "the path 'a\\x7f' has the control or invisible character '\\x7f'");
  CHECK(message("a\xC2\x9B") == "the path 'a\\u{9b}' has the control or invisible character '\\u{9b}'");
  CHECK(
      message("a\xE2\x80\xAEtxt.c") == "the path 'a\\u{202e}txt.c' has the control or invisible character '\\u{202e}'");
  CHECK(message("a\xE2\x80\xA8") == "the path 'a\\u{2028}' has the control or invisible character '\\u{2028}'");
  CHECK(message("a\xFF") == "the path 'a\\xff' is not valid UTF-8");
  CHECK(message("a\xED\xA0\x80") == "the path 'a\\xed\\xa0\\x80' is not valid UTF-8");
  CHECK(message(".") == "the path '.' has a '.' component");
  CHECK(message("./a") == "the path './a' has a '.' component");
  CHECK(message("a/./b") == "the path 'a/./b' has a '.' component");
  CHECK(message("..") == "the path '..' has a '..' component");
  CHECK(message("a/../../b") == "the path 'a/../../b' has a '..' component");
  CHECK(message("a//b") == "the path 'a//b' has an empty component");
  CHECK(message("a/") == "the path 'a/' has an empty component");
}

TEST_CASE("a refused path keeps its text for the report") {
  Result<RelPath> path = RelPath::parse("../x");
  REQUIRE_FALSE(path);
  CHECK(path.error().path == "../x");
  CHECK(path.error().code == Code::path_invalid);
  CHECK(path.error().hint == "write it relative to the root, without '..'");
}

TEST_CASE("names of 255 bytes and paths of 4095 are the limit") {
  std::string name(255, 'n');
  CHECK(message(name) == "allowed");
  CHECK(code(name + "n") == Code::path_invalid);
  std::string path;
  for (int i = 0; i < 15; ++i) path += name + "/";
  path += name.substr(1);
  path += "/";
  CHECK(path.size() == 4095);
  path.back() = 'n';
  CHECK(message(path) == "allowed");
  CHECK(code(path + "/n") == Code::path_invalid);
  CHECK(message(std::string(300, 'n')) ==
      "the path '" + std::string(200, 'n') + "...' has a name of 300 bytes; at most 255 are allowed");
}

TEST_CASE("git's folder and ours are refused in every disguise") {
  for (std::string_view text : {".git", ".git/config", "a/.git/hooks/x", ".GIT", ".Git/config", ".git.", ".git. .",
           ".git ", ".git::$INDEX_ALLOCATION/config", ".git:x", "git~1", "GIT~1/config", "git~2", "git~10", "git~1.",
           ".g\xE2\x80\x8Cit", "\xE2\x80\x8D.git", ".gi\xE2\x80\x8Dt/config", "\xEF\xBC\x8Egit", ".\xEF\xBD\x87it",
           ".g\xE2\x85\xB0t", ".aptix", ".APTIX/lock", "a/.aptix", "aptix~1", "APTIX~3", ".aptix:x",
           ".apti\xE2\x80\x8Cx"}) {
    CAPTURE(text);
    CHECK(code(text) == Code::path_reserved);
  }
  CHECK(message("a/.GIT/x") == "the path 'a/.GIT/x' leads into '.git'");
  CHECK(message(".aptix") == "the path '.aptix' leads into '.aptix'");
}

TEST_CASE("a path into our own folder is known in every disguise, and git's is not ours") {
  for (const char* path : {".aptix", ".aptix/log/1", "sub/.aptix/x", ".APTIX/x", "aptix~1/x", ".aptix./x"})
    CHECK_MESSAGE(leads_into_own_state(path), path);
  for (const char* path : {".git/config", "aptix/x", ".aptixignore", "a/b.aptix", ""})
    CHECK_MESSAGE(!leads_into_own_state(path), path);
}

TEST_CASE("a path knows its name and its parent") {
  RelPath path = *RelPath::parse("src/lib/a.c");
  CHECK(path.name() == "a.c");
  CHECK(path.parent() == "src/lib");
  CHECK(RelPath::parse("a.c")->name() == "a.c");
  CHECK(RelPath::parse("a.c")->parent() == "");
}
