// New imports above a changed function: where they go, and what is refused.
#include <doctest/doctest.h>

#include <string>

#include "edit/fit/steps.h"
#include "laid.h"

namespace aptix::edit {
namespace {

// What becomes of the lines above the function if a block adds these imports and changes the function.
std::string top(std::string_view imports, std::string_view new_imports, std::string_view path = "a.py") {
  bool python = path == "a.py";
  std::string head = python ? "def run(text):\n" : "int run(int text) {\n";
  std::string old_body = python ? "    return text\n" : "    return text;\n}\n";
  std::string new_body = python ? "    return other(text)\n" : "    return other(text);\n}\n";
  std::string other = python ? "\n\ndef last():\n    return 1\n" : "\n\nint last() {\n    return 1;\n}\n";
  std::string result = laid(
      std::string(imports) + "\n\n" + head + old_body + other, std::string(new_imports) + "\n" + head + new_body, path);
  size_t end = result.find("\n\n" + head);
  return end == std::string::npos || result.find(new_body + other) == std::string::npos ? result
                                                                                        : result.substr(0, end);
}

TEST_CASE("an import goes below the one that begins most like it and sorts before it") {
  CHECK(top("import os\nimport sys\n", "import re\n") == "import os\nimport re\nimport sys\n");
  CHECK(top("import os\nfrom a import b\n", "from a import c\n") == "import os\nfrom a import b\nfrom a import c\n");
  CHECK(top("from __future__ import annotations\nimport os\n", "import abc\n") ==
      "from __future__ import annotations\nimport abc\nimport os\n");
  CHECK(top("#include <a.h>\n\n#include \"own.h\"\n", "#include <b.h>\n", "a.c") ==
      "#include <a.h>\n#include <b.h>\n\n#include \"own.h\"\n");
  CHECK(top("#ifndef A_H\n#define A_H\n#include <a.h>\n", "#include <b.h>\n", "a.h") ==
      "#ifndef A_H\n#define A_H\n#include <a.h>\n#include <b.h>\n");
}

TEST_CASE("an import that is shown says where the one beside it goes") {
  CHECK(top("import os\nimport sys\n", "import sys\nimport abc\n") == "import os\nimport sys\nimport abc\n");
}

TEST_CASE("one from the same source takes the place of another if it has all of its names") {
  CHECK(top("from a import b\nimport os\n", "from a import b, c\n") == "from a import b, c\nimport os\n");
  CHECK(top("from a import b, d\n", "from a import b, c\n").starts_with("part.no_place"));
  CHECK(top("from a import b as c\n", "from a import d as c\n").starts_with("part.no_place"));
  CHECK(top("from a import b  # noqa\n", "from a import b, c\n").starts_with("part.no_place"));
}

TEST_CASE("an import is refused where lines like it may be something else, or hold for one case only") {
  CHECK(top("#ifdef WIN\n#include <a.h>\n#endif\n#include <z.h>\n", "#include <b.h>\n", "a.c").starts_with("part."));
  CHECK(top("#define X\n#include \"a.h\"\n#undef X\n", "#include \"b.h\"\n", "a.c").starts_with("part."));
  CHECK(top("import os\nos.setup()\nimport late\n", "import re\n").starts_with("part.no_place"));
  CHECK(top("import os\n", "from __future__ import annotations\n").starts_with("part.no_place"));
}

TEST_CASE("an import is refused where its name is known already") {
  CHECK(top("import os\nfrom old import other\n", "from fresh import other\n").starts_with("part.no_place"));
  CHECK(top("import os\n\nre = None\n", "import re\n").starts_with("part.no_place"));
  CHECK(top("import os\n", "from a import *\n").starts_with("part.no_place"));
}

TEST_CASE("the same import of two parts comes once") {
  std::string one = "def one():\n    return 1\n", two = "def two():\n    return 2\n";
  CHECK(laid("import os\n\n\n" + one + "\n\n" + two,
            std::vector<std::string_view>{
                "import re\n\ndef one():\n    return re\n", "import re\n\ndef two():\n    return re\n"},
            "a.py") == "import os\nimport re\n\n\ndef one():\n    return re\n\n\ndef two():\n    return re\n");
}

TEST_CASE("a part that leaves out an import which it uses does not remove it") {
  std::string old =
      "import a from './a'\nimport { send } from './send'\nimport b from './b'\n\nexport function run(x) {\n  return "
      "send(x)\n}\n\nexport function last() {\n  return a + b\n}\n";
  CHECK(
      laid(
          old, "import a from './a'\nimport b from './b'\n\nexport function run(x) {\n  return send(x, 1)\n}\n", "a.js")
          .starts_with("part.ambiguous: it would remove 'import { send } from './send'', and uses what that imports"));
}

TEST_CASE("a whole file may define what it imported before") {
  std::string rest = "export function run(x) {\n  return new Bar(x)\n}\n\nexport function last() {\n  return 1\n}\n";
  std::string now = "import { Foo } from './foo'\n\nclass Bar {\n  foo = new Foo()\n}\n\n" + rest;
  CHECK(told(fit("import { Bar } from './bar'\n\n" + rest, std::vector{PartText{now}}, "a.ts", MayBe::whole_or_part)) ==
      now);
}

}  // namespace
}  // namespace aptix::edit
