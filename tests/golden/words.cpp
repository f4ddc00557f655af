// Property: what an answer does hangs on its structure, and not on its words. The prose of each answer gets other
// words, or its captions are translated, with the same paths, code spans, labels and signs in the same places: the exit
// code and the tree are the same. The answers are those of the golden cases, and those of the folders that
// APTIX_ANSWERS names, divided by ':', where each case is a folder with 'case.json', 'input.md' or 'answer.md', and
// 'before'.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "answer/basis/line.h"
#include "answer/name/line_names.h"
#include "answer/outline/extract.h"
#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "support/corpora.h"
#include "support/golden_case.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "tree.h"

namespace aptix::golden {
namespace {

struct Answer {
  std::string name, text;
  test::GoldenTree before;
};

bool has_part(const test::GoldenCase& golden, std::string_view first) {
  return std::any_of(golden.sections().begin(), golden.sections().end(),
      [&](const test::Section& section) { return section.name.starts_with(first); });
}

// Of those that apply standard input to a tree of plain files.
std::vector<Answer> golden_answers() {
  std::vector<Answer> answers;
  for (const std::filesystem::path& file : test::golden_files()) {
    test::GoldenCase golden(file);
    bool plain = golden.has("input") && !has_part(golden, "setup") && !has_part(golden, "typed");
    if (plain && golden.bytes("cmd").starts_with("aptix bundle apply\n"))
      answers.push_back({file.stem(), golden.bytes("input"), golden.tree("before")});
  }
  return answers;
}

std::vector<Answer> other_answers() {
  std::vector<Answer> answers;
  const char* named = std::getenv("APTIX_ANSWERS");
  std::istringstream folders(named != nullptr ? named : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().filename() != "case.json") continue;
      std::filesystem::path top = entry.path().parent_path();
      std::string text = test::read_corpus_file(top / "input.md") + test::read_corpus_file(top / "answer.md");
      Answer answer{top.string(), std::move(text), {}};
      for (auto& [path, bytes] : test::read_corpus_tree(top / "before")) answer.before[path] = {std::move(bytes)};
      answers.push_back(std::move(answer));
    }
  return answers;
}

// A word without signs in it, that is no label: not what may be a name, or a part of one.
bool is_plain(std::string_view word) {
  bool letters = word.size() > 1 && std::all_of(word.begin(), word.end(), is_letter);
  bool capitals = std::none_of(word.begin(), word.end(), is_small_letter);
  return letters && !capitals && answer::label_of(word) == answer::Label::none;
}

std::string other_word(std::string_view word) {
  constexpr std::string_view kConsonants = "bdfklmnprstvz", kVowels = "aeiou";
  std::string out;
  for (size_t i = 0; i < word.size(); ++i) {
    auto byte = static_cast<unsigned char>(word[i]);
    out += i % 2 == 0 ? kConsonants[(byte + i) % kConsonants.size()] : kVowels[byte % kVowels.size()];
  }
  if (!is_small_letter(word[0])) out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

// The parts of a line: code spans, and words with the blanks after them.
std::vector<std::string_view> parts_of(std::string_view line) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at < line.size();) {
    size_t end = line[at] == '`' ? line.find('`', at + 1) : line.find_first_of(" \t`", at);
    end = std::min(end, line.size());
    if (end < line.size() && (line[at] == '`' || line[end] != '`')) ++end;
    parts.push_back(line.substr(at, std::max<size_t>(end - at, 1)));
    at += parts.back().size();
  }
  return parts;
}

std::string in_other_words(std::string_view line) {
  constexpr std::string_view kAround = "*_#\"'()[],.;:!?- \t";
  std::string out;
  for (std::string_view part : parts_of(line)) {
    size_t begin = std::min(part.find_first_not_of(kAround), part.size());
    size_t end = begin == part.size() ? begin : part.find_last_not_of(kAround) + 1;
    std::string_view word = part.substr(begin, end - begin);
    bool bold = begin != 0 && std::string_view("*_\"'").find(part[begin - 1]) != std::string_view::npos;
    out += is_plain(word) && !bold
        ? std::string(part.substr(0, begin)) + other_word(word) + std::string(part.substr(end))
        : std::string(part);
  }
  return out;
}

// "In `a.c`, change this:" as "Ecco il file `a.c`:", and so on.
std::string with_caption_translated(std::string_view line, size_t turn) {
  constexpr std::string_view kCaptions[] = {
      "Ecco il file ", "Вот файл ", "Oto plik ", "إليك الملف ", "Hier is het bestand "};
  std::vector<std::string_view> parts = parts_of(line), spans;
  for (std::string_view part : parts)
    if (part.starts_with('`')) spans.push_back(part);
  bool path = spans.size() == 1 && spans[0].find_first_of("./") != std::string_view::npos;
  bool sentence = path && parts.size() > 2 && line.ends_with(':') && is_letter(line[0]);
  return sentence ? std::string(kCaptions[turn % std::size(kCaptions)]) + std::string(trim(spans[0])) + ":"
                  : std::string(line);
}

// Each line of the prose by `change`. What has the signs of tags, calls or code stays.
template <class Change>
std::string with_prose(const std::string& text, Change change) {
  Input input("", text);
  answer::Extracted found = answer::extract(input).value;
  if (found.refusal) return text;  // said in words that are agreed
  const std::vector<Block>& blocks = found.blocks;
  std::string out;
  size_t next = 0, number = 0;
  for (const answer::Line& line : answer::lines_from(text)) {
    while (next < blocks.size() && blocks[next].end <= line.start) ++next;
    bool in_block = next < blocks.size() && line.next > blocks[next].offset;
    bool alone = line.text.find(' ') == std::string_view::npos;
    bool keep = in_block || alone || line.text.find_first_of("<>{}|+=~$\\@\x1b") != std::string_view::npos ||
        line.text.find("```") != std::string_view::npos || line.text.starts_with(' ') || line.text.starts_with('\t') ||
        line.text.starts_with("---") || line.text.starts_with("***") ||
        answer::label_of(line.text) != answer::Label::none;
    out += keep ? std::string(line.text) : change(line.text, number++);
    out += text.substr(line.start + line.text.size(), line.next - line.start - line.text.size());
  }
  return out;
}

struct Result {
  int exit_code = 0;
  Tree tree;
  std::string err;

  bool operator==(const Result& other) const { return exit_code == other.exit_code && tree == other.tree; }
};

Result applied(const test::GoldenTree& before, const std::string& text) {
  test::TempDir place, home;
  lay_out(before, place.path());
  test::CliRequest request{.arguments = {"aptix", "bundle", "apply", "--no-sync"},
      .input = text,
      .directory = place.path(),
      .environment = test::test_environment(home.path())};
  test::CliResult result = test::run_cli(request);
  return {result.exit_code, snapshot(place.path()), std::move(result.err)};
}

// Of a hundred answers that get other words, not one may end otherwise. `known`: those that do.
template <class Change>
void check_unchanged(const std::vector<Answer>& answers, Change change) {
  size_t looked_at = 0, other = 0;
  std::string told;
  for (const Answer& answer : answers) {
    std::string text = with_prose(answer.text, change);
    if (text == answer.text) continue;
    ++looked_at;
    Result as_is = applied(answer.before, answer.text), changed = applied(answer.before, text);
    if (as_is == changed) continue;
    ++other;
    told += answer.name + ": exit code " + std::to_string(as_is.exit_code) + " and " +
        std::to_string(changed.exit_code) + "\n" + as_is.err + changed.err;
  }
  CHECK_MESSAGE(other * 100 <= looked_at, other, " of ", looked_at, ":\n", told);
  MESSAGE(other, " of ", looked_at, " have another outcome");
}

TEST_CASE("answers in other words do the same") {
  auto change = [](std::string_view line, size_t) { return in_other_words(line); };
  check_unchanged(golden_answers(), change);
  check_unchanged(other_answers(), change);
}

TEST_CASE("answers with other captions do the same") {
  check_unchanged(golden_answers(), with_caption_translated);
  check_unchanged(other_answers(), with_caption_translated);
}

}  // namespace
}  // namespace aptix::golden
