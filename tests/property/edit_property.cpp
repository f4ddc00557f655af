// Find/replace in one pass is find/replace edit after edit; bytes outside of the edits stay; a document that
// is applied twice changes nothing the second time.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/replace/find_replace.h"
#include "edit/replace/line_ends.h"
#include "support/naive_find_replace.h"

using namespace aptix;

namespace {

struct OwnEdit {
  std::string find, replace;
  Limit limit = Limit::once;
};

std::string shown(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
  return out;
}

std::vector<FindReplace> views(const std::vector<OwnEdit>& edits) {
  std::vector<FindReplace> out;
  for (const OwnEdit& edit : edits) out.push_back({edit.find, edit.replace, edit.limit});
  return out;
}

std::string joined_pieces(const std::vector<std::string_view>& pieces) {
  std::string out;
  for (std::string_view piece : pieces) out.append(piece);
  return out;
}

std::string without_last_newline(std::string text) {
  if (text.ends_with("\r\n")) text.pop_back();
  else if (!text.ends_with('\n')) return text;
  text.pop_back();
  return text;
}

constexpr size_t kMostText = 4000;  // beyond it the slow one takes too long

void compare(const std::string& text, const std::vector<OwnEdit>& edits, bool keep_line_ends) {
  std::vector<FindReplace> given = views(edits);
  std::optional<std::string> closed = edit::with_last_newline(text, given);
  test::NaiveFindReplace naive(closed.value_or(text), keep_line_ends, text);
  std::vector<test::NaiveOutcome> wanted;
  for (const FindReplace& edit : given) {
    wanted.push_back(naive.apply(edit));
    RC_PRE(naive.text().size() < kMostText);
  }
  RC_LOG() << "text '" << shown(text) << "'" << (keep_line_ends ? "" : ", line ends as given") << "\n";
  for (const OwnEdit& edit : edits)
    RC_LOG() << (edit.limit == Limit::all ? "all '" : "once '") << shown(edit.find) << "' -> '" << shown(edit.replace)
             << "'\n";
  Result<edit::FindReplaceResult> real =
      edit::find_replace(text, given, Limits{}, {.keep_line_ends = keep_line_ends});
  RC_ASSERT(real.has_value());
  for (size_t i = 0; i < given.size(); ++i) {
    const EditOutcome& got = real->outcomes[i];
    RC_ASSERT(std::string(name(got.status)) == std::string(name(wanted[i].status)));
    RC_ASSERT(got.line == wanted[i].line);
    RC_ASSERT(got.places == wanted[i].places);
    RC_ASSERT(real->lines[i] == wanted[i].lines);
    if (wanted[i].places != 0) RC_ASSERT(std::string(name(got.rule)) == std::string(name(wanted[i].rule)));
  }
  std::string result = joined_pieces(real->pieces);
  RC_ASSERT(shown(result) == shown(closed ? without_last_newline(naive.text()) : naive.text()));
}

using Words = std::vector<std::string>;

std::string text_of_words(const Words& words, int fewest, int most) {
  std::string out;
  for (int count = *rc::gen::inRange(fewest, most + 1); count > 0; --count) out += *rc::gen::elementOf(words);
  return out;
}

// Find texts of the text, of other edits and at random; replacements that make, break and repeat find texts.
OwnEdit some_edit(const Words& words, const std::string& text, const std::vector<OwnEdit>& others) {
  OwnEdit edit;
  edit.limit = *rc::gen::element(Limit::once, Limit::once, Limit::all);
  int how = *rc::gen::inRange(0, 4);
  if (how == 0 && !text.empty()) {
    size_t start = *rc::gen::inRange<size_t>(0, text.size());
    edit.find = text.substr(start, *rc::gen::inRange<size_t>(1, 13));
  } else if (how == 1 && !others.empty()) {
    OwnEdit other = *rc::gen::elementOf(others);
    edit.find = *rc::gen::element(other.find, other.replace);
  }
  if (edit.find.empty()) edit.find = text_of_words(words, 1, 5);
  switch (*rc::gen::inRange(0, 5)) {
    case 0: edit.replace = edit.find + text_of_words(words, 0, 4); break;
    case 1: edit.replace = text_of_words(words, 0, 4) + edit.find; break;
    case 2: edit.replace = text_of_words(words, 0, 2) + "\n" + edit.find + "\n" + text_of_words(words, 0, 2); break;
    case 3: edit.replace = others.empty() ? "" : (*rc::gen::elementOf(others)).find; break;
    default: edit.replace = text_of_words(words, 0, 5);
  }
  return edit;
}

void compare_over(const Words& words) {
  std::string text = text_of_words(words, 0, *rc::gen::element(10, 60));
  std::vector<OwnEdit> edits;
  for (int count = *rc::gen::inRange(1, *rc::gen::element(4, 20)); count > 0; --count)
    edits.push_back(some_edit(words, text, edits));
  compare(text, edits, *rc::gen::inRange(0, 4) != 0);
}

bool stands_once(const std::string& text, const std::string& part) {
  size_t at = text.find(part);
  return at != std::string::npos && text.find(part, at + 1) == std::string::npos;
}

// A replacement that may hold what another edit looks for, or a part of it that the text around completes.
std::string some_replacement(const std::string& find, const Words& words, const std::string& text) {
  size_t start = *rc::gen::inRange<size_t>(0, text.size());
  std::string part = text.substr(start, *rc::gen::inRange<size_t>(0, 16));
  size_t kept = *rc::gen::inRange<size_t>(0, find.size() + 1);
  switch (*rc::gen::inRange(0, 6)) {
    case 0: return part;
    case 1: return find.substr(0, kept) + part;
    case 2: return part + find.substr(kept);
    case 3: return find.substr(0, kept) + text_of_words(words, 0, 2) + find.substr(kept);
    case 4: return find + "\n" + part;
    default: return text_of_words(words, 0, 3);
  }
}

// Texts to find that stand once and apart from each other, in any order.
void compare_lone_edits(const Words& words) {
  std::string text = text_of_words(words, 10, 60);
  std::vector<OwnEdit> edits;
  for (size_t at = *rc::gen::inRange<size_t>(0, 20); at < text.size(); at += *rc::gen::inRange<size_t>(0, 40)) {
    std::string find = text.substr(at, *rc::gen::inRange<size_t>(1, *rc::gen::element<size_t>(5, 30, 90)));
    at += find.size();
    if (stands_once(text, find)) edits.push_back({find, some_replacement(find, words, text), Limit::once});
  }
  for (size_t i = 1; i < edits.size() && *rc::gen::inRange(0, 2) == 0; ++i)
    std::swap(edits[i], edits[*rc::gen::inRange<size_t>(0, i)]);
  compare(text, edits, true);
}

// Lines that differ at their ends alone: one edit changes an end, and another looks for a line as it is then.
void compare_completed_lines() {
  const std::string name = "_the_name_of_a_long_function_";
  const Words ends = {"a", "b", "c"};
  std::string text;
  std::vector<OwnEdit> edits;
  char id = 'A';
  for (const std::string& left : ends) {
    for (const std::string& right : ends) {
      std::string start = std::string(1, id) + ":", end = ":" + std::string(1, id++);
      std::string other = text_of_words({"a", "b", "c", "", "1234"}, 0, 2);
      text += start + left + name + right + end + "\n";
      switch (*rc::gen::inRange(0, 5)) {
        case 0: edits.push_back({start + left, start + other + *rc::gen::elementOf(ends), Limit::once}); break;
        case 1: edits.push_back({right + end, *rc::gen::elementOf(ends) + other + end, Limit::once}); break;
        case 2: edits.push_back({left + name + right, other, Limit::once}); break;
        default: break;
      }
    }
  }
  for (size_t i = 1; i < edits.size(); ++i) std::swap(edits[i], edits[*rc::gen::inRange<size_t>(0, i + 1)]);
  compare(text, edits, true);
}

// A line with a word that no other line has.
std::string line_with(int number) { return "line number " + std::to_string(number) + " of it"; }

}  // namespace

TEST_CASE("one pass equals edit after edit: few letters") {
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_over({"a", "b"});
  }));
}

TEST_CASE("one pass equals edit after edit: line ends of both kinds") {
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_over({"a", "b", "\n", "\r\n"});
  }));
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_over({"a", "\r", "\n"});
  }));
}

TEST_CASE("one pass equals edit after edit: long words") {
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_over({"function_name", "12345678", "x", "\n", "    "});
  }));
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_over({"alpha beta gamma", "delta", "\r\n", "\n", "e"});
  }));
}

TEST_CASE("one pass equals edit after edit: a text that repeats itself") {
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_over({"aaaaaaaa", "a", "ab", "\n"});
  }));
}

TEST_CASE("one pass equals edit after edit: texts that stand once") {
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_lone_edits({"alpha", "beta", "gamma = 1\n", "delta_", "12345678", "x", "  "});
  }));
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_lone_edits({"a", "b", "ab\n", "aaab", "bbbba"});
  }));
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_lone_edits({"the_name_of_a_long_function_that_", "a", "b", "c", "d", ";\n"});
  }));
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i)
      compare_lone_edits({"f(a, b);\n", "return f(a);\n", "int n = 0;\n", "}\n", "n = f(n);\n"});
  }));
}

TEST_CASE("one pass equals edit after edit: what one edit completes another finds") {
  CHECK(rc::check([] {
    for (int i = 0; i < 20; ++i) compare_completed_lines();
  }));
}

TEST_CASE("bytes outside of the edits stay as they are") {
  CHECK(rc::check([](const std::string& before, const std::string& after) {
    std::string text = before + "<the place>" + after;
    RC_PRE(before.find("<the") == std::string::npos && after.find("<the") == std::string::npos);
    std::vector<OwnEdit> edits = {{"<the place>", "<another>", Limit::once}};
    Result<edit::FindReplaceResult> real = edit::find_replace(text, views(edits), Limits{}, {});
    RC_ASSERT(real.has_value());
    RC_ASSERT(joined_pieces(real->pieces) == before + "<another>" + after);
  }));
}

TEST_CASE("a document of renamed lines and added lines changes nothing when it is applied again") {
  CHECK(rc::check([] {
    int count = *rc::gen::inRange(1, 20);
    std::string line_end = *rc::gen::element<std::string>("\n", "\r\n");
    std::string text;
    for (int i = 0; i < count; ++i) text += line_with(i) + line_end;
    std::vector<OwnEdit> edits;
    for (int i = 0; i < count; ++i) {
      std::string line = line_with(i);
      OwnEdit edit{line, line, *rc::gen::element(Limit::once, Limit::all)};
      switch (*rc::gen::inRange(0, 5)) {
        case 0: edit.replace = "changed entry " + std::to_string(i) + " here"; break;
        case 1: edit.replace = line + "\nadded below " + std::to_string(i) + "."; break;
        case 2: edit.replace = "added above " + std::to_string(i) + ".\n" + line; break;
        case 3:
          edit.replace = "above " + std::to_string(i) + ".\n" + line + "\nbelow " + std::to_string(i) + ".";
          break;
        default: break;
      }
      edits.push_back(edit);
    }
    Result<edit::FindReplaceResult> once = edit::find_replace(text, views(edits), Limits{}, {});
    RC_ASSERT(once.has_value());
    std::string first = joined_pieces(once->pieces);
    Result<edit::FindReplaceResult> twice = edit::find_replace(first, views(edits), Limits{}, {});
    RC_ASSERT(twice.has_value());
    RC_ASSERT(joined_pieces(twice->pieces) == first);
  }));
}
