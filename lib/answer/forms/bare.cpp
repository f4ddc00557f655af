// Following a unified diff, or a dialect, through prose. When it cannot be known whether a line still
// belongs to a diff, it is taken in: a hunk with a strange line fits nowhere, a hunk without its
// last lines might.
#include "answer/forms/bare.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "answer/basis/hunk_tracker.h"
#include "answer/edits/v4a_chunks.h"
#include "answer/name/line_names.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "diff/read/hunk_lines.h"
#include "diff/read/names.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kGitHeaders[] = {
    "diff --git ",
    "index ",
    "old mode ",
    "new mode ",
    "new file mode ",
    "deleted file mode ",
    "rename from ",
    "rename to ",
    "copy from ",
    "copy to ",
    "similarity index ",
    "dissimilarity index ",
    "--- ",
    "+++ ",
    "Binary files ",
    "GIT binary patch",
};

constexpr int kMostEmpty = 3;  // lines between the names of a file and its first hunk

bool is_header(std::string_view line) { return begins_with_one_of(kGitHeaders, line); }

// Whether a line without line end may have become a header, or the hunk after one.
bool is_cut_header(std::string_view line) {
  if (line.empty()) return false;
  return std::string_view("@@ -").starts_with(line) ||
      std::any_of(std::begin(kGitHeaders), std::end(kGitHeaders),
          [&](std::string_view head) { return head.starts_with(line); });
}

bool is_hunk_byte(char byte) { return byte == ' ' || byte == '+' || byte == '-' || byte == '\\'; }

bool is_hunk_line(std::string_view line) { return !line.empty() && is_hunk_byte(line[0]); }

// "--- old" and "+++ new": two names of one file; or a hunk follows, or the end of the text.
bool begins_names(std::string_view text, const Line& line) {
  if (!line.text.starts_with("--- ")) return false;
  Line second = line_from(text, line.next);
  if (!second.text.starts_with("+++ ")) return false;
  if (diff::names_agree(diff::header_name(line.text.substr(4)).name, diff::header_name(second.text.substr(4)).name))
    return true;
  Line third = line_from(text, second.next);
  for (int empty = 0; empty < kMostEmpty && third.start < text.size() && third.text.empty(); ++empty)
    third = line_from(text, third.next);
  return third.start >= text.size() || third.text.starts_with("@@");
}

// The parser has to see that "diff --git" is missing.
bool begins_move(std::string_view text, const Line& line) {
  return diff::begins_move(diff::Cursor(text.substr(line.start)));
}

bool begins_file(std::string_view text, const Line& line) {
  return line.text.starts_with("diff --git ") || begins_names(text, line);
}

// A hunk that no file header stands before: the parser has to see that it names no file.
bool begins_hunk(std::string_view text, const Line& line) {
  if (hunk_counts(line.text)) return true;
  bool header = line.text == "@@" || line.text.starts_with("@@ ");
  return header && is_hunk_line(line_from(text, line.next).text);
}

// The signature that ends a mail: a line of its own, not a removed "- ".
bool is_signature(std::string_view line) { return line == "-- " || line == "--"; }

class DiffFollower {
 public:
  DiffFollower(std::string_view text, const Line& first) : text_(text), line_(first), end_(first.start) {}

  size_t end() {
    while (line_.start < text_.size() && take()) {
      after_blank_ = line_.text.empty();
      end_ = line_.next;
      line_ = line_from(text_, line_.next);
    }
    return ends_in_header() ? text_.size() : end_;
  }

 private:
  using LineTest = bool (*)(std::string_view line);

  // Whether all that is left is the beginning of a file's header: the parser has to see that it was cut.
  bool ends_in_header() const {
    Line line = line_;
    while (line.start < text_.size() && line.text.empty()) line = line_from(text_, line.next);
    if (line.start >= text_.size()) return false;
    while (line.next < text_.size() && is_header(line.text)) line = line_from(text_, line.next);
    if (line.next < text_.size()) return false;
    return is_header(line.text) || (!text_.ends_with('\n') && is_cut_header(line.text));
  }

  // Whether the current line belongs to the diff.
  bool take() {
    if (line_.text.starts_with("@@")) return enter_hunk();
    if (begins_file(text_, line_)) return enter_header();
    if (binary_) return take_binary();
    if (!hunk_.inside() && !garbage_) return take_header();
    if (line_.text.empty()) return take_blank();
    if (diff::is_gap(line_.text) && hunk_follows()) return true;
    return is_hunk_byte(line_.text[0]) ? take_hunk_line() : take_strange_line();
  }

  bool enter_hunk() {
    hunk_.feed(line_.text);
    garbage_ = false;
    return true;
  }

  bool enter_header() {
    hunk_ = HunkTracker();
    garbage_ = binary_ = false;
    return true;
  }

  bool take_header() {
    binary_ = line_.text.starts_with("GIT binary patch");
    if (is_header(line_.text)) return true;
    if (line_.text.empty()) return header_goes_on();
    if (after_blank_ || (is_signature(line_.text) && !follows(diff::looks_like_change))) return false;
    if (!may_begin_hunk()) return garbage_ = follows(diff::looks_like_change);
    hunk_.feed("@@");  // its header line is missing
    return take_hunk_line();
  }

  // Without its header line, right after that of the file.
  bool may_begin_hunk() const {
    std::string_view above = line_from(text_, previous_line(text_, line_.start)).text;
    return is_hunk_line(line_.text) && line_.text != "---" && (above.starts_with("+++ ") || line_.text[0] != ' ');
  }

  bool header_goes_on() {
    const Line& next = next_full_line();
    return next.text.starts_with("@@") || begins_file(text_, next) ||
        (is_header(next.text) && !next.text.starts_with("--- "));
  }

  bool take_binary() {
    return !line_.text.empty() || text_.substr(line_.next).starts_with("literal ") ||
        text_.substr(line_.next).starts_with("delta ");
  }

  bool take_hunk_line() {
    if (is_whole() && (after_blank_ || is_signature(line_.text)) && line_.text[0] != '\\') return false;
    hunk_.feed(line_.text);
    return true;
  }

  // A hunk that changes nothing so far goes on, whatever its header counts.
  bool is_whole() const { return hunk_.exact() && hunk_.changes(); }

  // An empty line is an empty line of context, or it ends the diff: what follows it decides.
  bool take_blank() {
    bool exact = is_whole();
    const Line& next = next_full_line();
    bool goes_on = hunk_follows() || begins_file(text_, next);
    if (!exact && !next.text.empty()) goes_on = goes_on || is_hunk_byte(next.text[0]);
    if (!exact && !goes_on && line_.start >= promised_to_) promised_to_ = end_of_promised_blanks();
    goes_on = goes_on || line_.start < promised_to_;
    if (goes_on && !exact) hunk_.feed(line_.text);
    return goes_on;
  }

  // After the empty lines from here on, when they are just what the header promised.
  size_t end_of_promised_blanks() const {
    HunkTracker tracker = hunk_;
    Line line = line_;
    for (; line.start < text_.size() && line.text.empty() && tracker.open(); line = line_from(text_, line.next))
      tracker.feed(line.text);
    return tracker.exact() ? line.start : 0;
  }

  // A line of neither kind right after a hunk line may be context that lost its space: the parser
  // has to see it. After an empty line it is prose.
  bool take_strange_line() {
    if (after_blank_ || !(hunk_.open() || garbage_ || goes_on_after_strange_line())) return false;
    garbage_ = true;
    hunk_.feed(" ");
    return true;
  }

  bool goes_on_after_strange_line() const {
    if (hunk_.stated()) return follows(diff::looks_like_change);
    Line next = line_from(text_, line_.next);
    return next.text.starts_with(' ') || begins_file(text_, next) ||
        follows([](std::string_view line) { return line[0] == '+' || line[0] == '-'; });
  }

  // Such a line before the next empty one, in this hunk.
  bool follows(LineTest is_wanted) const {
    for (Line line = line_from(text_, line_.next);
         !line.text.empty() && !line.text.starts_with("@@") && !begins_file(text_, line);
         line = line_from(text_, line.next))
      if (is_wanted(line.text)) return true;
    return false;
  }

  const Line& next_full_line() {
    return next_line(full_line_, [](std::string_view line) { return line.empty(); });
  }

  // Does a hunk follow, at once or after dots?
  bool hunk_follows() { return next_line(telling_line_, diff::is_gap).text.starts_with("@@"); }

  // The next line that is not one of those, which `found` keeps while it is ahead.
  const Line& next_line(Line& found, LineTest is_skipped) const {
    if (found.start > line_.start) return found;
    found = line_from(text_, line_.next);
    while (found.start < text_.size() && is_skipped(found.text)) found = line_from(text_, found.next);
    return found;
  }

  std::string_view text_;
  Line line_;
  size_t end_;
  Line full_line_;     // the next line that is not empty, while it is ahead
  Line telling_line_;  // the next one that is neither empty nor dots
  size_t promised_to_ = 0;
  HunkTracker hunk_;
  bool after_blank_ = false;
  bool garbage_ = false;  // strange lines inside an unfinished hunk
  bool binary_ = false;
};

constexpr size_t kLeastMarks = 5, kMostMarks = 9;

// A marker is five to nine of one of `marks`, one of `words`, and nothing or a path after it. What that is; nothing
// when the line is no marker.
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

// "--- a/b.c", or less of it; not a rule of Markdown, nor words after dashes.
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
    size_t least;  // bytes of it
  } kOpenings[] = {{"*** Begin Patch", 5}, {"*** Update File:", 5}, {"*** Add File:", 5}, {"*** Delete File:", 5},
      {"diff --git", 6}};  // "*** B": stars alone are a rule
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

namespace {

std::string_view without_bold_marks(std::string_view name) {
  bool bold = name.size() > 4 && name.starts_with("**") && name.ends_with("**");
  return bold ? name.substr(2, name.size() - 4) : name;
}

}  // namespace

std::optional<V4aFileLine> v4a_file_line(std::string_view line) {
  constexpr std::pair<std::string_view, Operation> kLabels[] = {{"*** Add File:", Operation::create},
      {"*** Delete File:", Operation::remove}, {"*** Update File:", Operation::modify}};
  if (!line.starts_with('*')) return std::nullopt;
  line = without_closing_stars(line);
  for (const auto& [label, operation] : kLabels)
    if (line.starts_with(label)) return V4aFileLine{operation, without_bold_marks(trim(line.substr(label.size())))};
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

std::optional<BareText> bare_diff(const BareStart& start) {
  const auto& [text, line, seen] = start;
  if (!begins_file(text, line) && !begins_hunk(text, line) && !begins_move(text, line)) return std::nullopt;
  size_t end = DiffFollower(text, line).end();
  return end == line.start ? std::nullopt : std::optional(BareText{line.start, end});
}

// A block without its end goes on to where the next one begins; a lone end marker is a block, too: what stands before
// it may be half of one. So is a marker that is cut.
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
