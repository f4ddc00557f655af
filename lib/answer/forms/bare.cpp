// The markers of the forms, and where their documents end in prose.
#include "answer/forms/forms.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "answer/name/line_names.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr size_t kLeastMarks = 5, kMostMarks = 9;

// A marker is five to nine of one of `marks`, one of `words`, and perhaps a path. Returns the path or ""; nothing if
// the line is not a marker.
std::optional<std::string_view> marker_rest(
    std::string_view line, std::string_view marks, std::initializer_list<std::string_view> words) {
  if (line.empty() || marks.find(line[0]) == std::string_view::npos) return std::nullopt;
  size_t count = run_of(line, line[0]);
  if (count < kLeastMarks || count > kMostMarks) return std::nullopt;
  std::string_view text = trim(line.substr(count));
  size_t end = std::min(text.find_first_of(" \t>"), text.size());
  auto is_first = [&](std::string_view word) { return same_letters(text.substr(0, end), word); };
  if (std::none_of(words.begin(), words.end(), is_first)) return std::nullopt;
  std::string_view rest = trim(text.substr(end));
  if (rest.starts_with('>')) rest = trim(rest.substr(1));
  if (!rest.empty() && path_in_line(rest).empty() && spaced_path_in_line(rest).empty()) return std::nullopt;
  return rest;
}

std::string_view line_above(std::string_view text, size_t start) {
  return start == 0 ? std::string_view() : trim(line_from(text, previous_line(text, start)).text);
}

// "--- a/b.c", or the beginning of it; not a rule of Markdown, nor words after dashes.
bool is_old_name(std::string_view line) {
  if (!line.starts_with("--- ")) return false;
  std::string_view name = line.substr(4);
  bool one_word = name.find_first_of(" \t") == std::string_view::npos;
  return name == "a" || name.starts_with("a/") || name.starts_with("/dev") || (one_word && !path_in_line(name).empty());
}

bool is_part_of(std::string_view line, std::string_view whole, size_t least) {
  return line.size() >= least && whole.starts_with(line);
}

}  // namespace

bool ends_in_opening(std::string_view text, const Line& line) {
  std::string_view last = line.text.substr(0, line.text.find_last_not_of(" \t\r") + 1);
  constexpr struct {
    std::string_view opening;
    size_t least;  // bytes of it that are enough
  } kOpenings[] = {{"*** Begin Patch", 5}, {"*** Update File:", 5}, {"*** Add File:", 5}, {"*** Delete File:", 5},
      {"diff --git", 6}};  // "*** B": stars alone are a rule of Markdown
  if (std::any_of(std::begin(kOpenings), std::end(kOpenings),
          [&](const auto& row) { return is_part_of(last, row.opening, row.least); }))
    return true;
  if (last.starts_with('-')) return is_old_name(last);
  if (last.empty() || std::string_view("+@<").find(last[0]) == std::string_view::npos) return false;
  std::string_view above = line_above(text, line.start);
  if (last.starts_with("+++ ") || is_part_of(last, "+++", 1)) return above.starts_with("--- ");
  if (last == "@") return above.starts_with("+++ ");
  if (last.find_first_not_of('<') != std::string_view::npos) return false;
  return last.size() > 1 || is_search_end(above) || !path_in_line(above).empty();
}

std::string_view without_closing_stars(std::string_view line) {
  line = trim(line);
  return line.starts_with("*** ") && line.ends_with(" ***") ? trim(line.substr(0, line.size() - 4)) : line;
}

bool is_v4a_begin(std::string_view line) { return without_closing_stars(line) == "*** Begin Patch"; }

bool is_v4a_end(std::string_view line, std::string_view first) {
  return without_closing_stars(line) == "*** End Patch" && (line.starts_with('*') || !first.starts_with('*'));
}

bool is_search_marker(std::string_view line) { return marker_rest(line, "<-", {"SEARCH", "ORIGINAL"}).has_value(); }

bool ends_in_search_marker(std::string_view text) {
  std::string_view line = text.substr(text.rfind('\n') + 1);
  if (line.empty() || (line[0] != '<' && line[0] != '-')) return false;
  size_t marks = run_of(line, line[0]);
  std::string_view word = trim(line.substr(marks));
  if (marks < kLeastMarks || marks > kMostMarks || (line[0] == '-' && word.empty())) return false;
  auto begins = [&](std::string_view whole) {
    return word.size() < whole.size() && same_letters(word, whole.substr(0, word.size()));
  };
  return begins("SEARCH") || begins("ORIGINAL");
}

std::string_view after_search_word(std::string_view line) {
  std::optional<std::string_view> rest = marker_rest(line, "<-", {"SEARCH", "ORIGINAL"});
  if (!rest) rest = marker_rest(line, ">+", {"REPLACE", "UPDATED"});
  return rest.value_or(std::string_view());
}

std::optional<V4aFileLine> v4a_file_line(std::string_view line) {
  constexpr std::pair<std::string_view, Operation> kLabels[] = {{"*** Add File:", Operation::create},
      {"*** Delete File:", Operation::remove}, {"*** Update File:", Operation::modify}};
  if (!line.starts_with('*')) return std::nullopt;
  line = without_closing_stars(line);
  for (const auto& [label, operation] : kLabels) {
    if (!line.starts_with(label)) continue;
    std::string_view path = trim(line.substr(label.size()));
    bool bold = path.size() > 4 && path.starts_with("**") && path.ends_with("**");
    return V4aFileLine{operation, bold ? path.substr(2, path.size() - 4) : path};
  }
  return std::nullopt;
}

bool is_search_divider(std::string_view line) { return is_rule_of('=', line); }

bool is_search_line(std::string_view line) {
  return is_search_marker(line) || is_search_divider(line) || is_search_end(line);
}

bool is_rule_of(char mark, std::string_view line) {
  size_t marks = run_of(line, mark);
  return marks >= kLeastMarks && marks <= kMostMarks && trim(line.substr(marks)).empty();
}

bool is_search_end(std::string_view line) { return marker_rest(line, ">+", {"REPLACE", "UPDATED"}).has_value(); }

std::optional<size_t> search_block_end(std::string_view text, const Line& line) {
  for (const Line& at : lines_from(text, line.next)) {
    std::string_view content = at.text.substr(indent_of(at.text).bytes);  // the fence around it may be indented
    if (is_search_end(content)) return at.next;
    if (is_search_marker(content)) return std::nullopt;
  }
  return std::nullopt;
}

// A block without its end reaches to the next marker. An end marker alone, or a marker that is cut off, is a block,
// too: there may be half of an edit.
std::optional<BareText> bare_search_replace(const BareStart& start) {
  const auto& [text, line, seen] = start;
  bool cut = line.next == text.size() && ends_in_search_marker(text);
  if (cut || is_search_end(line.text)) return BareText{line.start, line.next};
  if (!is_search_marker(line.text)) return std::nullopt;
  for (const Line& at : lines_from(text, line.next)) {
    if (is_search_end(at.text)) return BareText{line.start, at.next};
    if (is_search_marker(at.text)) return BareText{line.start, at.start};
  }
  return BareText{line.start, text.size()};
}

std::optional<BareText> bare_v4a(const BareStart& start) {
  const auto& [text, line, seen] = start;
  if (!is_v4a_begin(line.text) && !v4a_file_line(line.text)) return std::nullopt;
  for (const Line& at : lines_from(text, line.next))
    if (is_v4a_end(at.text, line.text)) return BareText{line.start, at.next};
  return BareText{line.start, text.size()};
}

}  // namespace aptix::answer
