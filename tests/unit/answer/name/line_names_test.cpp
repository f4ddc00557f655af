#include "answer/name/line_names.h"

#include <doctest/doctest.h>

#include "answer/name/file_words.h"

namespace aptix::answer {

TEST_CASE("a line that consists of a path gives it without what it is dressed with") {
  for (const char* line : {"src/a.c", "### src/a.c", "// File: src/a.c", "**`src/a.c`**:", "<!-- src/a.c -->"})
    CHECK_MESSAGE(path_in_line(line) == "src/a.c", line);
  CHECK(path_in_line("File: `run`") == "run");
  for (const char* line : {"", "run", "see src/a.c for more", "x = a / b"})
    CHECK_MESSAGE(path_in_line(line) == "", line);
}

TEST_CASE("a comment with nothing but a path names the file, and code does not") {
  CHECK(path_in_comment("# src/a.py").path == "src/a.py");
  CHECK(path_in_comment("# src/a.py (new)").path == "src/a.py");
  CHECK(path_in_comment("// --- src/a.py ---").path == "src/a.py");
  for (const char* line : {"import src/a.py", "--- src/a.py", "# - src/a.py (old)"})
    CHECK_MESSAGE(path_in_comment(line).path == "", line);
}

TEST_CASE("an info string names a file, or leaves open which") {
  CHECK(name_hint("c src/a.c") == "src/a.c");
  CHECK(name_hint("python title=\"src/a.py\"") == "src/a.py");
  CHECK(name_hint("text a.txt, b.txt") == "");
  CHECK(doubtful_names("text a.txt, b.txt") == std::vector<std::string>{"a.txt", "b.txt"});
}

TEST_CASE("a number made of signs, and tags around a path with a remark, are dress") {
  for (const char* line : {"## 1\xEF\xB8\x8F\xE2\x83\xA3 src/a.c", "<summary><code>src/a.c</code> (new)</summary>"})
    CHECK_MESSAGE(path_in_line(line) == "src/a.c", line);
}

TEST_CASE("words and a name in bold are no name with spaces") {
  CHECK(spaced_path_in_line("Hier ist deine komplette **main.tf**:") == "");
  CHECK(spaced_path_in_line("**my notes.txt**:") == "my notes.txt");
}

TEST_CASE("a language before the colon of an info string may have signs") {
  CHECK(name_hint("c++:src/util.cc") == "src/util.cc");
  CHECK(name_hint("c#:src/a.cs") == "src/a.cs");
  CHECK(name_hint("objective-c:src/a.m") == "src/a.m");
}

}  // namespace aptix::answer
