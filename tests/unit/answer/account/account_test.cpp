// What an answer names to be changed and no format reads.
#include "answer/account/account.h"

#include <doctest/doctest.h>

#include <ctime>
#include <string>
#include <string_view>
#include <utility>

#include "answer/format.h"
#include "unit/answer/answer.h"

using namespace aptix;
using answer::Unread;
using test::Answer;

namespace {

// A word for each kind, by how its message begins.
std::string_view word_for(const Unread& unread) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {{"cannot read the call", "call"},
      {"the result of a call", "result"}, {"cannot read the text in the tag", "tag"}, {"cannot read the block", "diff"},
      {"cannot read the code block", "file"}, {"cannot read the commands", "commands"}, {"cannot read the old", "pair"},
      {"it is not clear whether the code block is the file '{path}', or", "script"},
      {"it is not clear whether the code block is the file '{path}'", "name"},
      {"the words above the code block name more than one file: '{path}', '{other}'", "name"}};
  for (const auto& [begin, word] : kWords)
    if (std::string_view(unread.kind->what).starts_with(begin)) return word;
  return unread.kind->what;
}

// "2: call of Bash: a.c" for each, with its line.
std::string unread_in(const std::string& text) {
  Answer answer(text);
  std::vector<size_t> left;
  for (size_t i = 0; i < answer.blocks().size(); ++i)
    if (answer.blocks()[i].format == nullptr) left.push_back(i);
  std::string out;
  for (const Unread& unread : answer::unread_edits(answer.input, answer.found.value, left)) {
    if (!out.empty()) out += "; ";
    out += std::to_string(answer.input.place_of(unread.offset).line) + ": " + std::string(word_for(unread));
    if (!unread.name.empty()) out += " of " + unread.name;
    out += ": " + unread.path;
  }
  return out;
}

std::string fenced(const std::string& info, const std::string& body) { return "```" + info + "\n" + body + "\n```\n"; }

}  // namespace

TEST_CASE("a call of a tool that is not read is seen by the meaning of its fields") {
  auto call = [](const std::string& json) { return unread_in(fenced("json", json)); };
  CHECK(call(R"({"name": "RemoveNote", "args": {"target_file": "a.c"}})") == "2: call of RemoveNote: a.c");
  CHECK(call(R"({"name": "Bash", "input": {"command": "cd src && git rm a.c"}})") == "2: call of Bash: a.c");
  CHECK(call(R"({"name": "Bash", "input": {"command": "sed -i 's/1/2/' a.c"}})") == "2: call of Bash: a.c");
  CHECK(call(R"({"path": "a.c", "content": "x\n", "append": true})") == "2: call: a.c");
  CHECK(call(R"({"path": "a.c", "delete": true})") == "2: call: a.c");
  CHECK(call(R"({"path": "a.c", "op": "delete"})") == "2: call: a.c");
  CHECK(call(R"({"path": "a.c", "delete": false})") == "");
  CHECK(call(R"({"action": "update", "file": "a.c", "line": 2, "text": "x"})") == "2: call: a.c");
  CHECK(call(R"({"tool": "patcher", "target": "a.c", "before": "x", "after": "y"})") == "2: call: a.c");
  CHECK(call(R"({"file": "a.c", "new_body": "x\ny\n"})") == "2: call: a.c");
  CHECK(call(R"({"a.c": [{"line": 2, "new": "x"}]})") == "2: call: a.c");
  CHECK(call(R"({"operation": "insert", "filePath": "a.c", "lineNumber": 2, "value": "x"})") == "2: call: a.c");
  CHECK(call(R"({"path": "a.c", "updates": [{"pattern": "x", "replacement": "y"}]})") == "2: call: a.c");
  CHECK(call(R"({"name": "shell", "arguments": {"command": ["bash", "-lc", "sed -i s/1/2/ a.c"]}})") ==
      "2: call of shell: a.c");
  CHECK(call(R"({"name": "shell", "arguments": {"command": ["ls", "a.c"]}})") == "");
  // What a search, a compiler, a measurement or a plan says of a file.
  CHECK(call(R"({"action": "create", "file": "a.c", "summary": "x", "details": "y"})") == "");
  CHECK(call(R"({"file": "a.c", "line": 2, "text": "x"})") == "");
  CHECK(call(R"({"action": "review", "file": "a.c", "line": 2, "text": "x"})") == "");
  CHECK(call(R"({"a.c": [{"line": 2, "code": "E501", "text": "line too long"}]})") == "");
  CHECK(call(R"({"a.c": {"before": 12, "after": 15}})") == "");
  CHECK(call("{'path': 'a.c', 'operation': 'create', 'content': '1'}") == "2: call: a.c");
  CHECK(unread_in("<invoke name=\"Bash\">\n<parameter name=\"command\">mv a.c b.c</parameter>\n</invoke>\n") ==
      "1: call of Bash: a.c");
}

TEST_CASE("JSON that writes nothing is no call") {
  auto call = [](const std::string& json) { return unread_in(fenced("json", json)); };
  CHECK(call(R"({"name": "rewrite-tool", "version": "1.0.0", "main": "./index.js", "files": ["dist"]})") == "");
  CHECK(call(R"({"name": "Read", "input": {"file_path": "a.c"}})") == "");
  CHECK(call(R"({"name": "Bash", "input": {"command": "npm test > /dev/null"}})") == "");
  CHECK(call(R"({"name": "write_file", "parameters": {"properties": {"path": {"type": "string"}}}})") == "");
  CHECK(call(R"({"name": "edit", "path": "icons/edit.svg"})") == "");
  CHECK(call(R"([{"file": "a.c", "line": 3, "text": "unused"}])") == "");
}

TEST_CASE("a name that is not clear, and JSON for another file, are told") {
  CHECK(unread_in(fenced("python src/a.py, src/b.py", "x = 1")) == "2: name: src/a.py");
  CHECK(unread_in("From `src/a.py` to `src/b.py`:\n\n" + fenced("python", "x = 1")) == "4: name: src/a.py");
  CHECK(unread_in("Create `src/a.py`:\n\n" + fenced("json", "{\"a\": 1}")) == "4: file: src/a.py");
}

TEST_CASE("a block of a shell's language below the name of another file is either, unless a command is seen in it") {
  auto below = [](const std::string& above, const std::string& body) {
    return unread_in(above + "\n\n" + fenced("bash", body));
  };
  for (const char* above : {"Create `Makefile`:", "**Makefile**", "1. `Makefile`"})
    CHECK(below(above, "all:\n\techo hi") == "4: script: Makefile");
  CHECK(below("Create `requirements.txt`:", "flask\nrequests") == "4: script: requirements.txt");
  CHECK(below("Create `redis.conf`:", "# how much\nport 6379") == "4: script: redis.conf");
  for (const char* command : {"npm init -y", "make", "$ whatever", "./whatever", "whatever --all", "whatever | tee log",
           "whatever \\\n  more", "# first\n\ngit add .", "whatever package.json", ""}) {
    CAPTURE(command);
    CHECK(below("**package.json**", command) == "");
  }
  CHECK(below("Run `src/a.py`:", "whatever") == "4: script: src/a.py");
  CHECK(unread_in("**a.py**\n\n" + fenced("console", "whatever")) == "");
}

TEST_CASE("what is shown carries no path") {
  CHECK(unread_in("`src/a.py`\n\nBefore:\n\n" + fenced("python", "x = 1")) == "");
  CHECK(unread_in("Run `src/a.py`:\n\n" + fenced("sh", "python src/a.py\nrm -r build")) == "");
  CHECK(unread_in(fenced("markdown", "# README\ntext")) == "");
}

TEST_CASE("a block that is labelled as a diff, and commands with a here-document, are edits") {
  CHECK(unread_in("In `config.yaml`:\n\n" + fenced("diff", "-a: 1\na: 2")) == "4: diff: config.yaml");
  CHECK(unread_in(fenced("patch", "-a: 1\n+a: 2")) == "2: diff: ");
  CHECK(unread_in(fenced("bash", "cat > a.txt <<EOF\n$HOME\nEOF")) == "2: commands: a.txt");
  CHECK(unread_in(fenced("sh", "$ cat <<EOF >> \"a.txt\"\n1\nEOF")) == "2: commands: a.txt");
  CHECK(unread_in(fenced("", "tee -a docs/a.txt <<EOF\n1\nEOF")) == "2: commands: docs/a.txt");
  CHECK(unread_in(fenced("sh", "sudo tee a.txt <<EOF\n1\nEOF")) == "2: commands: a.txt");
  CHECK(unread_in(fenced("powershell", "'@ | Out-File -FilePath a.txt")) == "");
  CHECK(unread_in(fenced("bash", "cat <<EOF\n1\nEOF")) == "");
  CHECK(unread_in(fenced("bash", "sed -i 's/1/2/' src/a.c")) == "2: commands: src/a.c");
  CHECK(unread_in(fenced("bash", "npm ci\nrm -r build")) == "");
  CHECK(unread_in(fenced("bash", "cat > /tmp/x <<EOF\n1\nEOF")) == "");
}

// Of the processor, as in the test of extract(); quadratic time is minutes.
TEST_CASE("heads of tables and beginnings of calls in prose take linear time") {
  std::string tables, tags = "x ";
  for (int i = 0; i < 100'000; ++i) tables += "| old | new |\n\n";
  for (int i = 0; i < 20'000; ++i) tags += "<write_to_file><content>";
  for (const std::string& text : {tables, tags}) {
    std::clock_t start = std::clock();
    CHECK(unread_in(text) == "");
    CHECK(std::clock() - start < 30 * CLOCKS_PER_SEC);
  }
}
