// Documents in the prose, without a fence: which are taken, where they end, which are refused.
#include <doctest/doctest.h>

#include "unit/answer/answer.h"
#include "unit/answer/parsed.h"

using namespace aptix;
using test::Answer;

namespace {

constexpr const char* kBundle =
    "{\n  \"root\": \".\",\n  \"files\": [\n    {\"path\": \"a\", \"operation\": \"patch\", \"patches\": [\n"
    "      {\"find\": \"x\", \"replace\": \"y\"}\n    ]}\n  ]\n}\n";

}  // namespace

TEST_CASE("a bare JSON document is found in the prose") {
  Answer answer(
      "Here:\n\n  {\n    \"root\": \".\",\n    \"files\": [{\"path\": \"a\", \"content\": \"}\"}]\n  }\n\nDone.\n");
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

TEST_CASE("text after a bare document on its line is left to the reader") {
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
  std::string document =
      "{ // it's {\n \"root\": \".\", /* } */ \"files\": [{\"path\": \"a\", \"content\": \"\\\"}\\\\\"}] }";
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
      "diff --git a/y b/z\nsimilarity index 100%\nrename from y\nrename to z\n--- a/w\n+++ b/w\n@@ -1 +1 @@\n-1\n\\ No "
      "newline at end of file\n+2\n";
  CHECK(Answer("x\n" + diff).body() == diff);
}

TEST_CASE("the signature of a mail is no removed line") {
  std::string diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n";
  CHECK(
      Answer("From 1234 Mon Sep 17 00:00:00 2001\nSubject: x\n---\n x | 2 +-\n\n" + diff + "-- \n2.39.2\n\n").body() ==
      diff);
}

TEST_CASE("empty context lines belong to a bare diff, empty lines after it do not") {
  std::string diff = "--- x\n+++ x\n@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n\n";
  CHECK(Answer(diff + "\nprose\n").body() == diff);
  std::string promised_too_much = "--- x\n+++ x\n@@ -1,40 +1,40 @@\n a\n-b\n+c\n";
  CHECK(Answer(promised_too_much + "\nThis is prose.\n").body() == promised_too_much);
}

TEST_CASE("lines beyond what the header promised stay in a bare diff") {
  std::string diff = "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n+c\n\n d\n";
  CHECK(Answer(diff + "\nprose\n").body() == diff);
}

TEST_CASE("a line that lost its space inside a hunk stays in a bare diff") {
  std::string diff = "--- x\n+++ x\n@@ -1,3 +1,3 @@\nlost\n-a\n+b\n c\n";
  CHECK(Answer(diff + "\nprose\n").body() == diff);
}

TEST_CASE("a hunk that no file name stands before is a block, so that it is refused") {
  std::string first = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n";
  std::string second = "@@ -6,2 +6,2 @@\n-f\n+F\n g\n";
  for (std::string stray : {"and then\n", "\nNow the other place:\n\n", "# next\n", "-- \n"}) {
    CAPTURE(stray);
    test::Parsed parsed(first + stray + second);
    CHECK(parsed.blocks.size() == 2);
    REQUIRE(parsed.diagnostics.errors.size() == 1);
    CHECK(parsed.diagnostics.errors[0].message == "the hunk names no file");
  }
  CHECK_FALSE(test::Parsed("```diff\n" + first + "```\n\nThen:\n\n" + second).diagnostics.ok());
  CHECK_FALSE(test::Parsed(first + "\nThen:\n@@ ... @@\n-f\n+F\n").diagnostics.ok());
  CHECK(Answer("A hunk begins with\n@@ and two ranges.\n").blocks().empty());
}

TEST_CASE("spaces and dots between two hunks are no end of a bare diff") {
  for (std::string gap : {"...\n", "\t\n", "\n...\n\n"}) {
    CAPTURE(gap);
    std::string diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n" + gap + "@@ -6,2 +6,2 @@\n-f\n+F\n g\n";
    CHECK(Answer(diff + "\nThat is all.\n").body() == diff);
  }
  std::string diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n";
  CHECK(Answer(diff + "...\nThat is all.\n").body() == diff);
}

TEST_CASE("a line that lost its space stays in a bare hunk without counts when changes follow it") {
  std::string diff = "--- a/x\n+++ b/x\n@@ @@\n-a\n+b\n c\n";
  CHECK(Answer(diff + "d\n e\n-f\n+F\n\nprose\n").body() == diff + "d\n e\n-f\n+F\n");
  CHECK(Answer(diff + "That is all.\nReally.\n\n- one\n").body() == diff);
}

TEST_CASE("lines after one that is none of a bare hunk are prose only where they cannot be of it") {
  std::string names = "--- a/x\n+++ b/x\n";
  std::string counted = names + "@@ -1,2 +1,2 @@\n-a\n+b\n c\n";
  for (const std::string& diff : {counted + "@ -5,2 +5,2 @@\n d\n-e\n+f\n", names + "@@ -1,2 +1,2 @@\n a\n\n\n-b\n+c\n",
           names + "@@ @@\n-a\nlost\n c\n", names + "@ -1 +1 @@\n-a\n+b\n",
           std::string("diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n***\n+a\n")}) {
    CAPTURE(diff);
    CHECK(Answer(diff + "\nThat is all.\n").body() == diff);
    CHECK(test::Parsed(diff + "\nThat is all.\n").diagnostics.ok() == diff.ends_with("\n\n-b\n+c\n"));
  }
  std::string lost = names + "@@ @@\n a\n-b\nc\n" + counted;
  CHECK(Answer(lost).body() == lost);
  CHECK_FALSE(test::Parsed(lost).diagnostics.ok());
  CHECK(Answer(counted + "What it does:\n- one\n+ two\n").body() == counted);
}

TEST_CASE("a bare diff may lack the line of its hunk, or have empty lines in its header") {
  std::string other = "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n";
  for (std::string diff : {"--- a/x\n+++ b/x\n-a\n+b\n", "--- a/x\n+++ b/x\n\n@@ -1 +1 @@\n-a\n+b\n",
           "--- a/x\n+++ b/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
           "diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n+first\n+second\n",
           "diff --git a/n b/n\nnew file mode 100644\n+first\n",
           "diff --git a/x b/x\n\nindex 1234567..89abcde\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"}) {
    CAPTURE(diff);
    CHECK(Answer(diff + other + "\nprose\n").body() == diff + other);
    CHECK(Answer(other + diff + "\nprose\n").body() == other + diff);
  }
  CHECK(Answer("--- one\n+++ two\n- three\n").blocks().empty());
  std::string mode = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n";
  CHECK(Answer(mode + "\nThat is all.\n").body() == mode);
  CHECK(Answer(mode + "\n- a list\n").body() == mode);
  CHECK(Answer(mode + "---\n" + kBundle).blocks().size() == 2);
}

TEST_CASE("dialects that stand bare are blocks") {
  CHECK(Answer("Ok\n*** Begin Patch\n*** Add File: x\n+```\n*** End Patch\nbye\n").body() ==
      "*** Begin Patch\n*** Add File: x\n+```\n*** End Patch\n");
  CHECK(Answer("a.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\nbye\n").body() ==
      "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n");
  CHECK(Answer("------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n").blocks().size() == 1);
  CHECK(Answer("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n").blocks().empty());
  CHECK(Answer("*** Begin Patch\ncut").body() == "*** Begin Patch\ncut");
}

TEST_CASE("an array around a bare document is one block, to the end when it is never closed") {
  std::string bundle = kBundle;
  CHECK(Answer("[\n" + bundle).body() == "[\n" + bundle);
  CHECK(Answer("[\n" + bundle + "]\nDone.\n").body() == "[\n" + bundle + "]");
  CHECK(Answer("[\n{}\n]\n" + bundle).blocks().back().body == bundle.substr(0, bundle.size() - 1));
}

TEST_CASE("a bracket too many after a bare document belongs to it") {
  std::string bundle = kBundle;
  CHECK(Answer(bundle + "\n}\nDone.\n").body() == bundle + "\n}\n");
  CHECK(Answer(bundle + "Done.\n}\n").body() == bundle.substr(0, bundle.size() - 1));
}

TEST_CASE("a document that begins after prose is taken from its brace on") {
  std::string bundle = kBundle;
  Answer answer("Here is the JSON: " + bundle + "Done.\n");
  CHECK(answer.body() == bundle.substr(0, bundle.size() - 1));
  CHECK(answer.only().line == 1);
  CHECK(Answer("Here: " + bundle.substr(0, bundle.size() - 4)).body() == bundle.substr(0, bundle.size() - 4));
  CHECK(Answer("int main() {\n}\n" + bundle).body() == bundle.substr(0, bundle.size() - 1));
}

TEST_CASE("a second document that is cut right after its first byte is a block, so that it is refused") {
  for (std::string cut :
      {"And: {", "And: {\n", "And: {\"fi", "And this: {\n  \"path\": \"a\",", "- {", "And: [", "[", "{"}) {
    CAPTURE(cut);
    CHECK(Answer("Here it is: " + std::string(kBundle) + "\n\n" + cut).blocks().size() == 2);
    test::Parsed parsed("Here it is: " + std::string(kBundle) + "\n\n" + cut);
    REQUIRE(parsed.diagnostics.errors.size() == 1);
    CHECK(parsed.diagnostics.errors[0].code == Code::json_truncated);
  }
  for (std::string prose : {"f() {\n", "Use `{` here.\n", "[x]\n", "- {\n\n```c\nx\n```\n"})
    CHECK(Answer("int " + prose + "}\n").found.ok());
}

TEST_CASE("an answer that ends inside the first lines of a document is refused") {
  for (std::string cut : {"*** B", "*** Begin Patc", "*** Update", "--- a/b.txt", "--- a/b.txt\n", "--- a", "--- b.txt",
           "--- /dev/null", "--- a/b.txt\n+++", "--- a/b.txt\n+", "diff -", "diff --git", "diff --git\n\n", "b.txt\n<",
           "`src/b.txt`\n<\n", "b.txt\n<<<<", "<<<<<<<\n", ">>>>>>> REPLACE\n<"}) {
    CAPTURE(cut);
    Answer found(std::string(kBundle) + "\n\nNext:\n\n" + cut);
    REQUIRE(found.found.diagnostics.errors.size() == 1);
    CHECK(found.found.diagnostics.errors[0].code == Code::block_unterminated);
  }
  test::Parsed in_hunk(std::string(kBundle) + "\n\nNext:\n\n--- a/b.txt\n+++ b/b.txt\n@");
  REQUIRE_FALSE(in_hunk.diagnostics.ok());
  CHECK(in_hunk.diagnostics.errors[0].code == Code::diff_truncated);
  for (std::string prose : {"---", "***", "--- Done.", "--- End ---", "-- Ann", "*** Note", "<", "x\n<", "diff", "d",
           "+ more", "@ann", "--- a/b.txt\nis the first line of it", "```\n*** Begin\n```", "<b>"}) {
    CAPTURE(prose);
    CHECK(Answer(std::string(kBundle) + "\n\nThat is it.\n" + prose).found.ok());
  }
}

TEST_CASE("keys may have their letters escaped") {
  CHECK(test::Parsed(R"({"root": ".", "f\u0069les": [{"p\u0061th": "a", "content": ""}]})").formats.at(0) == "bundle");
  CHECK(test::Parsed("```json\n"
                     R"({"p\u0061th": "a", "old\u005Fstr": "x", "new_str": "y"})"
                     "\n```\n")
            .formats.at(0) == "edit-tool");
  CHECK(Answer(R"(See {"f\u00zzles": [], "\u00": 1} there)").blocks().empty());
}

TEST_CASE(
    "a document in the middle of a line is refused, unless it is announced and ends the line, or stands in a code "
    "span") {
  const std::string document = R"({"root": ".", "files": [{"path": "a", "content": ""}]})";
  for (std::string before : {"You could send ", "> ", "* first ", "An answer looks like "}) {
    CAPTURE(before);
    Answer answer(before + document + "\n\nBut do nothing.\n");
    CHECK(answer.blocks().empty());
    REQUIRE(answer.found.diagnostics.errors.size() == 1);
    CHECK(answer.found.diagnostics.errors[0].code == Code::block_passed_over);
  }
  CHECK_FALSE(Answer("An answer holds this: " + document + " and so on.\n").found.ok());
  for (std::string mention :
      {"I used the `{\"files\": []}` form.\n", "The format is `{\"root\": \".\", \"files\": [...]}`, so:\n"}) {
    CHECK(Answer(mention).blocks().empty());
    CHECK(Answer(mention).found.ok());
  }
  for (std::string before : {"Here it is: ", "**The bundle:** ", "- ", "1. ", "  "}) {
    CAPTURE(before);
    CHECK(Answer(before + document + "\n\nDone.\n").body() == document);
  }
  CHECK(Answer("Sure {\n" + document.substr(1) + "\n").blocks().size() == 1);
}
