#include "answer/name/file_words.h"

#include <doctest/doctest.h>

namespace aptix::answer {

TEST_CASE("what is stuck to a path is seen") {
  for (const char* path : {"更新src/a.py", "文件路径:src/a.py", "src/a.py。", "src/a.py✅", "“src/a.py”", "「src/a.py」",
           "→src/a.py", "📄src/a.py", "src/a.py[new]", ".../src/a.py", "src/a.py文件"})
    CHECK_MESSAGE(has_glued(path), path);
  for (const char* path : {"src/a.py", "docs/说明.md", "app/[id]/page.tsx", "(group)/a.ts", "src/übung.py", "Makefile",
           ".gitignore", "a/…b/c.md"})
    CHECK_MESSAGE(!has_glued(path), path);
}

TEST_CASE("names of lines and of paths that stand for others are told from names of files") {
  CHECK(names_lines("src/a.py:3-9"));
  CHECK_FALSE(names_lines("src/a.py"));
  for (const char* path : {"{name}.py", "$HOME/x.py", "~/x.py", "path/to/x.py"}) CHECK_MESSAGE(is_template(path), path);
  CHECK_FALSE(is_template("src/x.py"));
}

TEST_CASE("a path that a shell completes is the name of no file") {
  for (const char* path : {"$HOME/x", "a/$B/c", "${root}/x", "$(pwd)/x", "%USERPROFILE%\\x", "~/x", "'~'/x"})
    CHECK_MESSAGE(has_variable(path), path);
  for (const char* path : {"app/$id.tsx", "Outer$Inner.class", "a~", "100%/b", "${{ name }}/x", "a/~b"})
    CHECK_MESSAGE(!has_variable(path), path);
}

}  // namespace aptix::answer
