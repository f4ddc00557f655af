#include "answer/outline/extract.h"

#include <doctest/doctest.h>

#include <ctime>

#include "unit/answer/answer.h"

using namespace aptix;
using test::Answer;
using answer::extract;
using answer::Extracted;

TEST_CASE("an answer of prose alone has no block") {
  Answer answer("Nothing to do here.\n\n- a list\n\n> a quotation\n");
  CHECK(answer.blocks().empty());
  CHECK(answer.found.ok());
  CHECK(answer.found.diagnostics.warnings.empty());
  CHECK(Answer("").blocks().empty());
  CHECK(Answer("\n\n").blocks().empty());
}

TEST_CASE("a fenced block has its info string, its body and its place") {
  Answer answer("Here it is:\n\n```json  title\n{\n}\n```\nDone.\n");
  CHECK(answer.body() == "{\n}\n");
  CHECK(answer.only().form == Block::Form::fenced);
  CHECK(answer.only().info == "json  title");
  CHECK(answer.only().line == 4);
  CHECK(answer.only().closed);
  CHECK(answer.only().unindented == nullptr);
  CHECK(answer.input.bytes.substr(answer.only().offset, 3) == "{\n}");
  CHECK(answer.only().end == answer.only().offset + 4);
  CHECK(answer.only().body.data() == answer.input.bytes.data() + answer.only().offset);
}

TEST_CASE("tildes and long fences are fences, two backticks are none") {
  CHECK(Answer("~~~ diff\nx\n~~~\n").only().info == "diff");
  CHECK(Answer("~~~ a `b`\nx\n~~~\n").only().info == "a `b`");
  CHECK(Answer("`````\nx\n`````\n").body() == "x\n");
  CHECK(Answer("``\nx\n``\n").blocks().empty());
  CHECK(Answer("``` a `b`\nx\n").blocks().empty());
  CHECK(Answer("```inline``` code\nx\n").blocks().empty());
}

TEST_CASE("a fence closes with at least its own length, its own mark and nothing after it") {
  CHECK(Answer("````\n```\nx\n```\n````\n").body() == "```\nx\n```\n");
  CHECK(Answer("```\nx\n``````  \n").body() == "x\n");
  CHECK(Answer("```\n~~~\nx\n```\n").body() == "~~~\nx\n");
  CHECK(Answer("~~~\n```\nx\n~~~\n").body() == "```\nx\n");
  CHECK(Answer("```\nx\n``` json\ny\n```\n").body() == "x\n``` json\ny\n");
  CHECK(Answer("```\nx\n    ```\n```\n").body() == "x\n    ```\n");
  CHECK(Answer("```\nx\n   ```\ny\n").body() == "x\n");
}

TEST_CASE("a fence closes wherever it stands after lines of any length") {
  for (size_t length = 0; length < 70; ++length)
    for (const char* before : {"", "   ", "x\n", "x ``` y\n  z\t``` - <\n", "\n\n \n", "    ```\n"}) {
      std::string body = std::string(length, 'a') + "\n" + before;
      CAPTURE(body);
      bool indented = body.ends_with(' ');
      Answer answer("```\n" + body + "```\nafter `x`\n" + std::string(length, 'b') + "\n");
      CHECK(answer.body() == (indented ? body.substr(0, length + 1) : body));
    }
}

TEST_CASE("an empty block is a block") {
  CHECK(Answer("```\n```\n").body() == "");
  CHECK(Answer("```\n\n```\n").body() == "\n");
}

TEST_CASE("CR LF stays in the body and does not hide a fence") {
  Answer answer("Hi\r\n```json\r\n{\r\n}\r\n```\r\nbye\r\n");
  CHECK(answer.body() == "{\r\n}\r\n");
  CHECK(answer.only().info == "json");
  CHECK(answer.only().line == 3);
  CHECK(answer.only().closed);
}

TEST_CASE("a fence that is never closed goes to the end, with a warning") {
  Answer answer("a\n\n```json\n{}\n");
  CHECK(answer.body() == "{}\n");
  CHECK_FALSE(answer.only().closed);
  REQUIRE(answer.found.diagnostics.warnings.size() == 1);
  const Diagnostic& warning = answer.found.diagnostics.warnings[0];
  CHECK(warning.code == Code::fence_unclosed);
  CHECK(warning.message == "the code block that begins here has no closing fence");
  CHECK(warning.where.line == 3);
  CHECK_FALSE(Answer("```").only().closed);
}

TEST_CASE("an indented fence takes its indentation from its lines, and no more") {
  Answer answer("  ```json\n  {\n    \"a\": 1\n }\n  ```\n");
  CHECK(answer.body() == "{\n  \"a\": 1\n}\n");
  CHECK(answer.only().unindented != nullptr);
  CHECK(answer.input.bytes[answer.only().to_input(answer.input, 4)] == '"');
  CHECK(Answer("   ```\n\tx\n   ```\n").body() == "\tx\n");
}

TEST_CASE("four spaces are code, not a fence, outside of a list") {
  CHECK(Answer("    ```\n    x\n    ```\n").blocks().empty());
}

TEST_CASE("a fence inside a list item counts its indentation from the item") {
  Answer answer("1. First:\n\n   ```json\n   {\n     \"a\": 1\n   }\n   ```\n2. Second\n");
  CHECK(answer.body() == "{\n  \"a\": 1\n}\n");
  CHECK(Answer("- a\n  - b\n\n    ```\n    x\n    ```\n").body() == "x\n");
  CHECK(Answer("1) a\n   * b\n     + c\n       ```\n       x\n       ```\n").body() == "x\n");
  CHECK(Answer("100. a\n     ```\n       x\n     ```\n").body() == "  x\n");
}

TEST_CASE("a fence directly after a list marker") {
  CHECK(Answer("- ```json\n  {}\n  ```\n").body() == "{}\n");
  CHECK(Answer("1. - ```\n     x\n     ```\n").body() == "x\n");
}

TEST_CASE("a list item ends where a line stands to its left, and an open block with it") {
  Answer answer("- a\n\n  ```\n  x\nprose\n\n```\ny\n```\n");
  REQUIRE(answer.blocks().size() == 2);
  CHECK(answer.blocks()[0].body == "x\n");
  CHECK(answer.found.diagnostics.warnings.size() == 1);
  CHECK(answer.blocks()[1].body == "y\n");
}

TEST_CASE("a body to the left of its fence belongs to it when the next fence closes it") {
  CHECK(Answer("1. Use:\n   ```json\n{\n}\n   ```\n").body() == "{\n}\n");
  CHECK(Answer("1. Use:\n   ```json\n   {\n   }\n```\nprose\n").body() == "{\n}\n");
}

TEST_CASE("a quoted fence is prose, unless an edit is in it") {
  CHECK(Answer("> ```json\n> {}\n> ```\n").blocks().empty());
  CHECK(Answer("> ```sh\n> make\n> ```\n\n>>> f()\n> So it is.\n").found.ok());
  for (std::string quoted : {"> ```diff\n> --- a/a.c\n> +++ b/a.c\n> @@ -1 +1 @@\n> -x\n> +y\n> ```\n",
           "> a.c\n> <<<<<<< SEARCH\n> x\n> =======\n> y\n> >>>>>>> REPLACE\n",
           ">*** Begin Patch\n>*** Update File: a.c\n>@@\n>-x\n>+y\n>*** End Patch\n",
           "> ```json\n> {\"files\": [{\"path\": \"a\"}]}\n> ```\n",
           "  > ```\n  > <<<<<<< SEARCH\n  > x\n  > =======\n  > y\n  > >>>>>>> REPLACE\n  > ```\n"}) {
    Answer answer("You said:\n\n" + quoted + "\nWell.\n");
    CAPTURE(quoted);
    CHECK(answer.blocks().empty());
    REQUIRE_FALSE(answer.found.diagnostics.errors.empty());
    CHECK(answer.found.diagnostics.errors[0].message ==
        "there is an edit in a quote: it is not clear whether it is meant");
    CHECK(answer.found.diagnostics.errors[0].where.line == 3);
  }
}

TEST_CASE("a context line of a hunk that reads like a fence does not close the block") {
  std::string diff = "--- a/README.md\n+++ b/README.md\n@@ -1,5 +1,5 @@\n # Use\n \n ```sh\n-npm i\n+npm ci\n ```\n";
  CHECK(Answer("```diff\n" + diff + "```\nDone.\n").body() == diff);
}

TEST_CASE("a removed or added fence never closes the block") {
  std::string diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-```\n+~~~\n a\n";
  CHECK(Answer("```diff\n" + diff + "```\n").body() == diff);
}

TEST_CASE("after used-up counts an indented fence is context only when the hunk goes on") {
  std::string diff = "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n ```\n+c\n";
  CHECK(Answer("```diff\n" + diff + "```\n").body() == diff);
  CHECK(Answer("```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n ```\nDone.\n").body() ==
      "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
}

TEST_CASE("a fence at the first column closes even where the header promised more lines") {
  CHECK(Answer("```diff\n@@ -1,9 +1,9 @@\n-a\n+b\n```\nDone.\n").body() == "@@ -1,9 +1,9 @@\n-a\n+b\n");
}

TEST_CASE("a diff in an indented block keeps its spaces of context") {
  Answer answer("1. x\n\n   ```diff\n   --- a/x\n   +++ b/x\n   @@ -1,2 +1,2 @@\n    ```\n   -a\n   +b\n   ```\n");
  CHECK(answer.body() == "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n ```\n-a\n+b\n");
}

TEST_CASE("several blocks come in order") {
  Answer answer("```a\n1\n```\ntext\n~~~b\n2\n~~~\n");
  REQUIRE(answer.blocks().size() == 2);
  CHECK(answer.blocks()[0].info == "a");
  CHECK(answer.blocks()[1].body == "2\n");
  CHECK(answer.blocks()[1].line == 6);
}

TEST_CASE("a byte-order mark before the input is nothing") {
  Answer answer("\xEF\xBB\xBF{\"root\": \".\", \"files\": []}\n");
  CHECK(answer.body() == "{\"root\": \".\", \"files\": []}");
  CHECK(answer.only().line == 1);
  CHECK(Answer("\xEF\xBB\xBF```\nx\n```\n").body() == "x\n");
}

TEST_CASE("thoughts are passed over with everything in them") {
  CHECK(Answer("<think>\n```\ndraft\n```\n</think>\n\n```\nfinal\n```\n").body() == "final\n");
  CHECK(Answer("<thinking>a ``` b</thinking>```\nfinal\n```\n").body() == "final\n");
  CHECK(Answer("<think>```\n</think>\n```\nx\n```\n").only().line == 4);
  for (auto [open, close] : {std::pair("<THINK>", "</Think>"), {"[THINK]", "[/THINK]"}, {"<reasoning>", "</reasoning>"},
           {"\u25C1think\u25B7", "\u25C1/think\u25B7"}})
    CHECK(Answer(std::string(open) + "\n```\ndraft\n```\n" + close + "\n```\nfinal\n```\n").body() == "final\n");
}

TEST_CASE("a closing tag without an opening one makes all before it thoughts") {
  Answer answer(
      "I could write\n```json\n{\"files\": []}\n```\nand A patch cannot be safely generated with the information "
      "provided\n</think>\n```\nfinal\n```\n");
  CHECK(answer.body() == "final\n");
  CHECK_FALSE(answer.found.value.refusal);
  CHECK(Answer("So be it.</think>\n```\nfinal\n```\n").body() == "final\n");
  CHECK(Answer("```\ndraft\n```\n</think> </thinking></think>\n```\nfinal\n```\n").body() == "final\n");
}

TEST_CASE("a tag that is only mentioned is prose") {
  CHECK(Answer("```\nfirst\n```\nThe tag `</think>` closes thoughts, and </think> too.\n").body() == "first\n");
  CHECK(Answer("Use <think> tags.\n```\nfirst\n```\n").body() == "first\n");
}

TEST_CASE("a tag inside a block is content") {
  CHECK(Answer("```html\n<think>\nx\n</think>\n```\n").body() == "<think>\nx\n</think>\n");
  CHECK(
      Answer("{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"\n</think>\n\"}]}").blocks().size() == 1);
}

TEST_CASE("thoughts without an end mean that the answer was cut short") {
  Answer answer("ok\n<think>\n```json\n{}\n```\n");
  CHECK(answer.blocks().empty());
  REQUIRE(answer.found.diagnostics.errors.size() == 1);
  CHECK(answer.found.diagnostics.errors[0].code == Code::input_think_unclosed);
  CHECK(answer.found.diagnostics.errors[0].message ==
      "the thoughts that begin here have no '</think>', so the answer was cut short");
  CHECK(answer.found.diagnostics.errors[0].where.line == 2);
}

TEST_CASE("a byte-order mark inside a fence is nothing") {
  CHECK(Answer("```json\n\xEF\xBB\xBF{}\n```\n").body() == "{}\n");
}

TEST_CASE("the refusal sentences are found in prose, in backticks and in a quotation") {
  CHECK(Answer("Sorry.\nA patch cannot be safely generated with the information provided.\n").found.value.refusal == 7);
  CHECK(Answer("> `Unable to generate a safe Git patch; fallback to Aptix file bundle.`\n").found.value.refusal == 3);
  CHECK(Answer("```\nUnable to generate a safe Git patch\n```\n").found.value.refusal == 4);
  CHECK(Answer("> A patch cannot be safely generated with the\n  information provided.\n").found.value.refusal == 2);
  CHECK_FALSE(Answer("A patch cannot be safely\n\ngenerated.\n").found.value.refusal);
  CHECK_FALSE(Answer("```\nprint('Unable to generate a safe Git patch')\n```\n").found.value.refusal);
  CHECK_FALSE(Answer("<think>Unable to generate a safe Git patch</think>\n").found.value.refusal);
  CHECK_FALSE(Answer("fine\n").found.value.refusal);
}

TEST_CASE("a file name near a fence names its file") {
  auto hint = [](std::string text) { return Answer(std::move(text)).only().naming.path; };
  CHECK(hint("```diff src/a.c\nx\n```\n") == "src/a.c");
  CHECK(hint("```ts title=\"src/a.ts\"\nx\n```\n") == "src/a.ts");
  CHECK(hint("```json:src/a.json\nx\n```\n") == "src/a.json");
  CHECK(hint("```typescript // src/a.ts new-unified\nx\n```\n") == "src/a.ts");
  CHECK(hint("```diff a.c, b.c\nx\n```\n") == "");
  CHECK(hint("src/a.c\n```diff\nx\n```\n") == "src/a.c");
  CHECK(hint("### `src/a.c`:\n```\nx\n```\n") == "src/a.c");
  CHECK(hint("**src/__init__.py**\n```\nx\n```\n") == "src/__init__.py");
  CHECK(hint("File: Makefile.am\n```\nx\n```\n") == "Makefile.am");
  CHECK(hint("__init__.py\n```\nx\n```\n") == "__init__.py");
  CHECK(hint("src/a.c\n\n```\nx\n```\n") == "src/a.c");
  CHECK(hint("This is it.\n```python\nx\n```\n") == "");
  CHECK(hint("See https://example.com/a.c\n```c++\nx\n```\n") == "");
}

TEST_CASE("positions in a later input of a run count through the chain") {
  Input first("a.md", "hello\n");
  Input second("b.md", "x\n<think>\n", &first);
  Outcome<Extracted> found = extract(second);
  REQUIRE(found.diagnostics.errors.size() == 1);
  CHECK(found.diagnostics.errors[0].where.input == "b.md");
  CHECK(found.diagnostics.errors[0].where.line == 2);
}

TEST_CASE("hostile inputs take linear time") {
  const size_t size = 1 << 20;
  auto repeated = [&](std::string_view unit) {
    std::string text;
    while (text.size() < size) text += unit;
    return text;
  };
  // Of the processor, not of the clock on the wall: other work must not make it fail. Quadratic time is minutes; with
  // AddressSanitizer, beside other work, linear time was 12 seconds.
  auto check_time = [](const std::string& text) {
    std::clock_t start = std::clock();
    extract(Input("x", text));
    CHECK(std::clock() - start < 30 * CLOCKS_PER_SEC);
  };
  for (std::string_view unit : {"`", "```\n", "- ", "- ```\n", "{\n", "{\"a\":", "{\"a\":1,\n", "{\"files\":\n",
           "{\"a\"x\n", "--- a\n+++ b\n@@ -1,9999999 +1,9999999 @@\n",
           "> ```diff\n> --- a/x\n> +++ b/x\n> @@ -1 +1 @@\n> -a\n> +b\n> ```\n\ntext\n",
           "Say {\"files\": [{\"path\": \"a\", \"operation\": \"delete\"}]} here.\n", "\n", "1. ", "<think",
           "</think>\n", "\"", "\\", "  - ```\nx\n", "--- a\n+++ b\n@@", "<<<<<<< SEARCH\n", " ", "\t", "/*",
           "diff --git \n\n", "rename from a\nrename to b\n", "@@ x\n+b\nq\n", "  --- x\n", "    <<<<<<< SEARCH\n\n",
           "\uFF1A"})
    check_time(repeated(unit));
  check_time("--- a\n+++ b\n@@ -1,1048576 +1,1048576 @@\n" + std::string(1048576, '\n'));
  check_time(repeated("{\"files\n") + repeated("- "));
  check_time("--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n" + repeated("\n") + "--- a\n+++ b\n" + repeated("\n"));
  check_time("```text " + repeated("a.c ") + "\nx\n```\n");
  check_time(repeated("</think>") + std::string(size, '\r'));
  check_time(repeated("[{\n") + "\n```\nx\n```\n");
  std::string paths;
  for (size_t i = 0; paths.size() < size; ++i) paths += "src/a" + std::to_string(i) + ".c ";
  check_time(paths + "\n\n```c\nx\n```\n");
}

TEST_CASE("a document on the line of its fence is refused") {
  for (std::string answer : {"```json {\"root\": \".\", \"files\": []}\n```\n",
           "```json {\n\"root\": \".\", \"files\": [{\"path\": \"a\"}]}\n```\n",
           "~~~{\"path\": \"a\", \"old_str\": \"x\", \"new_str\": \"y\"}\n~~~\n"}) {
    CAPTURE(answer);
    Answer found(answer);
    REQUIRE(found.found.diagnostics.errors.size() == 1);
    CHECK(found.found.diagnostics.errors[0].message == "a document begins on the line of its fence");
  }
  CHECK(Answer("```js {1,3}\nx\n```\n```js {\"a\": 1}\nx\n```\n").found.ok());
}

TEST_CASE("too many blocks are one error") {
  std::string text;
  for (int i = 0; i < 500'000; ++i) text += "- ```json\n";
  Answer answer(text);
  CHECK(answer.blocks().empty());
  REQUIRE(answer.found.diagnostics.errors.size() == 1);
  CHECK(answer.found.diagnostics.errors[0].code == Code::limit_exceeded);
  CHECK(answer.found.diagnostics.errors[0].message == "the input has more than 10000 blocks");
  CHECK(answer.found.diagnostics.warnings.empty());
}

TEST_CASE("a refusal after very many lines is found, and no line is searched to the end of the input") {
  std::string answer;
  for (size_t i = 0; i < 300'000; ++i) answer += "<file>\n";
  Input input("reply.md", answer + "Unable to generate\na safe Git patch.\n");
  CHECK(answer::extract(input).value.refusal == answer.size());
}

TEST_CASE("an edit in a fence that is indented as code is refused, unless all of the answer is indented") {
  const std::string edit = "    ```json\n    {\"root\": \".\", \"files\": []}\n    ```\n";
  for (const std::string& text : {"Example:\n\n" + edit + "\nNo.\n", edit + "\nNo.\n"}) {
    CAPTURE(text);
    Answer refused(text);
    REQUIRE(refused.found.diagnostics.errors.size() == 1);
    CHECK(refused.found.diagnostics.errors[0].message ==
        "there is an edit in indented code: it is not clear whether it is meant");
  }
  CHECK(Answer(edit).found.ok());
  CHECK(Answer("    So:\n\n" + edit).found.ok());
  CHECK(Answer("1. So:\n\n" + edit).found.ok());
  CHECK(Answer("So:\n\n    {\"root\": \".\", \"files\": []}\n").found.ok());
  const std::string in_string =
      "Example:\n\n    ```json\n    \"{\\\"files\\\": [{\\\"path\\\": \\\"a\\\", \\\"content\\\": \\\"x\\\"}]}\"\n    "
      "```\n\nNo.\n";
  CHECK(Answer(in_string).found.diagnostics.errors.size() == 1);
}

TEST_CASE("a diff in code that is indented by four spaces is read as in a fence") {
  const std::string edit = "    --- a/x\n    +++ b/x\n    @@ -1,3 +1,3 @@\n    -a\n    +b\n\n     c\n";
  Answer answer("And:\n\n" + edit + "\nDone.\n");
  CHECK(answer.found.ok());
  REQUIRE(answer.blocks().size() == 1);
  CHECK(answer.blocks()[0].body.starts_with("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-a\n+b\n\n c\n"));
  for (std::string shown : {"And:\n" + edit, "- And:\n\n" + edit, "> And:\n\n> " + edit})
    CHECK(!Answer(shown + "\nDone.\n").found.ok());
}

TEST_CASE("an edit in indented text is refused, since code may be shown so") {
  for (std::string edit : {"  --- a/x\n  +++ b/x\n  @@ -1 +1 @@\n  -a\n  +b\n",
           "  <<<<<<< SEARCH\n  a\n  =======\n  b\n  >>>>>>> REPLACE\n"}) {
    CAPTURE(edit);
    Answer answer("See:\n\n" + edit + "\nDone.\n");
    CHECK(answer.blocks().empty());
    REQUIRE(answer.found.diagnostics.errors.size() == 1);
    CHECK(answer.found.diagnostics.errors[0].code == Code::block_passed_over);
    CHECK(answer.found.diagnostics.errors[0].where.line == 3);
  }
  CHECK(Answer("See:\n\n    --- one\n    two\n").found.ok());
}
