#include "format/extract.h"

#include <doctest/doctest.h>

#include "unit/format/parsed.h"

using namespace aptix;
using format::extract;
using format::Extracted;

namespace {

struct Answer {
  Input input;
  Outcome<Extracted> found;

  explicit Answer(std::string text) : input("reply.md", std::move(text)), found(extract(input)) {}
  const std::vector<Block>& blocks() const { return found.value.blocks; }
  const Block& only() const {
    REQUIRE(blocks().size() == 1);
    return blocks()[0];
  }
  std::string body() const { return std::string(only().body); }
};

}  // namespace

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
  CHECK(answer.only().indent == 0);
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

TEST_CASE("a fence closes with at least its own length, its own mark and nothing behind") {
  CHECK(Answer("````\n```\nx\n```\n````\n").body() == "```\nx\n```\n");
  CHECK(Answer("```\nx\n``````  \n").body() == "x\n");
  CHECK(Answer("```\n~~~\nx\n```\n").body() == "~~~\nx\n");
  CHECK(Answer("~~~\n```\nx\n~~~\n").body() == "```\nx\n");
  CHECK(Answer("```\nx\n``` json\ny\n```\n").body() == "x\n``` json\ny\n");
  CHECK(Answer("```\nx\n    ```\n```\n").body() == "x\n    ```\n");
  CHECK(Answer("```\nx\n   ```\ny\n").body() == "x\n");
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
  CHECK(answer.only().indent == 2);
  CHECK(answer.only().unindented != nullptr);
  CHECK(answer.input.bytes[answer.only().to_input(answer.input, 4)] == '"');
  CHECK(Answer("   ```\n\tx\n   ```\n").body() == "\tx\n");
}

TEST_CASE("four blanks are code, not a fence, outside of a list") {
  CHECK(Answer("    ```\n    x\n    ```\n").blocks().empty());
}

TEST_CASE("a fence inside a list item counts its indentation from the item") {
  Answer answer("1. First:\n\n   ```json\n   {\n     \"a\": 1\n   }\n   ```\n2. Second\n");
  CHECK(answer.body() == "{\n  \"a\": 1\n}\n");
  CHECK(Answer("- a\n  - b\n\n    ```\n    x\n    ```\n").body() == "x\n");
  CHECK(Answer("1) a\n   * b\n     + c\n       ```\n       x\n       ```\n").body() == "x\n");
  CHECK(Answer("100. a\n     ```\n       x\n     ```\n").body() == "  x\n");
}

TEST_CASE("a fence directly behind a list marker") {
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
  for (std::string quoted : {"> ```diff\n> --- a/a.c\n> +++ b/a.c\n> @@ -1 +1 @@\n> -x\n> +y\n> ```\n", "> a.c\n> <<<<<<< SEARCH\n> x\n> =======\n> y\n> >>>>>>> REPLACE\n",
                             ">*** Begin Patch\n>*** Update File: a.c\n>@@\n>-x\n>+y\n>*** End Patch\n", "> ```json\n> {\"files\": [{\"path\": \"a\"}]}\n> ```\n", "  > ```\n  > <<<<<<< SEARCH\n  > x\n  > =======\n  > y\n  > >>>>>>> REPLACE\n  > ```\n"}) {
    Answer answer("You said:\n\n" + quoted + "\nWell.\n");
    CAPTURE(quoted);
    CHECK(answer.blocks().empty());
    REQUIRE_FALSE(answer.found.diagnostics.errors.empty());
    CHECK(answer.found.diagnostics.errors[0].message == "an edit stands in a quote: whether it is meant cannot be told");
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

TEST_CASE("behind used-up counts an indented fence is context only when the hunk goes on") {
  std::string diff = "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n ```\n+c\n";
  CHECK(Answer("```diff\n" + diff + "```\n").body() == diff);
  CHECK(Answer("```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n ```\nDone.\n").body() == "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
}

TEST_CASE("a fence at the first column closes even where the header promised more lines") {
  CHECK(Answer("```diff\n@@ -1,9 +1,9 @@\n-a\n+b\n```\nDone.\n").body() == "@@ -1,9 +1,9 @@\n-a\n+b\n");
}

TEST_CASE("a diff in an indented block keeps its blanks of context") {
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
  for (auto [open, close] : {std::pair("<THINK>", "</Think>"), {"[THINK]", "[/THINK]"}, {"<reasoning>", "</reasoning>"}, {"\u25C1think\u25B7", "\u25C1/think\u25B7"}})
    CHECK(Answer(std::string(open) + "\n```\ndraft\n```\n" + close + "\n```\nfinal\n```\n").body() == "final\n");
}

TEST_CASE("a closing tag without an opening one makes all before it thoughts") {
  Answer answer("I could write\n```json\n{\"files\": []}\n```\nand A patch cannot be safely generated with the information provided\n</think>\n```\nfinal\n```\n");
  CHECK(answer.body() == "final\n");
  CHECK_FALSE(answer.found.value.refusal);
  CHECK(Answer("So be it.</think>\n```\nfinal\n```\n").body() == "final\n");
}

TEST_CASE("a tag that is only mentioned is prose") {
  CHECK(Answer("```\nfirst\n```\nThe tag `</think>` closes thoughts, and </think> too.\n").body() == "first\n");
  CHECK(Answer("Use <think> tags.\n```\nfirst\n```\n").body() == "first\n");
}

TEST_CASE("a tag inside a block is content") {
  CHECK(Answer("```html\n<think>\nx\n</think>\n```\n").body() == "<think>\nx\n</think>\n");
  CHECK(Answer("{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"\n</think>\n\"}]}").blocks().size() == 1);
}

TEST_CASE("thoughts without an end mean that the answer was cut short") {
  Answer answer("ok\n<think>\n```json\n{}\n```\n");
  CHECK(answer.blocks().empty());
  REQUIRE(answer.found.diagnostics.errors.size() == 1);
  CHECK(answer.found.diagnostics.errors[0].code == Code::input_think_unclosed);
  CHECK(answer.found.diagnostics.errors[0].message == "the thoughts that begin here have no '</think>', so the answer was cut short");
  CHECK(answer.found.diagnostics.errors[0].where.line == 2);
}

TEST_CASE("a bare JSON document is found in the prose") {
  Answer answer("Here:\n\n  {\n    \"root\": \".\",\n    \"files\": [{\"path\": \"a\", \"content\": \"}\"}]\n  }\n\nDone.\n");
  CHECK(answer.only().form == Block::Form::bare);
  CHECK(answer.only().line == 3);
  CHECK(answer.body().front() == '{');
  CHECK(answer.body().ends_with("}]\n  }"));
}

TEST_CASE("a brace in the prose is no block") {
  CHECK(Answer("Look:\n{ not json }\n{\"a\": 1}\n{\n}\nDone.\n").blocks().empty());
  CHECK(Answer("x\n{\"files\": [\"dist\"], \"name\": \"p\"}\n").blocks().empty());
}

TEST_CASE("an input that begins with a brace is a document whatever it holds") {
  CHECK(Answer("{\"a\": 1}\n").body() == "{\"a\": 1}");
  CHECK(Answer("\n\n {\"root").body() == "{\"root");
  CHECK(Answer("{").body() == "{");
  CHECK(Answer("{oops}\n").body() == "{oops}\n");
}

TEST_CASE("a brace in front of an answer with fences is prose") {
  Answer answer("{note} see below\n```\nx\n```\n");
  CHECK(answer.body() == "x\n");
}

TEST_CASE("text behind a bare document on its line is left to the reader") {
  CHECK(Answer("{\"root\": \".\", \"files\": []}}\n").body() == "{\"root\": \".\", \"files\": []}}\n");
}

TEST_CASE("a bare document that ends early goes to the end") {
  CHECK(Answer("See:\n{\n \"root\": \".\",\n \"files\": [{\"path\": \"a\", \"con").body().starts_with("{\n \"root\""));
  CHECK(Answer("See:\n{\n \"ro").body() == "{\n \"ro");
}

TEST_CASE("a faulty document of ours is a block, so that it is refused") {
  CHECK(Answer("x\n{'root': '.', 'files': []}\n").blocks().size() == 1);
  CHECK(Answer("x\n{\"root\": \".\" \"files\": []}\n").blocks().size() == 1);
}

TEST_CASE("comments and braces in strings do not end a bare document") {
  std::string document = "{ // it's {\n \"root\": \".\", /* } */ \"files\": [{\"path\": \"a\", \"content\": \"\\\"}\\\\\"}] }";
  CHECK(Answer("x\n" + document + "\ny\n").body() == document);
}

TEST_CASE("a bare diff ends with its last hunk") {
  std::string diff = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n";
  CHECK(Answer("Here:\n\n" + diff + "\nThat is all.\n").body() == diff);
  CHECK(Answer("Here:\n" + diff + "- a list\n").body() == diff + "- a list\n");
  CHECK(Answer("Here:\n" + diff + "\n- a list\n").body() == diff);
  CHECK(Answer(diff).body() == diff);
  CHECK(Answer(diff).only().form == Block::Form::bare);
}

TEST_CASE("a bare diff without git's header needs both names and a hunk") {
  std::string diff = "--- x\n+++ x\n@@ -1 +1 @@\n-b\n+c\n";
  CHECK(Answer("Here:\n" + diff + "\nBye\n").body() == diff);
  CHECK(Answer("--- x\nno\n").blocks().empty());
  CHECK(Answer("--- x\n+++ y\nno hunk\n").blocks().empty());
  CHECK(Answer("--- x\n+++ y\n").blocks().size() == 1);
}

TEST_CASE("a bare diff of several files is one block") {
  std::string diff =
      "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n@@ -9 +9,2 @@\n q\n+r\n"
      "diff --git a/y b/z\nsimilarity index 100%\nrename from y\nrename to z\n--- a/w\n+++ b/w\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n";
  CHECK(Answer("x\n" + diff).body() == diff);
}

TEST_CASE("the signature of a mail is no removed line") {
  std::string diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n";
  CHECK(Answer("From 1234 Mon Sep 17 00:00:00 2001\nSubject: x\n---\n x | 2 +-\n\n" + diff + "-- \n2.39.2\n\n").body() == diff);
}

TEST_CASE("empty context lines belong to a bare diff, empty lines behind it do not") {
  std::string diff = "--- x\n+++ x\n@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n\n";
  CHECK(Answer(diff + "\nprose\n").body() == diff);
  std::string promised_too_much = "--- x\n+++ x\n@@ -1,40 +1,40 @@\n a\n-b\n+c\n";
  CHECK(Answer(promised_too_much + "\nThis is prose.\n").body() == promised_too_much);
}

TEST_CASE("lines beyond what the header promised stay in a bare diff") {
  std::string diff = "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n+c\n\n d\n";
  CHECK(Answer(diff + "\nprose\n").body() == diff);
}

TEST_CASE("a line that lost its blank inside a hunk stays in a bare diff") {
  std::string diff = "--- x\n+++ x\n@@ -1,3 +1,3 @@\nlost\n-a\n+b\n c\n";
  CHECK(Answer(diff + "\nprose\n").body() == diff);
}

TEST_CASE("dialects that stand bare are blocks") {
  CHECK(Answer("Ok\n*** Begin Patch\n*** Add File: x\n+```\n*** End Patch\nbye\n").body() == "*** Begin Patch\n*** Add File: x\n+```\n*** End Patch\n");
  CHECK(Answer("a.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\nbye\n").body() == "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n");
  CHECK(Answer("------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n").blocks().size() == 1);
  CHECK(Answer("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n").blocks().empty());
  CHECK(Answer("*** Begin Patch\ncut").body() == "*** Begin Patch\ncut");
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

TEST_CASE("a file name near a fence is a hint") {
  auto hint = [](std::string text) { return Answer(std::move(text)).only().name_hint; };
  CHECK(hint("```diff src/a.c\nx\n```\n") == "src/a.c");
  CHECK(hint("```ts title=\"src/a.ts\"\nx\n```\n") == "src/a.ts");
  CHECK(hint("```json:src/a.json\nx\n```\n") == "src/a.json");
  CHECK(hint("```typescript // src/a.ts new-unified\nx\n```\n") == "src/a.ts");
  CHECK(hint("src/a.c\n```diff\nx\n```\n") == "src/a.c");
  CHECK(hint("### `src/a.c`:\n```\nx\n```\n") == "src/a.c");
  CHECK(hint("**src/__init__.py**\n```\nx\n```\n") == "src/__init__.py");
  CHECK(hint("File: Makefile.am\n```\nx\n```\n") == "Makefile.am");
  CHECK(hint("__init__.py\n```\nx\n```\n") == "__init__.py");
  CHECK(hint("src/a.c\n\n```\nx\n```\n") == "");
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
  for (std::string_view unit : {"`", "```\n", "- ", "- ```\n", "{\n", "{\"a\":", "{\"a\":1,\n", "{\"files\":\n", "{\"a\"x\n", "--- a\n+++ b\n@@ -1,9999999 +1,9999999 @@\n",
                                "\n", "1. ", "<think", "</think>\n", "\"", "\\", "  - ```\nx\n", "--- a\n+++ b\n@@", "<<<<<<< SEARCH\n", " ", "\t", "/*", "diff --git \n\n"})
    extract(Input("x", repeated(unit)));
  extract(Input("x", "--- a\n+++ b\n@@ -1,1048576 +1,1048576 @@\n" + std::string(1048576, '\n')));
  extract(Input("x", repeated("{\"files\n") + repeated("- ")));
}

namespace {

constexpr const char* kBundle = "{\n  \"root\": \".\",\n  \"files\": [\n    {\"path\": \"a\", \"operation\": \"patch\", \"patches\": [\n"
                                "      {\"find\": \"x\", \"replace\": \"y\"}\n    ]}\n  ]\n}\n";

}  // namespace

TEST_CASE("an array around a bare document is one block, to the end when it is never closed") {
  std::string bundle = kBundle;
  CHECK(Answer("[\n" + bundle).body() == "[\n" + bundle);
  CHECK(Answer("[\n" + bundle + "]\nDone.\n").body() == "[\n" + bundle + "]");
  CHECK(Answer("[\n{}\n]\n" + bundle).blocks().back().body == bundle.substr(0, bundle.size() - 1));
}

TEST_CASE("a bracket too many behind a bare document belongs to it") {
  std::string bundle = kBundle;
  CHECK(Answer(bundle + "\n}\nDone.\n").body() == bundle + "\n}\n");
  CHECK(Answer(bundle + "Done.\n}\n").body() == bundle.substr(0, bundle.size() - 1));
}

TEST_CASE("a document that begins behind prose is taken from its brace on") {
  std::string bundle = kBundle;
  Answer answer("Here is the JSON: " + bundle + "Done.\n");
  CHECK(answer.body() == bundle.substr(0, bundle.size() - 1));
  CHECK(answer.only().line == 1);
  CHECK(Answer("Here: " + bundle.substr(0, bundle.size() - 4)).body() == bundle.substr(0, bundle.size() - 4));
  CHECK(Answer("int main() {\n}\n" + bundle).body() == bundle.substr(0, bundle.size() - 1));
}

TEST_CASE("a second document that is cut right behind its first byte is a block, so that it is refused") {
  for (std::string cut : {"And: {", "And: {\n", "And: {\"fi", "And this: {\n  \"path\": \"a\",", "- {", "And: [", "[", "{"}) {
    CAPTURE(cut);
    CHECK(Answer("Here it is: " + std::string(kBundle) + "\n\n" + cut).blocks().size() == 2);
    test::Parsed parsed("Here it is: " + std::string(kBundle) + "\n\n" + cut);
    REQUIRE(parsed.diagnostics.errors.size() == 1);
    CHECK(parsed.diagnostics.errors[0].code == Code::json_truncated);
  }
  for (std::string prose : {"f() {\n", "Use `{` here.\n", "[x]\n", "- {\n\n```c\nx\n```\n"}) CHECK(Answer("int " + prose + "}\n").found.ok());
}

TEST_CASE("an answer that ends inside the first lines of a document is refused") {
  for (std::string cut : {"*** B", "*** Begin Patc", "*** Update", "--- a/b.txt", "--- a/b.txt\n", "--- a", "--- b.txt", "--- /dev/null", "--- a/b.txt\n+++", "--- a/b.txt\n+", "--- a/b.txt\n+++ b/b.txt\n@",
                          "diff -", "diff --git", "diff --git\n\n", "b.txt\n<", "`src/b.txt`\n<\n", "b.txt\n<<<<", "<<<<<<<\n", ">>>>>>> REPLACE\n<"}) {
    CAPTURE(cut);
    Answer found(std::string(kBundle) + "\n\nNext:\n\n" + cut);
    REQUIRE(found.found.diagnostics.errors.size() == 1);
    CHECK(found.found.diagnostics.errors[0].code == Code::block_unterminated);
  }
  for (std::string prose : {"---", "***", "--- Done.", "--- End ---", "-- Ann", "*** Note", "<", "x\n<", "diff", "d", "+ more", "@ann", "--- a/b.txt\nis the first line of it", "```\n*** Begin\n```", "<b>"}) {
    CAPTURE(prose);
    CHECK(Answer(std::string(kBundle) + "\n\nThat is it.\n" + prose).found.ok());
  }
}

TEST_CASE("keys may have their letters escaped") {
  CHECK(test::Parsed(R"({"root": ".", "f\u0069les": [{"p\u0061th": "a", "content": ""}]})").formats.at(0) == "bundle");
  CHECK(test::Parsed("```json\n" R"({"p\u0061th": "a", "old\u005Fstr": "x", "new_str": "y"})" "\n```\n").formats.at(0) == "edit-tool");
  CHECK(Answer(R"(See {"f\u00zzles": [], "\u00": 1} there)").blocks().empty());
}

TEST_CASE("a document on the line of its fence is refused") {
  for (std::string answer : {"```json {\"root\": \".\", \"files\": []}\n```\n", "```json {\n\"root\": \".\", \"files\": [{\"path\": \"a\"}]}\n```\n", "~~~{\"path\": \"a\", \"old_str\": \"x\", \"new_str\": \"y\"}\n~~~\n"}) {
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

TEST_CASE("a refusal behind very many lines is found, and no line is searched to the end of the input") {
  std::string answer;
  for (size_t i = 0; i < 300'000; ++i) answer += "<file>\n";
  Input input("reply.md", answer + "Unable to generate\na safe Git patch.\n");
  CHECK(format::extract(input).value.refusal == answer.size());
}

TEST_CASE("a document in the middle of a line is refused, unless it is announced and ends the line, or stands in a code span") {
  const std::string document = R"({"root": ".", "files": [{"path": "a", "content": ""}]})";
  for (std::string before : {"You could send ", "> ", "* first ", "An answer looks like "}) {
    CAPTURE(before);
    Answer answer(before + document + "\n\nBut do nothing.\n");
    CHECK(answer.blocks().empty());
    REQUIRE(answer.found.diagnostics.errors.size() == 1);
    CHECK(answer.found.diagnostics.errors[0].code == Code::block_passed_over);
  }
  CHECK_FALSE(Answer("An answer holds this: " + document + " and so on.\n").found.ok());
  for (std::string mention : {"I used the `{\"files\": []}` form.\n", "The format is `{\"root\": \".\", \"files\": [...]}`, so:\n"}) {
    CHECK(Answer(mention).blocks().empty());
    CHECK(Answer(mention).found.ok());
  }
  for (std::string before : {"Here it is: ", "**The bundle:** ", "- ", "1. ", "  "}) {
    CAPTURE(before);
    CHECK(Answer(before + document + "\n\nDone.\n").body() == document);
  }
  CHECK(Answer("Sure {\n" + document.substr(1) + "\n").blocks().size() == 1);
}

TEST_CASE("a document in a block without an end ends it") {
  const std::string document = R"({"root": ".", "files": [{"path": "a", "content": ""}]})";
  for (std::string after : {"\n\nThat is it.\n", "\n``\n", "\n"}) {
    Answer answer("```json\n" + document + after);
    CAPTURE(after);
    CHECK(answer.body() == document + "\n");
    CHECK(answer.only().closed);
    CHECK(answer.found.diagnostics.warnings.size() == 1);
  }
  Answer cut("```json\n" + document.substr(0, 30) + "\n\nThat is it.\n");
  CHECK_FALSE(cut.only().closed);
}
