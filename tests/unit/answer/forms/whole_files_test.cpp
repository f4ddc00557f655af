// Code blocks with the path of a file.
#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;

namespace {

// "path|content$" for each file, or what is wrong.
std::string files_of(const std::string& answer) {
  test::Parsed parsed(answer);
  std::string out;
  for (const FileEdit& file : parsed.plan.files) {
    CHECK(file.operation == Operation::write);
    const auto& whole = std::get<Whole>(file.edits.at(0).what);
    std::string content(whole.content);
    bool named = !whole.name_line.empty() && content.starts_with(whole.name_line);
    out += file.path.str() + "|" + (named ? content.substr(whole.name_line.size() + 1) : content) + "$";
  }
  const std::vector<Diagnostic>& errors = parsed.diagnostics.errors;
  return errors.empty() ? out : std::string(info(errors[0].code).id) + " " + errors[0].message;
}

// What is said of the content.
Whole::Told told_of(const std::string& answer) {
  test::Parsed parsed(answer);
  REQUIRE(parsed.plan.files.size() == 1);
  return std::get<Whole>(parsed.file(0).edits.at(0).what).told;
}

std::string code_block(const std::string& info, const std::string& body) {
  return "```" + info + "\n" + body + "\n```\n";
}

}  // namespace

TEST_CASE("a code block with a path is a whole file") {
  CHECK(files_of("Here:\n\nsrc/a.c\n```c\nint a;\n```\n") == "src/a.c|int a;\n$");
  CHECK(files_of("### `src/a.c`\n\n```c\nint a;\n```\n") == "src/a.c|int a;\n$");
  CHECK(files_of("```c src/a.c\nint a;\n```\n") == "src/a.c|int a;\n$");
  CHECK(files_of("```typescript // src/a.ts\nint a;\n```\n") == "src/a.ts|int a;\n$");
  CHECK(files_of("1. a.c\n   ```c\n   int a;\n     b;\n   ```\n") == "a.c|int a;\n  b;\n$");
  CHECK(files_of("a.c\n```\n```\n\nb.c\n~~~\nx\r\n~~~\n") == "a.c|$b.c|x\r\n$");
  CHECK(files_of("```python\nprint(1)\n```\n") == "");
}

TEST_CASE("an info string with two names tells no file") {
  CHECK(files_of("```c a.c, b.c\nint a;\n```\n") == "");
  CHECK(files_of("`other.c`\n```c a.c, b.c\nint a;\n```\n") == "");
  CHECK(files_of("`b.c`\n```c a.c, b.c\nint a;\n```\n") == "");
}

TEST_CASE("the first line of a code block may name its file, after the line that has to be the first") {
  auto name_line = [](const std::string& answer) {
    test::Parsed parsed(answer);
    return parsed.file(0).path.str() + "|" + std::string(std::get<Whole>(parsed.file(0).edits.at(0).what).name_line);
  };
  CHECK(name_line("```c\n// src/a.c\nint a;\n```\n") == "src/a.c|// src/a.c");
  CHECK(name_line("```python\n#!/usr/bin/python3\n# src/a.py (new)\nx\n```\n") == "src/a.py|# src/a.py (new)");
  CHECK(name_line("```php\n<?php\n// src/a.php\n$x;\n```\n") == "src/a.php|// src/a.php");
  CHECK(name_line("`src/a.ts`\n```ts\n// filepath: src/a.ts\nx\n```\n") == "src/a.ts|// filepath: src/a.ts");
  CHECK(files_of("```bash\n# src/a.c\nmake\n```\n") == "");
  CHECK(files_of("```python\n# see src/a.c\nmake\n```\n") == "");
  CHECK(files_of("```js\n// Node.js\nx\n```\n") == "");
  CHECK(files_of("```markdown\n# README.md\ntext\n```\n") == "");
}

TEST_CASE("a comment that names the block's own file is no content, whatever word and signs stand before the path") {
  for (const char* line : {"# Datei: src/a.py", "# Fichier : src/a.py", "# 文件：src/a.py", "# --- src/a.py ---",
           "# `src/a.py`", "# \xF0\x9F\x93\x84 src/a.py", "## src/a.py"}) {
    CAPTURE(line);
    CHECK(files_of("**src/a.py**\n```python\n" + std::string(line) + "\nx\n```\n") == "src/a.py|x\n$");
  }
  for (const char* line : {"# siehe auch: src/a.py", "# src/a.py holds it", "# from src/a.py", "# Usage: src/b.py"}) {
    CAPTURE(line);
    std::string body = std::string(line) + "\nx\n";
    CHECK(files_of("**src/a.py**\n```python\n" + body + "```\n") == "src/a.py|" + body + "$");
  }
  test::Parsed alone("```python\n# Datei: src/a.py\nx\n```\n");
  CHECK(std::get<Whole>(alone.file(0).edits.at(0).what).of_existing);
}

TEST_CASE("a path among letters of a script without spaces names a file that is there") {
  for (const char* line : {"修改src/a.c文件：", "src/a.cを次のように変更します。", "src/a.c를 수정합니다"}) {
    CAPTURE(line);
    test::Parsed parsed(std::string(line) + "\n\n```c\nint a;\n```\n");
    CHECK(parsed.file(0).path.str() == "src/a.c");
    CHECK(std::get<Whole>(parsed.file(0).edits.at(0).what).of_existing);
  }
  CHECK(files_of("src/a.c和src/b.c：\n\n```c\nint a;\n```\n") == "");
  CHECK(files_of("显示和/或隐藏：\n\n```c\nint a;\n```\n") == "");
  CHECK(files_of("`文档/说明.md`\n\n```md\nx\n```\n") == "文档/说明.md|x\n$");
}

TEST_CASE("a sentence makes no file of words with a slash between them") {
  auto not_new = [](const std::string& answer) {
    test::Parsed parsed(answer);
    return std::string(std::get<Whole>(parsed.file(0).edits.at(0).what).not_new);
  };
  CHECK(not_new("As `text/plain` it is:\n\n```\nx\n```\n") == "no known kind of file has a name like that");
  CHECK(not_new("Create `bin/run`:\n\n```\n#!/bin/sh\nx\n```\n") == "");
  CHECK(not_new("`bin/run`\n\n```\nx\n```\n") == "");
}

TEST_CASE("a first line with the name of a file is a remark below another one where the next line uses that file") {
  CHECK(files_of("Create `.gitignore`:\n```\n# .env\n.env\n```\n") == ".gitignore|# .env\n.env\n$");
  CHECK(files_of("**src/index.ts**\n```ts\n// button.tsx\nexport * from './button';\n```\n") ==
      "src/index.ts|// button.tsx\nexport * from './button';\n$");
}

TEST_CASE("no new file is made of code that works with a file of that name, below a sentence") {
  auto not_new = [](const std::string& above, const std::string& body) {
    test::Parsed parsed(above + "\n\n```html\n" + body + "\n```\n");
    return std::string(std::get<Whole>(parsed.file(0).edits.at(0).what).not_new);
  };
  for (const char* sentence : {"Add a link to `a.html`:", "Ein Verweis auf `a.html`:"}) {
    CAPTURE(sentence);
    CHECK(not_new(sentence, "<a href=\"a.html\">A</a>") == "the code itself works with a file of that name");
    CHECK(not_new(sentence, "<a name=\"top\"/>") == "");
  }
  CHECK(not_new("`a.html`:", "<a href=\"a.html\">A</a>") == "");
}

TEST_CASE("a path that stands for the reader's own names no file") {
  CHECK(files_of("`path/to/a.c`\n```c\nint a;\n```\n") == "");
}

TEST_CASE("a script is a file where nothing speaks for commands about it") {
  CHECK(files_of("### `run.sh`\n```bash\nmake\n```\n") == "run.sh|make\n$");
  CHECK(files_of("run.sh\n```sh\n#!/bin/sh\necho usage: run.sh\n```\n") == "run.sh|#!/bin/sh\necho usage: run.sh\n$");
  CHECK(files_of("a/notes.txt\n```text\nx\n```\n") == "a/notes.txt|x\n$");
  CHECK(files_of("### `run.sh`\n```bash\nchmod +x run.sh\n./run.sh\n```\n") == "");
  for (const char* above : {"### `main.py`", "In `main.py`:", "For `main.py`:", "main.py"})
    for (const char* language : {"bash", "Shell", "console"}) {
      CAPTURE(above);
      CHECK(files_of(std::string(above) + "\n```" + language + "\npython main.py\n```\n") == "");
    }
}

TEST_CASE("a name ends in what files of some language or tool end in") {
  for (const char* name :
      {"schema.prisma", "shader.frag", "MODULE.bazel", "config.ru", "main.bicep", "go.work", "SConstruct"}) {
    CAPTURE(name);
    CHECK(files_of("Create `" + std::string(name) + "`:\n\n```\nx\n```\n") == std::string(name) + "|x\n$");
  }
  for (const char* name : {"user.email", "this.metal", "self.storyboard"})
    CHECK(files_of("Add " + std::string(name) + ":\n\n```\nx\n```\n") == "");
}

TEST_CASE("a comment that calls what follows another file begins a second one") {
  for (const char* between : {"\n", ""})
    CHECK(files_of("```\n// FILE: a.c\nint a;\n" + std::string(between) + "// FILE: b.c\nint b;\n```\n") ==
        "block.unread the code block may hold two files: a line in it names 'b.c'");
  CHECK(files_of("--- a.c ---\n```\nint a;\n```\n") == "a.c|int a;\n$");
}

TEST_CASE("a heading in a comment may begin a second file") {
  for (const char* heading :
      {"# b.py", "# --- b.py ---", "# ===== b.py =====", "# b.py:", "# File 2: b.py", "# 2. b.py"}) {
    CAPTURE(heading);
    CHECK(files_of("```python\n# a.py\nx = 1\n\n" + std::string(heading) + "\ny = 1\n```\n") ==
        "block.unread the code block may hold two files: a line in it names 'b.py'");
  }
  for (const char* comment : {"# see b.py", "# used by b.py", "# b.py and c.py"}) {
    CAPTURE(comment);
    CHECK(files_of("```python\n# a.py\nx = 1\n\n" + std::string(comment) + "\ny = 1\n```\n").starts_with("a.py|"));
  }
}

TEST_CASE("captions have labels in many languages, before and after the path") {
  for (const char* caption : {"**src/a.c** (updated)", "### File 1 of 2: `src/a.c`", "`src/a.c` - new file",
           "**src/a.c** \xE2\x80\x94 complete file", "Datei: `src/a.c`", "Neue Datei: src/a.c",
           "### Fichier 1 sur 2 : `src/a.c` (nouveau)", "Archivo: `src/a.c`", "**Archivo completo: `src/a.c`**",
           "\xE6\x96\x87\xE4\xBB\xB6\xEF\xBC\x9A`src/a.c`", "<summary><code>src/a.c</code></summary>",
           "Then `src/a.c`:", "_src/a.c_", "**1. src/a.c**", "[src/a.c](src/a.c)", "src/a.c [new]"}) {
    CAPTURE(caption);
    CHECK(files_of(std::string(caption) + "\n\n```c\nint a;\n```\n") == "src/a.c|int a;\n$");
  }
  CHECK(files_of("**src/a.c**\n\nIt has a constant now.\n\n```c\nint a;\n```\n") == "src/a.c|int a;\n$");
}

TEST_CASE("a heading that is hardly a file names none") {
  for (const char* heading : {"### Node.js", "### Client/Server", "### v1.2", "**Vue.js**"}) {
    CAPTURE(heading);
    CHECK(files_of(std::string(heading) + "\n\n```js\nx\n```\n") == "");
  }
  CHECK(files_of("### App.js\n\n```js\nx\n```\n") == "App.js|x\n$");
}

TEST_CASE("a sentence names the only file in it, whatever it says") {
  for (const char* sentence : {"Create `src/a.c`:", "In `src/a.c`, change this:", "Ecco il file `src/a.c`:",
           "Вот новый `src/a.c`：", "So I add a test, `src/a.c`:", "As already done in `src/a.c`, set it here:",
           "The fault is in src/a.c:", "Here is `src/a.c`, which serves `/version`:", "With b.c in mind, `src/a.c`:"}) {
    CAPTURE(sentence);
    CHECK(files_of(std::string(sentence) + "\n\n```c\nint a;\n```\n") == "src/a.c|int a;\n$");
  }
  CHECK(test::Parsed("In `a.c`, put this:\n\n```c\nx\n```\n").only().find("path.repaired") != std::string::npos);
}

TEST_CASE("a sentence that names two files in the same way names none") {
  for (const char* sentence :
      {"Based on `src/b.c`, create `src/a.c`:", "`src/a.c` calls `b.c`:", "src/a.c and src/b.c:"}) {
    CAPTURE(sentence);
    CHECK(files_of(std::string(sentence) + "\n\n```c\nint a;\n```\n") == "");
  }
  CHECK(files_of("Output in `out.c`:\n\n```text\nint a;\n```\n") == "");
  CHECK(files_of("`src/a.c`\n\nBefore:\n\n```c\nint a;\n```\n") == "");
}

TEST_CASE("below a heading with a path the version after is the file, and the one before is not") {
  CHECK(files_of("## `a.yaml`\n\n### Old\n\n" + code_block("yaml", "a: 1")) == "");
  CHECK(files_of("## `a.yaml`\n\n### New\n\n" + code_block("yaml", "a: 2")) == "a.yaml|a: 2\n$");
}

TEST_CASE("a heading names each block of its section that is in the language of the file") {
  const std::string first = "### a.yaml\n\n" + code_block("yaml", "a: 1") + "\n";
  const std::string both = "a.yaml|a: 1\n$a.yaml|b: 2\n$", one = "a.yaml|a: 1\n$";
  for (const char* between : {"", "Then:\n\n", "**And:**\n\n", "What runs is this:\n```sh\nmake\n```\n",
           "In `a.yaml` again.\n\nSo:\n\n", "Neu\n\nSo:\n\n"}) {
    CAPTURE(between);
    CHECK(files_of(first + between + code_block("yml", "b: 2")) == both);
  }
  CHECK(files_of("**`a.yaml`**\n\n" + code_block("sh", "make") + "\nThen:\n\n" + code_block("yml", "b: 2")) ==
      "a.yaml|b: 2\n$");
  for (const char* between : {"Example:\n\n", "**Output**\n\nIt says:\n\n", "### Use\n\n", "### Example\n\nSo:\n\n",
           "`b.yaml` has it, too.\n\nSo:\n\n"}) {
    CAPTURE(between);
    CHECK(files_of(first + between + code_block("yml", "b: 2")) == one);
  }
  for (const char* language : {"", "js", "text", "bash"})
    CHECK(files_of(first + "Then:\n\n" + code_block(language, "b: 2")) == one);
  CHECK(files_of("`a.yaml`\n\n" + code_block("yaml", "a: 1") + "\nThen:\n\n" + code_block("yaml", "b: 2")) == one);
  CHECK(files_of(first + "`b.yaml`\n" + code_block("yaml", "x: 1") + "\nThen:\n\n" + code_block("yaml", "b: 2")) ==
      one + "b.yaml|x: 1\n$");
  CHECK(files_of("### run.sh\n\n" + code_block("sh", "#!/bin/sh\nx=1") + "\nThen:\n\n" +
            code_block("sh", "make test")) == "run.sh|#!/bin/sh\nx=1\n$");
}

TEST_CASE("content with the numbers of its lines cites the file, and words do not say what it is") {
  using Told = Whole::Told;
  for (std::string_view caption : {"`a.c`", "`a.c` (complete)", "Here is the full file `a.c`:", "`a.c` (excerpt)"})
    CHECK(told_of(std::string(caption) + "\n```c\nx\n```\n") == Told::shown);
  CHECK(told_of("```12:20:a.c\nx\n```\n") == Told::cited);
}

TEST_CASE("thoughts are passed over, and name nothing after them") {
  CHECK(files_of("<think>\na.c\n```\nx\n```\n</think>\nb.c\n```\ny\n```\n") == "b.c|y\n$");
  CHECK(files_of("<think>\na.c\n```\nx\n```\n").starts_with("input.think_unclosed"));
}

TEST_CASE("a file without its end is refused") {
  std::string whole = "src/a.c\n```c\nint a;\nint b;\n```\n";
  for (size_t cut = 1; cut + 4 < whole.size(); ++cut) {
    std::string found = files_of(whole.substr(0, cut));
    CAPTURE(found);
    CHECK((found.empty() || found.starts_with("block.unterminated")));
  }
}

TEST_CASE("JSON for a file that is no JSON is no whole file") {
  CHECK(files_of("Create `a.py`:\n\n```json\n{\"a\": 1}\n```\n") == "");
  CHECK(files_of("Create `a.json`:\n\n```json\n{\"a\": 1}\n```\n") == "a.json|{\"a\": 1}\n$");
}
