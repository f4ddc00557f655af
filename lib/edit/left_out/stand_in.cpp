#include "edit/left_out/stand_in.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/left_out/placeholder_words.h"
#include "edit/left_out/stays.h"

namespace aptix::edit {
namespace {

using TrimmedLines = std::vector<std::string_view>;

TrimmedLines trimmed_lines(std::string_view text) {
  TrimmedLines lines;
  while (!text.empty()) lines.push_back(trim(take_line(text)));
  return lines;
}

// What a comment of one line says, without brackets around it; "" for code. "#include" and "--i" are code.
std::string_view words_of_comment(std::string_view line) {
  constexpr std::string_view kSigns[][2] = {
      {"//", ""}, {"# ", ""}, {"-- ", ""}, {"; ", ""}, {"% ", ""}, {"/*", "*/"}, {"{/*", "*/}"}, {"<!--", "-->"}};
  auto sign = std::find_if(std::begin(kSigns), std::end(kSigns), [line](const auto& one) {
    return line.starts_with(one[0]) && line.ends_with(one[1]) && line.size() > one[0].size() + one[1].size();
  });
  if (sign == std::end(kSigns)) return {};
  std::string_view words = line.substr((*sign)[0].size(), line.size() - (*sign)[0].size() - (*sign)[1].size());
  constexpr std::string_view kAround = " \t-=[]<>{}";
  size_t first = std::min(words.find_first_not_of(kAround), words.size());
  return words.substr(first, words.find_last_not_of(kAround) + 1 - first);
}

bool has_letters(std::string_view line) { return std::any_of(line.begin(), line.end(), is_of_word); }

bool is_line_of_code(std::string_view line) { return has_letters(line) && words_of_comment(line).empty(); }

bool says_why_it_went(std::string_view words) {
  constexpr std::string_view kGone[] = {"remov", "delet", "dropped", "moved", "replac", "obsolete", "deprecat",
      "no longer", "unused", "not needed", "not used", "unnecessary", "extract", "migrat", "renam", "inlined",
      "supersed", "handled", "now in", "entfern", "gelösch", "verschob", "ersetzt", "nicht mehr", "supprim", "déplac",
      "remplac", "eliminad", "movid", "reemplaz", "удал", "перемещ", "замен", "删除", "移除", "移到", "替换", "削除",
      "移動", "삭제", "이동"};
  return holds_one_of(kGone, fold_case(words));
}

// "def f(x): ...", "int f() { ... }": what stands before the ellipsis; "" for other lines.
std::string_view head_of_left_out_body(std::string_view line) {
  if (line.ends_with('}')) line = trim(line.substr(0, line.size() - 1));
  for (std::string_view ellipsis : {"...", "\xE2\x80\xA6"})
    if (line.ends_with(ellipsis)) return trim(line.substr(0, line.size() - ellipsis.size()));
  return {};
}

bool is_named_in(const TrimmedLines& code, std::string_view word) {
  return std::any_of(code.begin(), code.end(),
      [word](std::string_view line) { return fold_case(line).find(word) != std::string::npos; });
}

constexpr size_t kFewLines = 2;

// "sub() stays as is", "... sub ...", "your existing sub() here". Of one or two lines of code it names all that it
// speaks of: "keep the original order" may tell why a line that sorts has gone.
bool says_what_stays(std::string_view words, const TrimmedLines& gone) {
  constexpr size_t kMostForeign = 2;
  constexpr std::string_view kUnchanged[] = {"no change", " as is", "не меня"};
  constexpr std::string_view kOfStating[] = {"todo", "no", "change", "не", "меняется", "меняются", "\xE2\x80\x94"};
  if (words.starts_with("...") || words.starts_with("\xE2\x80\xA6")) return true;
  Phrase phrase = phrase_of(words);
  if (!phrase.has(kStrong | kState) && !holds_one_of(kUnchanged, fold_case(words))) return false;
  size_t foreign = 0;
  for (size_t i = 0; i < phrase.words.size(); ++i) {
    std::string_view word = phrase.words[i];
    word = word.substr(0, word.find_last_not_of(":.!") + 1);
    if (phrase.roles[i] != 0 || is_one_of(kOfStating, word)) continue;
    if (gone.size() <= kFewLines && !is_named_in(gone, word)) return false;
    ++foreign;
  }
  return foreign <= kMostForeign;
}

// What a body is that does nothing: "..." says the same.
bool is_empty_body(std::string_view line) {
  return line == "pass" || line.starts_with("raise NotImplementedError") ||
      (line.size() >= 6 && line.starts_with("\"\"\"") && line.ends_with("\"\"\""));
}

// "save function here" for "def save(path):"
bool names_what_went(std::string_view words, std::string_view first_line) {
  Phrase phrase = phrase_of(words);
  if (phrase.foreign != 1 || !phrase.has(kNoun)) return false;
  auto foreign = std::find(phrase.roles.begin(), phrase.roles.end(), 0u) - phrase.roles.begin();
  const std::string& name = phrase.words[static_cast<size_t>(foreign)];
  return fold_case(first_line).find(name) != std::string::npos;
}

class StandInFinder {
 public:
  StandInFinder(std::string_view before, std::string_view after)
      : edits_(diff::diff_lines(before, after)),
        old_(trimmed_lines(before)),
        new_(trimmed_lines(after)) {}

  std::optional<StandIn> run() {
    for (size_t first = 0; first < edits_.size();) {
      size_t end = end_of_group(first);
      std::optional<StandIn> found = in_group(first, end);
      if (found) return found;
      first = end;
    }
    return std::nullopt;
  }

 private:
  // What comes and what goes are one where nothing with letters is between them: a diff may keep an empty line or a
  // brace.
  size_t end_of_group(size_t first) const {
    size_t end = first + 1;
    for (; end < edits_.size(); ++end) {
      auto from = new_.begin() + static_cast<std::ptrdiff_t>(edits_[end - 1].new_start + edits_[end - 1].new_count);
      auto to = new_.begin() + static_cast<std::ptrdiff_t>(edits_[end].new_start);
      bool both_come = edits_[end - 1].new_count != 0 && edits_[end].new_count != 0;
      if (both_come || std::any_of(from, to, has_letters)) break;
    }
    return end;
  }

  std::optional<StandIn> in_group(size_t first, size_t end) {
    std::optional<uint64_t> line;  // the last one that comes and says something
    size_t before_it = 0;          // such lines
    TrimmedLines gone;
    for (size_t i = first; i < end; ++i) {
      const diff::LineEdit& edit = edits_[i];
      for (uint64_t at = edit.new_start; at < edit.new_start + edit.new_count; ++at) {
        if (!has_letters(new_[at]) || new_[at] == "pass") continue;
        before_it += line ? 1 : 0;
        line = at;
      }
      for (uint64_t at = edit.old_start; at < edit.old_start + edit.old_count; ++at)
        if (is_line_of_code(old_[at])) gone.push_back(old_[at]);
    }
    if (!line || gone.empty()) return std::nullopt;
    bool stands = before_it == 0 ? stands_for(new_[*line], gone) : ends_what_comes(new_[*line], before_it, gone);
    return stands ? std::optional(StandIn{*line + 1, new_[*line], gone.size()}) : std::nullopt;
  }

  // "def f(x, y):" and "# body of f unchanged" come, and more goes than there is of other lines.
  bool ends_what_comes(std::string_view line, size_t before_it, TrimmedLines& gone) {
    std::string_view words = words_of_comment(line);
    if (words.empty() || !has_telling_word(words)) return false;
    std::erase_if(gone, [this](std::string_view code) { return stands_elsewhere(code); });
    if (gone.size() <= before_it) return false;
    return says_only_that_code_stays(words, in_one_text(gone));
  }

  static std::string in_one_text(const TrimmedLines& code) {
    std::string text;
    for (std::string_view line : code) text.append(line).append("\n");
    return fold_case(text);
  }

  // Takes off what has not gone.
  bool stands_for(std::string_view line, TrimmedLines& gone) {
    std::string_view head = head_of_left_out_body(line);
    if (!head.empty() && std::erase(gone, head) != 0) {
      std::erase_if(gone, is_empty_body);
      return !gone.empty();
    }
    constexpr size_t kLongest = 300;
    std::string_view words = words_of_comment(line);
    if (words.empty() || words.size() > kLongest || says_why_it_went(words)) return false;
    std::erase_if(gone,
        [&](std::string_view code) { return words.find(code) != std::string_view::npos || stands_elsewhere(code); });
    if (gone.empty()) return false;
    std::string named = gone.size() > kFewLines ? in_one_text(gone) : std::string();
    return says_only_that_code_stays(words, named) || says_what_stays(words, gone) ||
        names_what_went(words, gone.front());
  }

  bool stands_elsewhere(std::string_view code) {
    if (all_new_.empty()) all_new_.insert(new_.begin(), new_.end());
    return all_new_.contains(code);
  }

  std::vector<diff::LineEdit> edits_;
  TrimmedLines old_, new_;
  std::unordered_set<std::string_view> all_new_;
};

}  // namespace

std::optional<StandIn> stand_in(std::string_view before, std::string_view after) {
  return StandInFinder(before, after).run();
}

}  // namespace aptix::edit
