// Which file a SEARCH/REPLACE block is for.

#include <doctest/doctest.h>

#include "answer/name/line_names.h"
#include "unit/answer/search_blocks.h"

using namespace aptix;
using namespace test;

TEST_CASE("the path of a block stands above it, above its fence or in the info string") {
  CHECK(path_of("src/a.py\n" + in_python_fence(kBlock)) == "src/a.py");
  CHECK(path_of("`src/a.py`\n\n" + in_python_fence(kBlock)) == "src/a.py");
  CHECK(path_of("**File: src/a.py**\n" + in_python_fence(kBlock)) == "src/a.py");
  CHECK(path_of("### 2. `src/a.py` (new file)\n" + in_python_fence(kBlock)) == "src/a.py");
  CHECK(path_of("Now change `src/a.py`:\n" + in_python_fence(kBlock)) == "src/a.py");
  CHECK(path_of("text\n" + in_python_fence("### src/a.py\n" + kBlock)) == "src/a.py");
  CHECK(path_of("text\n" + in_python_fence("// src/a.py\n\n" + kBlock)) == "src/a.py");
  CHECK(path_of("text\n" + in_python_fence("<!-- src/a.html -->\n" + kBlock)) == "src/a.html");
  CHECK(path_of("other.py\n" + in_python_fence("# src/a.py\n" + kBlock)) == "src/a.py");
  CHECK(path_of("text\n```python src/a.py\n" + kBlock + "```\n") == "src/a.py");
  CHECK(path_of("text\n```json // package.json multi-search-replace\n" + kBlock + "```\n") == "package.json");
  CHECK(path_of("src/a.py\n" + kBlock) == "src/a.py");
  CHECK(path_of("src/a.py\n<source>python\n" + kBlock + "</source>\n") == "src/a.py");
  CHECK(path_of("Makefile\n" + in_python_fence(kBlock)) == "Makefile");
  CHECK(path_of("app/[id]/page.tsx\n" + in_python_fence(kBlock)) == "app/[id]/page.tsx");
}

TEST_CASE("an info string with two names tells no file") {
  for (std::string info : {"python not b.txt but a.txt", "python b.txt -> a.txt", "python a.txt, b.txt"}) {
    CAPTURE(info);
    std::string block = "```" + info + "\n" + kBlock + "```\n";
    CHECK(Parsed("Do this:\n\n" + block).only().find("the SEARCH/REPLACE block names no file") != std::string::npos);
    CHECK(Parsed("`other.txt`\n" + block).only().find("the SEARCH/REPLACE block names no file") != std::string::npos);
    CHECK_FALSE(Parsed("b.txt\n" + in_python_fence(kBlock) + "\nand:\n\n" + block).diagnostics.ok());
  }
  CHECK(path_of("```python linenos title=\"src/a.py\"\n" + kBlock + "```\n") == "src/a.py");
  CHECK(path_of("```python file: src/a.py\n" + kBlock + "```\n") == "src/a.py");
  CHECK(path_of("```python src/a.py (new version)\n" + kBlock + "```\n") == "src/a.py");
  CHECK(path_of("```ts:src/a.ts title=src/a.ts\n" + kBlock + "```\n") == "src/a.ts");
}

TEST_CASE("a block goes on with the file before only where that is plain") {
  CHECK(Parsed("a.py\n" + in_python_fence(kBlock + "\n" + kBlock)).file(0).edits.size() == 2);
  Parsed same("a.py\n" + in_python_fence(kBlock) + "and then in a.py, too\n" + in_python_fence(kBlock));
  CHECK(same.file(1).path.str() == "a.py");
  for (const char* line : {"then lib/b.py is next.", "lib/b.py"}) {
    Parsed next("a.py\n" + in_python_fence(kBlock) + line + "\n" + in_python_fence(kBlock));
    CHECK(next.file(1).path.str() == "lib/b.py");
  }
  Parsed other("a.py\n" + in_python_fence(kBlock) + "b.py\n" + in_python_fence(kBlock));
  CHECK(other.file(1).path.str() == "b.py");
}

TEST_CASE("a line that leads to a path is dressed in many ways") {
  for (const char* line : {"**File:** `src/a.c`", "[src/a.c]", "[src/a.c](src/a.c)",
           "=== src/a.c ===", "\xF0\x9F\x93\x84 src/a.c", "src/a.c\xEF\xBC\x9A", "Modified file: src/a.c",
           "Modify `src/a.c`", "### Changes to `src/a.c`", "### Step 1: `src/a.c`", "<file path=\"src/a.c\">",
           "<path>src/a.c</path>", "*src/a.c*", "__src/a.c__", "### src/a.c ###", "file=src/a.c"}) {
    CAPTURE(line);
    CHECK(path_of(std::string(line) + "\n" + in_python_fence(kBlock)) == "src/a.c");
  }
  for (const char* line : {"Update **src/a.c**", "Edit the existing file: src/a.c", "In `src/a.c`", "New : src/a.c"}) {
    CAPTURE(line);
    CHECK(path_of(std::string(line) + "\n" + in_python_fence(kBlock)) == "src/a.c");
  }
  CHECK(path_of("pkg/__init__.py\n" + in_python_fence(kBlock)) == "pkg/__init__.py");
  CHECK(path_of("```c:src/a.c\n" + kBlock + "```\n") == "src/a.c");
  CHECK(path_of("This is used by src/b.c too.\n" + in_python_fence(kBlock)) == "src/b.c");
  CHECK(Parsed("This is used by src/b.c and src/a.c.\n" + in_python_fence(kBlock)).plan.files.empty());
}

TEST_CASE("a block below a name that cannot be told is not for the file before") {
  for (const char* line : {"`run`", "### `run`:", "**`app/$slug.tsx`**"}) {
    CAPTURE(line);
    Parsed parsed("a.c\n" + in_python_fence(kBlock) + "\n" + line + "\n" + in_python_fence(kBlock));
    CHECK((!parsed.diagnostics.ok() || parsed.file(1).path.str() != "a.c"));
  }
  CHECK(Parsed("a.c\n" + in_python_fence(kBlock) + "\nand then `foo()`:\n" + in_python_fence(kBlock)).diagnostics.ok());
  CHECK(Parsed("src/a.c\n" + in_python_fence(kBlock) + "\n`a.c`\n" + in_python_fence(kBlock)).diagnostics.ok());
}

TEST_CASE("a name with spaces is one where the words lead to no other") {
  CHECK(path_of("`my notes.txt`\n" + in_python_fence(kBlock)) == "my notes.txt");
  CHECK(path_of("### `docs/my notes.txt`\n" + in_python_fence(kBlock)) == "docs/my notes.txt");
  CHECK(path_of("File: my notes.txt\n" + in_python_fence(kBlock)) == "my notes.txt");
  CHECK(path_of("Take this:\n\n" + in_python_fence("my notes.txt\n" + kBlock)) == "my notes.txt");
  CHECK(path_of("```txt title=\"my notes.txt\"\n" + kBlock + "```\n") == "my notes.txt");
  CHECK(path_of("```\n<<<<<<< SEARCH my notes.txt\na\n=======\nb\n>>>>>>> REPLACE\n```\n") == "my notes.txt");
  CHECK(path_of("`my notes.txt`\n<source>\n" + kBlock + "</source>\n") == "my notes.txt");
  CHECK(path_of("```ts // \"src/My Part.ts\"\n" + kBlock + "```\n") == "src/My Part.ts");
  // Nothing is created on such a word: it may be prose.
  const std::string create = "<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
  CHECK(Parsed("some notes.txt\n" + in_python_fence(create)).plan.files.empty());
  CHECK(path_of("File: some notes.txt\n" + in_python_fence(create)) == "some notes.txt");
}

TEST_CASE("a name may have signs in it that are dress elsewhere") {
  for (const char* name : {"it's.py", "[id].tsx", "(group)/page.tsx", "a+b.c", "\xE6\x97\xA5.txt"}) {
    CAPTURE(name);
    CHECK(path_of(std::string(name) + "\n" + in_python_fence(kBlock)) == name);
    CHECK(path_of("```tsx " + std::string(name) + "\n" + kBlock + "```\n") == name);
  }
  CHECK(path_of("```make title=\"Makefile\"\n" + kBlock + "```\n") == "Makefile");
}

TEST_CASE("a line that names a file goes before the heading over it, whatever it says") {
  for (const char* line : {"As described in `README.md`:", "Es ist in `README.md`:", "As described in README.md:",
           "See README.md", "Small fixes, as in README.md"}) {
    CAPTURE(line);
    CHECK(path_of("### `src/a.c`\n\n" + std::string(line) + "\n\n" + in_python_fence(kBlock)) == "README.md");
  }
  for (const char* over : {"- src/b.c\n\n", "### `src/b.c`\n\n"})
    CHECK(path_of(over + ("In `README.md`:\n" + in_python_fence(kBlock))) == "README.md");
}

TEST_CASE("a name is seen whatever is written around it") {
  auto is_rival = [](const std::string& line, const std::string& name) {
    Parsed parsed("app.py\n" + in_python_fence(kBlock) + "\n" + line + "\n\n" + in_python_fence(kBlock));
    if (!parsed.diagnostics.ok()) return true;
    const FileEdit& last = parsed.file(parsed.plan.files.size() - 1);
    const std::vector<RelPath>& rivals = last.names.rivals;
    if (last.path.str() != "app.py") return true;
    return std::any_of(rivals.begin(), rivals.end(), [&](const RelPath& rival) { return rival.str() == name; });
  };
  for (const char* form : {"And at @#L12 do this:", "Then <code>@</code> is next", "|@|second|", "Then @->x is next",
           "Then @,app.py are next", "Then @;app.py", "#@ is next", "Then file=@ is next", "Then name=\"@\" is next",
           "Then <file path=\"@\"> is next", "Then @::f is next", "Then @:12 is next", "Then @(12) is next"})
    for (const char* name : {"bar.py", "b.py", "src/a.c"}) {
      std::string line = form;
      line.replace(line.find('@'), 1, name);
      CAPTURE(line);
      CHECK(is_rival(line, name));
    }
  for (const char* line : {"run", "- run", "And then `run` goes on as it is."}) CHECK(is_rival(line, "run"));
  CHECK_FALSE(is_rival("And then it is time to run:", "run"));
}

TEST_CASE("a name may have signs in it that code is made of") {
  for (const char* name : {"app/$id.tsx", "a&b.txt", "C#/a.cs", "a,b.txt", "a~b.txt", "a=b.txt", "a;b.txt"}) {
    CAPTURE(name);
    const std::string named(name);
    CHECK(path_of("`" + named + "`\n" + in_python_fence(kBlock)) == name);
    CHECK(path_of(named + "\n" + in_python_fence(kBlock)) == name);
    CHECK(path_of("### " + named + "\n" + in_python_fence(kBlock)) == name);
    if (named.find_first_of("=;") == std::string::npos)
      CHECK(path_of(in_python_fence("`" + named + "`\n" + kBlock)) == name);
    CHECK(path_of("```tsx title=\"" + named + "\"\n" + kBlock + "```\n") == name);
    for (const std::string& line : {"Change `" + named + "`:", "```c " + named}) {
      if (line[0] == '`' && named.find('=') != named.npos) continue;  // "linenos=1" is an attribute
      Parsed parsed("a.c\n" + in_python_fence(kBlock) + "\n" + line +
          (line[0] == '`' ? "\n" + kBlock + "```\n" : "\n" + in_python_fence(kBlock)));
      if (!parsed.diagnostics.ok()) continue;
      const FileEdit& file = parsed.file(1);
      bool is_rival = std::any_of(file.names.rivals.begin(), file.names.rivals.end(),
          [&](const RelPath& rival) { return rival.str() == name; });
      CHECK((file.path.str() == name || is_rival));
    }
  }
  CHECK_FALSE(
      Parsed("a;b.txt\n" + in_python_fence("<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n")).diagnostics.ok());
  CHECK(
      path_of("`app/$id.tsx`\n" + in_python_fence("<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n")) == "app/$id.tsx");
}

TEST_CASE("a name without dot or slash is one where it stands alone") {
  for (const char* line : {"BUILD", "### BUILD", "**Makefile**", "`run`", "### `run`:", "File: `run`", "RUN"}) {
    CAPTURE(line);
    Parsed parsed("a.c\n" + in_python_fence(kBlock) + "\n" + line + "\n" + in_python_fence(kBlock));
    CHECK(parsed.diagnostics.ok());
    CHECK((parsed.file(1).path.str() != "a.c" || !parsed.file(1).names.rivals.empty()));
    CHECK(path_of(std::string(line) + "\n" + in_python_fence(kBlock)).find_first_of("# *:`") == std::string::npos);
  }
  CHECK_FALSE(Parsed("### Explanation\n" + in_python_fence(kBlock)).diagnostics.ok());
  CHECK(path_of("`a`\n" + in_python_fence(kBlock)) == "a");
  CHECK(path_of("File: `a`\n" + in_python_fence(kBlock)) == "a");
  CHECK(path_of("File: `run me now = ;`\n" + in_python_fence("<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n")) ==
      "run me now = ;");
  // Nothing is created on its word alone.
  CHECK_FALSE(Parsed("`run`\n" + in_python_fence("<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n")).diagnostics.ok());
  CHECK(path_of("### BUILD\n" + in_python_fence("<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n")) == "BUILD");
}

TEST_CASE("a heading leads over the prose below it to the block") {
  const std::string prose = "\n\nThis mends it.\n\n" + in_python_fence(kBlock);
  for (const char* heading : {"### `src/a.c`", "### src/a.c", "**src/a.c**", "`src/a.c`"})
    CHECK(path_of(heading + prose) == "src/a.c");
  for (const char* above :
      {"# v1.2", "### Fix for Node.js", "- a.c\n- b.c", "**a.c**\n**b.c**", "# a.c\n## Why", "# a.c\n```\nold\n```"}) {
    CAPTURE(std::string(above));
    CHECK_FALSE(Parsed(above + prose).diagnostics.ok());
  }
}

TEST_CASE("tags around a block lead to the path above them") {
  CHECK(path_of("<replace_in_file>\n<path>a.c</path>\n<diff>\n" + kBlock + "</diff>\n</replace_in_file>\n") == "a.c");
  CHECK(path_of("<file>\n<path>a.c</path>\n<diff>\n<content><![CDATA[\n" + kBlock +
            "]]></content>\n</diff>\n</file>\n") == "a.c");
}

TEST_CASE("a no-break space around a name is white space, inside backticks it is one of the name") {
  for (std::string_view line : {"File:\xC2\xA0src/a.c", "**File:**\xC2\xA0`src/a.c`", "\xC2\xA0src/a.c",
           "# src/a.c\xC2\xA0", "src/a.c\xC2\xA0(new)"})
    CHECK(answer::path_in_line(line) == "src/a.c");
  CHECK(answer::path_in_line("File: `src/a\xC2\xA0"
                             "b.c`") ==
      "src/a\xC2\xA0"
      "b.c");
  CHECK(answer::path_in_line("Patched\xC2\xA0src/a.c") == answer::path_in_line("Patched src/a.c"));
}
