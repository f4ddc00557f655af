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

TEST_CASE("a file is written in each language that its kind is called by") {
  constexpr std::pair<const char*, const char*> kFits[] = {{"yml", "a.yaml"}, {"yaml", "ci.yml"}, {"js", "a.mjs"},
      {"javascript", "a.js"}, {"tsx", "a.ts"}, {"Python", "a.py"}, {"docker", "12/Dockerfile"},
      {"dockerfile", "Dockerfile.dev"}, {"make", "Makefile"}, {"makefile", "rules.mk"}, {"cmake", "CMakeLists.txt"},
      {"bash", "run.sh"}, {"c++", "a.cc"}, {"c", "a.h"}, {"hcl", "a.tf"}, {"foo", "a.foo"}, {"ruby", "Gemfile"},
      {"html", "a.vue"}, {"ts {3-4}", "a.ts"}};
  for (const auto& [language, path] : kFits) CHECK_MESSAGE(is_language_of(language, path), path);
  constexpr std::pair<const char*, const char*> kOthers[] = {{"", "a.ts"}, {"js", "a.ts"}, {"bash", "a.py"},
      {"text", "a.txt"}, {"json", "a.js"}, {"diff", "a.c"}, {"bash", "Makefile"}, {"c", "a.cpp"}};
  for (const auto& [language, path] : kOthers) CHECK_MESSAGE(!is_language_of(language, path), path);
}

TEST_CASE("a path that a shell completes is the name of no file") {
  for (const char* path : {"$HOME/x", "a/$B/c", "${root}/x", "$(pwd)/x", "%USERPROFILE%\\x", "~/x", "'~'/x"})
    CHECK_MESSAGE(has_variable(path), path);
  for (const char* path : {"app/$id.tsx", "Outer$Inner.class", "a~", "100%/b", "${{ name }}/x", "a/~b"})
    CHECK_MESSAGE(!has_variable(path), path);
}

}  // namespace aptix::answer
