#include "format/forms/whole_files.h"

#include <doctest/doctest.h>

#include "format/format.h"
#include "unit/format/parsed.h"

using namespace aptix;

namespace {

// "path|content" for each file, then what is wrong.
std::string files_of(const std::string& answer) {
  Input input("reply.md", answer);
  auto found = format::whole_files(input);
  Diagnostics said = std::move(found.diagnostics);
  Plan plan;
  for (const Block& block : found.value.blocks)
    if (!block.name_hint.empty() || !block.closed)
      said.add(format::format_named("whole").parse(input, block, {}, plan));
  std::string out;
  for (const FileEdit& file : plan.files) {
    CHECK(file.operation == Operation::write);
    out += file.path.str() + "|" + std::string(std::get<Whole>(file.edits.at(0).what).content) + "$";
  }
  if (!said.errors.empty()) out = std::string(info(said.errors[0].code).id) + " " + said.errors[0].message;
  return out;
}

}  // namespace

TEST_CASE("a code block with a path is a whole file") {
  CHECK(files_of("Here:\n\nsrc/a.c\n```c\nint a;\n```\n") == "src/a.c|int a;\n$");
  CHECK(files_of("### `src/a.c`\n\n```c\nint a;\n```\n") == "src/a.c|int a;\n$");
  CHECK(files_of("```c src/a.c\nint a;\n```\n") == "src/a.c|int a;\n$");
  CHECK(files_of("```typescript // src/a.ts\nint a;\n```\n") == "src/a.ts|int a;\n$");
  CHECK(files_of("1. a.c\n   ```c\n   int a;\n     b;\n   ```\n") == "a.c|int a;\n  b;\n$");
  CHECK(files_of("a.c\n```\n```\n\nb.c\n~~~\nx\r\n~~~\n") == "a.c|$b.c|x\r\n$");
}

TEST_CASE("an info string with two names tells no file, but that the line above may be one of them") {
  const std::string fault = "block.syntax it is not clear which file the info string of the code block names";
  CHECK(files_of("```c a.c, b.c\nint a;\n```\n") == fault);
  CHECK(files_of("```c not a.c\nint a;\n```\n") == fault);
  CHECK(files_of("`other.c`\n```c a.c, b.c\nint a;\n```\n") == fault);
  CHECK(files_of("`b.c`\n```c a.c, b.c\nint a;\n```\n") == "b.c|int a;\n$");
}

TEST_CASE("words above a code block that may be a name are neither taken nor passed over") {
  CHECK(files_of("my notes.txt\n```\na\n```\n")
            .starts_with("block.syntax it is not clear whether 'my notes.txt' is the name"));
  CHECK(files_of("`my notes.txt`\n```\na\n```\n") == "my notes.txt|a\n$");
  CHECK(files_of("See main.py\n```\na\n```\n") == "");
  CHECK(files_of("app/$id.tsx\n```\na\n```\n")
            .starts_with("block.syntax it is not clear whether 'app/$id.tsx' is the name"));
  CHECK(files_of("### `app/$id.tsx`\n```\na\n```\n") == "app/$id.tsx|a\n$");
  CHECK(files_of("```tsx app/$id.tsx\na\n```\n```sh $HOME/a.sh\na\n```\n") == "app/$id.tsx|a\n$");
}

TEST_CASE("a word above a code block that is passed over may name a file") {
  auto rivals = [](const std::string& answer) {
    Input input("reply.md", answer);
    std::string out;
    for (const std::string& rival : format::whole_files(input).value.rivals) out += rival + "|";
    return out;
  };
  CHECK(rivals("### run\n```\nx\n```\n`run`\n~~~\nx\n~~~\n") == "run|run|");
  CHECK(rivals("Now run\n```\nx\n```\nrun\n```bash\nx\n```\na.c\n```\nx\n```\n") == "|||");
  CHECK(files_of("### BUILD\n```\nx\n```\n") == "BUILD|x\n$");
  CHECK(files_of("File: `run`\n```\nx\n```\n") == "run|x\n$");
}

TEST_CASE("the first line of a code block may name its file") {
  CHECK(files_of("```c\nsrc/a.c\nint a;\n```\n") == "src/a.c|int a;\n$");
  CHECK(files_of("```c\n// FILE: src/a.c\nint a;\n```\n") == "src/a.c|int a;\n$");
  // A comment is a line of the file.
  CHECK(files_of("```c\n// src/a.c\nint a;\n```\n") == "src/a.c|// src/a.c\nint a;\n$");
  CHECK(files_of("```bash\n# src/a.c\nmake\n```\n") == "");
  CHECK(files_of("```python\n# see src/a.c\nmake\n```\n") == "");
}

TEST_CASE("a script is a file where nothing speaks for commands about it") {
  CHECK(files_of("### `run.sh`\n```bash\nmake\n```\n") == "run.sh|make\n$");
  CHECK(files_of("run.sh\n```sh\n#!/bin/sh\necho usage: run.sh\n```\n") == "run.sh|#!/bin/sh\necho usage: run.sh\n$");
  CHECK(files_of("a/notes.txt\n```text\nx\n```\n") == "a/notes.txt|x\n$");
  CHECK(files_of("```bash main.py\nmake\n```\n") == "main.py|make\n$");
}

TEST_CASE("several files may stand in one code block") {
  CHECK(files_of("```\n// FILE: a.c\nint a;\n\n// FILE: b.c\nint b;\n```\n") == "a.c|int a;\n$b.c|int b;\n$");
  CHECK(files_of("```\n// FILE: a.c\nint a;\n\n// FILE: my notes.txt\nb\n\n// FILE: \"c d.txt\"\nc\n```\n") ==
      "a.c|int a;\n$my notes.txt|b\n$c d.txt|c\n$");
  // What may be the name of the next file is no text of the one before; written in other letters it is.
  CHECK(files_of("```\n// FILE: a.c\nint a;\n\n// FILE: notes\nb\n```\n")
            .starts_with("block.syntax it is not clear which file the line names"));
  CHECK(files_of("```\n// FILE: a.c\n// File: all of it\nint a;\n```\n") == "a.c|// File: all of it\nint a;\n$");
  CHECK(files_of("```\n# File: a.py\nx\n# File: b.py\n\ny\n```\n") == "a.py|x\n$b.py|\ny\n$");
}

TEST_CASE("a file may stand between tags") {
  CHECK(files_of("<file path=\"a.c\">\nint a;\n</file>\n") == "a.c|int a;\n$");
  CHECK(files_of("<file name='a.md'>\n# A\n```sh\nmake\n```\n</file>\n<file path=\"b.c\">\n</file>\n") ==
      "a.md|# A\n```sh\nmake\n```\n$b.c|$");
  CHECK(files_of("<file path=\"a.c\">\n```c\nint a;\n```\n</file>\n") == "a.c|int a;\n$");
  CHECK(files_of("<file path=\"a.c\">int a;</file>\n").starts_with("block.syntax the file 'a.c' does not stand"));
}

TEST_CASE("a tag of a file inside a file is refused, for it may end too early") {
  std::string inner = "<list>\n<file>\na\n</file>\n<file>\nb\n</file>\n</list>\n";
  CHECK(files_of("<file path=\"a.xml\">\n" + inner + "</file>\n") ==
      "block.syntax a line '<file>' stands inside the file 'a.xml'");
  CHECK(files_of("<file path=\"a.xml\">\n<list\n</file>\nx\n</file>\n") ==
      "block.syntax the line '</file>' ends no file");
  CHECK(files_of("<file path=\"a.c\">\nx\n<file path=\"b.c\">\ny\n</file>\n")
            .starts_with("block.syntax a line '<file>' stands inside"));
  CHECK(files_of("<file path=\"a.c\">\nx\n</file>\n<file>\ny\n</file>\n") ==
      "block.syntax the line '</file>' ends no file");
  // What one line holds from its beginning to its end ends nothing.
  CHECK(files_of("<file path=\"a.xml\">\n<file src=\"x\" />\n<file>y</file>\n</file>\n") ==
      "a.xml|<file src=\"x\" />\n<file>y</file>\n$");
  CHECK(files_of("a.xml\n```xml\n" + inner + "```\n") == "a.xml|" + inner + "$");
  CHECK(files_of("<file>\n<path>a.c</path>\n```c\nint a;\n```\n</file>\n") == "a.c|int a;\n$");
}

TEST_CASE("fences between tags are the file's but for one around all of it") {
  std::string two = "```sh\nmake\n```\nand\n```sh\nmake test\n```\n";
  CHECK(files_of("<file path=\"a.md\">\n" + two + "</file>\n") == "a.md|" + two + "$");
  CHECK(files_of("<file path=\"a.md\">\n```\na\n```\nb\n```\nc\n```\n</file>\n") ==
      "a.md|```\na\n```\nb\n```\nc\n```\n$");
  CHECK(files_of("<file path=\"a.md\">\n````md\n" + two + "````\n</file>\n") == "a.md|" + two + "$");
  CHECK(files_of("<file path=\"a.md\">\n\n```md\n# A\n```sh\nmake\n```\n```\n\n</file>\n") ==
      "a.md|# A\n```sh\nmake\n```\n$");
}

TEST_CASE("fences in a file are its own where that is plain, and refused where it is not") {
  CHECK(files_of("a.md\n````md\n# A\n```\nmake\n```\n````\n") == "a.md|# A\n```\nmake\n```\n$");
  CHECK(files_of("a.md\n```md\n# A\n```sh\nmake\n```\nend\n```\n") == "a.md|# A\n```sh\nmake\n```\nend\n$");
  CHECK(files_of("a.md\n```md\n# A\n```\nmake\n```\nend\n```\n")
            .starts_with("block.syntax it is not clear whether the file before ends"));
  CHECK(files_of("a.c\n```c\nint a;\n```\n\nThen run\n```sh\nmake\n```\n") == "a.c|int a;\n$");
}

TEST_CASE("a name in a code block of a file does not begin another file") {
  const std::string unclear =
      "block.syntax it is not clear whether the file before ends above, or has this fence in it";
  const std::string start = "README.md\n```markdown\n# T\n```\n";
  CHECK(files_of(start + "p/\n\xE2\x94\x94\xE2\x94\x80\xE2\x94\x80 src/a.py\n```\nEnd\n```\n") == unclear);
  CHECK(files_of(start + "\n\xE2\x94\x94\xE2\x94\x80\xE2\x94\x80 src/a.py\n\n```\n\n```bash\nmake\n```\nEnd\n```\n") ==
      unclear);
  CHECK(files_of(start + "src/a.py\n```\nEnd\n```\n") == unclear);
  CHECK(files_of(start + "\nsrc/a.py\n```\nEnd\n```\n") == "README.md|# T\n$src/a.py|End\n$");
  CHECK(files_of("b.c\n```\nx\n```\na.c\n```\ny\n```\n") == "b.c|x\n$a.c|y\n$");
}

TEST_CASE("a file without its end is refused, with all others") {
  for (const char* answer :
      {"a.c\n```c\nint a;\n", "<file path=\"a.c\">\nint a;\n", "a.c\n```\nx\n```\n\n```\nint a;\n"})
    CHECK(files_of(answer).starts_with("block."));
  CHECK(files_of("// FILE: a.c\nint a;\n// FILE: b.c\nint b;\n").starts_with("block.syntax the file has no end mark"));
  std::string whole = "src/a.c\n```c\nint a;\nint b;\n```\n";
  for (size_t cut = 1; cut + 4 < whole.size(); ++cut) {
    std::string found = files_of(whole.substr(0, cut));
    CAPTURE(found);
    CHECK((found.empty() || found.starts_with("block.unterminated")));
  }
}

TEST_CASE("edits below a path are no whole file") {
  for (const std::string& body : std::vector<std::string>{"<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
           "--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-a\n+b\n",
           "*** Begin Patch\n*** Update File: a.c\n@@\n-a\n+b\n*** End Patch\n"}) {
    CHECK(
        files_of("a.c\n```\n" + body + "```\n") == "block.syntax the block for 'a.c' holds edits, not the whole file");
    CHECK(files_of("a.patch\n```\n" + body + "```\n") == "a.patch|" + body + "$");
  }
}

TEST_CASE("a sentence that mentions a file names none, and thoughts are passed over") {
  CHECK(files_of(
            "To run it, you would execute the `main.py` file with an interpreter:\n\n```bash\npython main.py\n```\n") ==
      "");
  CHECK(files_of("<think>\na.c\n```\nx\n```\n</think>\nb.c\n```\ny\n```\n") == "b.c|y\n$");
  CHECK(files_of("<think>\na.c\n```\nx\n```\n").starts_with("input.think_unclosed"));
  for (const char* above : {"### `main.py`", "In `main.py`:", "For `main.py`:", "main.py"})
    for (const char* language : {"bash", "Shell", "console", "text"}) {
      CAPTURE(above);
      CHECK(files_of(std::string(above) + "\n```" + language + "\npython main.py\n```\n") == "");
    }
  CHECK(files_of("### `run.sh`\n```bash\nchmod +x run.sh\n./run.sh\n```\n") == "");
  // Nor does what stood in thoughts, or before them, name what comes after.
  CHECK(files_of("a.c\n```\nx\n```\nor b.c:\nb.c\n</think>\n```\ny\n```\n") == "");
  CHECK(files_of("b.c\n</think>\n```\ny\n```\n") == "");
  CHECK(files_of("b.c\n<think>\nhm\n</think>\n```\ny\n```\n") == "");
  CHECK(files_of("<file path=\"a.c\">\nx\n</file>\n</think>\n<file>\n<path>b.c</path>\n```c\ny\n```\n</file>\n") ==
      "b.c|y\n$");
}

TEST_CASE("more blocks than are read at all are refused, and each line is counted once") {
  std::string answer;
  for (size_t i = 0; i < 10'000; ++i) answer += "<file path=\"f/" + std::to_string(i) + "\">\nx\n</file>\n";
  Input most("reply.md", answer);
  auto found = format::whole_files(most);
  CHECK(found.diagnostics.ok());
  CHECK(found.value.blocks.size() == 10'000);
  CHECK(found.value.blocks.back().line == 29'999);
  Input surplus("reply.md", answer + "a.c\n```\nx\n```\n");
  found = format::whole_files(surplus);
  CHECK(found.value.blocks.empty());
  REQUIRE(found.diagnostics.errors.size() == 1);
  CHECK(found.diagnostics.errors[0].code == Code::limit_exceeded);
  CHECK(found.diagnostics.errors[0].where.line == 30'003);
  CHECK(format::may_hold_whole_files(surplus));
  CHECK_FALSE(format::may_hold_whole_files(Input("reply.md", "Run it:\n```sh\nmake\n```\n")));
}
