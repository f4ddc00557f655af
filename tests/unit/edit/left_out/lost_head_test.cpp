// What the head of a file brings, and of which no text can be the file without it.
#include "edit/left_out/lost_head.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

using aptix::edit::lost_head;

namespace {

// Why `rest` is not the file that is `head` and `rest`; "" when nothing speaks against it.
std::string why(std::string_view path, std::string_view head, std::string_view rest) {
  return lost_head(std::string(head) + std::string(rest), rest, path).value_or("");
}

}  // namespace

TEST_CASE("a text without the lines that load other files is not all of a file that has them") {
  struct Row {
    std::string_view path, head, rest, line;
  };
  constexpr Row kRows[] = {{"a.rb", "require 'json'\n\n", "class A\nend\n", "require"},
      {"a.swift", "import SwiftUI\n\n", "struct A: View {\n}\n", "import"},
      {"a.dart", "import 'package:a/b.dart';\n\n", "class A {}\n", "import"},
      {"a.R", "library(dplyr)\n\n", "a <- 1\n", "library("},
      {"a.scss", "@use 'sass:color';\n@import 'variables';\n\n", ".a {\n}\n", "@use"},
      {"A.cs", "using System;\n\n", "namespace A;\n", "using"},
      {"a.h", "#ifndef A_H\n#define A_H\n", "int a;\n", "#ifndef"},
      {"pubspec.yaml", "name: app\n\n", "dependencies:\n", "name:"}};
  for (const Row& row : kRows) {
    CAPTURE(row.path);
    CHECK(why(row.path, row.head, row.rest) == "it has no line '" + std::string(row.line) + "', as the file has");
    CHECK(why(row.path, "", row.rest).empty());
  }
}

TEST_CASE("one way to load or to guard takes the place of another") {
  CHECK_FALSE(lost_head("#ifndef A_H\n#define A_H\nint a;\n#endif\n", "#pragma once\nint a;\n", "a.h"));
  CHECK_FALSE(lost_head("@import 'a';\n", "@use 'a';\n", "a.scss"));
  CHECK_FALSE(lost_head("require 'a'\n", "require_relative 'a'\n", "a.rb"));
}

TEST_CASE("a component without one of its sections is not all of it") {
  CHECK(lost_head("<script>\n</script>\n<style>\n</style>\n", "<script>\n</script>\n", "a.svelte") ==
      "it has no line '<style', as the file has");
  CHECK(lost_head("<template/>\n<style scoped>\n</style>\n", "<template/>\n", "a.vue") ==
      "it has no line '<style', as the file has");
}

TEST_CASE("a module without its guard for the main program is not all of it") {
  CHECK(lost_head("x = 1\nif __name__ == \"__main__\":\n    f()\n", "x = 1\n", "a.py") ==
      "it has no line 'if __name__ ==', as the file has");
}

TEST_CASE("names of imports are looked for in scripts of components, in Lua and in PHP") {
  CHECK(why("a.svelte", "<script>\n  import { api } from './api';\n", "<script>\n  let a = api.list();\n") ==
      "it imports nothing, and uses 'api' from the head of the file");
  CHECK(why("a.lua", "local json = require(\"json\")\n", "local M = {}\nM.a = json.decode(x)\n") ==
      "it imports nothing, and uses 'json' from the head of the file");
  CHECK(
      why("a.php", "<?php\nuse App\\Models\\Post;\n", "<?php\nclass A {\n    use Tags;\n    $p = Post::all();\n}\n") ==
      "it imports nothing, and uses 'Post' from the head of the file");
}

TEST_CASE("a name of an import that went is looked for where others stay") {
  CHECK(lost_head("import os\nimport sys\nos.a(sys.b)\n", "import os\nos.a(sys.b)\n", "a.py") ==
      "it does not import 'sys', which it uses, and the file does");
  CHECK(lost_head("import { useState } from 'react';\nimport './a.css';\n",
      "import './a.css';\nconst [n, setN] = useState(0);\n", "a.js"));
  // Brought or made otherwise.
  CHECK_FALSE(lost_head("import java.util.List;\n", "import java.util.*;\nList<A> a;\n", "A.java"));
  CHECK_FALSE(
      lost_head("import { add } from 'a';\n", "import b from 'b';\nconst { c, add } = b();\nadd(1);\n", "a.js"));
  CHECK_FALSE(lost_head("import json\nimport os\n", "import os\nfor json in a:\n    json.b()\n", "a.py"));
  for (const char* line : {"all((row) => row.id);", "for (const [i, row] of all) row.id();",
           "try {} catch (row) { row.id; }", "const a = {\n  row,\n}; row.id;"}) {
    CAPTURE(line);
    CHECK_FALSE(lost_head("import { row } from 'a';\nimport './b';\n", std::string("import './b';\n") + line, "a.js"));
  }
  CHECK_FALSE(lost_head("<?php\nuse A\\Log;\nuse A\\Net;\n", "<?php\nuse A\\Net;\n\\A\\Log::info(1);\n", "a.php"));
  CHECK_FALSE(lost_head("use std::fs;\nuse std::env;\n", "use std::env;\nfn f() { std::fs::read(a); }\n", "a.rs"));
}

TEST_CASE("a head that nothing uses may go") {
  CHECK(why("a.lua", "local json = require(\"json\")\n", "local M = {}\nreturn M\n").empty());
  CHECK(why("a.php", "<?php\nuse App\\Models\\Post;\n", "<?php\nclass A {\n}\n").empty());
  CHECK(why("a.vue", "<script>\nexport default {}\n</script>\n", "<script setup>\n</script>\n").empty());
}
