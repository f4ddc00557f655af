// Comments that come where code went, whatever they say.
#include "edit/fit/bare_comments.h"

#include <doctest/doctest.h>

#include <string>

namespace aptix::edit {
namespace {

std::string found_in(std::string_view before, std::string_view after, std::string_view path = "a.c") {
  std::optional<BareComment> found = bare_comment(before, after, source_kind(path));
  return found ? std::to_string(found->line) + ": " + std::string(found->text) + " for " + std::to_string(found->lines)
               : std::string();
}

TEST_CASE("a comment in the place of two lines of code is told, in any language") {
  CHECK(found_in("a();\nb();\nc();\n", "a();\n// 计算逻辑不变\n") == "2: // 计算逻辑不变 for 2");
  CHECK(found_in("a\nb\nc\n", "a\n# Aquí va el mismo código\n", "a.py") == "2: # Aquí va el mismo código for 2");
  CHECK(found_in("<p>\n{a}\n{b}\n</p>\n", "<p>\n{/* as it was */}\n</p>\n", "a.tsx") == "2: {/* as it was */} for 2");
}

TEST_CASE("a body that keeps nothing but a comment is told, also of one line") {
  CHECK(found_in("void f() {\n  a();\n}\n", "void f() {\n  // your code here\n}\n") == "2: // your code here for 1");
  CHECK(found_in("def f():\n    a()\n", "def f():\n    # as before\n    pass\n", "a.py") == "2: # as before for 1");
}

TEST_CASE("a text of several lines that is a statement of its own is a comment, another one is code") {
  CHECK(found_in("def f():\n    a()\n    b()\n", "def f():\n    \"\"\"The rest\n    stays.\n    \"\"\"\n", "a.py") ==
      "2: \"\"\"The rest for 2");
  CHECK(found_in("a()\nb()\n", "x = \"\"\"The rest\nstays.\n\"\"\"\n", "a.py").empty());
  CHECK(found_in("f(a,\n  b)\n", "f(\n\"\"\"The rest\nstays.\n\"\"\")\n", "a.py").empty());
}

TEST_CASE("a string that is an argument of a call is code") {
  CHECK(found_in("f(\n  1,\n  2,\n  3);\n", "f(\n  \"the rest stays\");\n").empty());
  CHECK(found_in("f(\n    \"on\"\n)\n", "f(\n    \"off\"\n)\n", "a.rs").empty());
}

TEST_CASE("code that comes with the comment, or stands elsewhere, is no reason") {
  CHECK(found_in("a();\nb();\nc();\n", "a();\n// why\nd();\n").empty());
  CHECK(found_in("a();\nb();\nc();\n", "b();\nc();\na();\n// note\n").empty());
  CHECK(found_in("a();\nb();\nc();\n", "a();\n// b is not needed\nc();\n").empty());
  CHECK(found_in("a();\nb();\n", "a();\n").empty());
  CHECK(found_in("a();\nb();\nc();\n", "a();\n// b();\n// c();\n").empty());
}

TEST_CASE("a comment of signs alone stands for code like any other") {
  CHECK(found_in("a();\nb();\nc();\n", "a();\n// ~~~~\n") == "2: // ~~~~ for 2");
  CHECK(found_in("a\nb\nc\n", "a\n# -- .. --\n", "a.py") == "2: # -- .. -- for 2");
  CHECK(found_in("a();\nb();\nc();\n", "/**\n */\na();\n").empty());
}

TEST_CASE("each kind of file has its own comments") {
  struct Kind {
    const char *path, *comment;
  };
  constexpr Kind kKinds[] = {{"a.hs", "-- as it was"}, {"a.hs", "{- as it was -}"}, {"a.ml", "(* as it was *)"},
      {"a.adb", "-- as it was"}, {"a.pas", "{ as it was }"}, {"a.clj", ";; as it was"}, {"a.erl", "% as it was"},
      {"a.tex", "% as it was"}, {"a.vim", "\" as it was"}, {"a.bat", "REM as it was"}, {"a.cmd", ":: as it was"},
      {"a.vb", "' as it was"}, {"a.f90", "! as it was"}, {"a.nix", "/* as it was */"}, {"a.sass", "// as it was"},
      {"a.erb", "<%# as it was %>"}, {"a.hbs", "{{! as it was }}"}, {"a.j2", "{# as it was #}"}};
  for (const Kind& kind : kKinds) {
    CAPTURE(kind.path);
    std::string after = "first one\n" + std::string(kind.comment) + "\n";
    CHECK(found_in("first one\nsecond one\nthird one\n", after, kind.path) ==
        "2: " + std::string(kind.comment) + " for 2");
  }
  CHECK(found_in("let a = 1\nlet b = 2\nlet c = 3\n", "let a = 1\nlet b = \" as it was\"\n", "a.vim").empty());
  CHECK(found_in("a\nb\nc\n", "a\nremove c\n", "a.bat").empty());
}

TEST_CASE("a gap in a code block of a page stands for the lines that it takes the place of") {
  constexpr std::string_view kOld = "Use it:\n```js\nopen()\nread()\nwrite()\nclose()\n```\n";
  CHECK(found_in(kOld, "Use it:\n```js\nopen()\n// ... the same ...\nclose()\n```\n", "a.md") ==
      "4: // ... the same ... for 2");
  CHECK(found_in(kOld, "Use it:\n```js\nopen()\n// ...\nread()\nwrite()\nclose()\n```\n", "a.md").empty());
}

TEST_CASE("a script in a page has comments of its own") {
  constexpr std::string_view kOld = "<script>\na()\nb()\nc()\n</script>\n<p>d</p>\n";
  CHECK(found_in(kOld, "<script>\na()\n// as it was\n</script>\n<p>d</p>\n", "a.vue") == "3: // as it was for 2");
  CHECK(found_in(kOld, "<script>\na()\nd()\n</script>\n<p>// d</p>\n", "a.vue").empty());
}

TEST_CASE("a comment beside new code stands for two lines more than come") {
  constexpr std::string_view kOld = "a();\nb();\nc();\nd();\ne();\n";
  CHECK(found_in(kOld, "a();\n// as it was\nx();\ne();\n") == "2: // as it was for 2");
  CHECK(found_in(kOld, "a();\n// in two steps\nx();\ny();\ne();\n").empty());
}

}  // namespace
}  // namespace aptix::edit
