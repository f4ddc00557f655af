// Property: whatever stands around the edits of an answer is read to its end, and makes no edit itself.
#include <doctest/doctest.h>

#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ops/apply/steps.h"

using namespace aptix;

namespace {

// The words and signs that the readers of prose look for.
constexpr std::string_view kParts[] = {"Delete", "Remove", "Rename", "Move", "Create", "Add", "Replace", "Change",
    "Update", "Insert", "Edit", "Run", "Then", "Next", "Finally", "Also", "First", "Now", "please", "Note", "Option",
    "Alternative", "alternatively", "or", "and", "to", "from", "in", "with", "line", "the file", "be deleted", "A", "1",
    "is", "no longer", "Instead", "use this instead", "ignore the above", "rest of file", "unchanged", "Lösche",
    "supprimez", "удалите", "方案", "a.py", "`a.py`", "**a.py**", "*a.py*", "\"a.py\"", "src/b.js", "`src/b.js`",
    "./a.py", "/a.py", "src/", "`add`", "->", "=>", "→", ":", "：", ",", ".", ". ", "; ", "!", "?", "…", "...", "(",
    ")", "[", "]", "{", "}", "#", "##", "###", "-", "- ", "* ", "1. ", "> ", "- [ ] ", "|", "---", "===", "*", "**",
    "_", "__", "`", "``", "~~", "<b>", "</b>", "<li>", "&amp;", "(new)", "A.PY", "NEXT", "'", "run", "do not",
    "already", "if you", "Makefile", "<details>", "</details>", "<!--", "-->", "<think>", "</think>", "\\", "/", "@@",
    "\t", "  ", "\r"};

constexpr std::string_view kEdit =
    "```json\n{\"root\": \".\", \"files\": [{\"path\": \"a.py\", \"operation\": \"patch\", "
    "\"patches\": [{\"find\": \"two\", \"replace\": \"2\"}]}]}\n```\n";

class Prose {
 public:
  explicit Prose(uint32_t seed) : random_(seed) {}

  std::string lines(size_t most) {
    std::string text;
    for (size_t count = below(most) + 1; count > 0; --count) text += line();
    return text;
  }

  size_t below(size_t count) { return random_() % count; }

 private:
  std::string line() {
    std::string text;
    for (size_t count = below(9); count > 0; --count) {
      text += kParts[below(std::size(kParts))];
      if (below(2) == 0) text += ' ';
    }
    return text + "\n";
  }

  std::mt19937 random_;
};

// The files that the answer is read to edit.
std::vector<std::string> edited_files(const std::string& text) {
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(std::make_unique<Input>("answer", text));
  std::vector<std::string> files;
  for (const FileEdit& entry : ops::read_answer(inputs, "/", {}).value.plan.files) files.push_back(entry.path.str());
  return files;
}

}  // namespace

TEST_CASE("prose of the words and signs that are looked for is read to its end, and makes no edit") {
  for (uint32_t seed = 1; seed <= 6'000; ++seed) {
    Prose prose(seed);
    std::string text = prose.lines(4);
    bool with_edit = prose.below(2) == 0;
    if (with_edit) text += "\n" + std::string(kEdit) + "\n" + prose.lines(4);
    CAPTURE(text);
    std::vector<std::string> files = edited_files(text);
    if (with_edit && !files.empty()) CHECK(files == std::vector<std::string>{"a.py"});
    else CHECK(files.empty());
  }
}
