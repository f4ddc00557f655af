// Unified diffs as blocks of their own and in prose: APTIX_FILE_SPEC §3, and what models write instead. A line that may
// or may not belong to a diff is included: a hunk with a strange line fits nowhere, but a hunk without its last lines
// might.
#include <utility>

#include "answer/forms/forms.h"
#include "answer/name/file_words.h"
#include "answer/tree/vocabulary.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "diff/read/header_lines.h"
#include "diff/read/hunk_lines.h"
#include "diff/read/unified.h"

namespace aptix::answer {
namespace {

constexpr std::string_view kFirstLines[] = {
    "diff ", "--- ", "+++ ", "@@", "Index: ", "From ", "rename from ", "copy from "};

bool begins_as_diff(std::string_view text) {
  return begins_with_one_of(kFirstLines, line_from(text, after_space(text)).text);
}

// The file that the answer names for a diff without file header. A doubtful name will do if the diff removes lines, as
// those have to be in the file.
std::string named_nearby(const Block& block) {
  const Naming& naming = block.naming;
  bool removes = block.body.starts_with('-') || block.body.find("\n-") != std::string_view::npos;
  if (naming.is_for_edit()) return naming.cited ? std::string() : naming.path;
  return removes ? naming.doubtful : std::string();
}

// The line below the one that names the file.
Line hunk_start(const Block& block) {
  const Naming& naming = block.naming;
  return line_from(block.body, naming.name_line_size == 0 ? 0 : line_from(block.body, naming.name_line).next);
}

// A code block in the language of diffs without a hunk header, in which every line has its mark: one hunk, if the
// answer names its file.
bool is_lone_hunk(const Block& block) {
  if (block.form != Block::Form::fenced || named_nearby(block).empty()) return false;
  if (!is_diff_language(block.info)) return false;
  bool changes = false;
  for (Line line = hunk_start(block); line.start < block.body.size(); line = line_from(block.body, line.next)) {
    if (line.text.empty()) continue;
    if (std::string_view(" +-\\").find(line.text.front()) == std::string_view::npos) return false;
    changes = changes || line.text.front() == '+' || line.text.front() == '-';
  }
  return changes;
}

constexpr std::string_view kGitHeaders[] = {"diff --git ", "index ", "old mode ", "new mode ", "new file mode ",
    "deleted file mode ", "rename from ", "rename to ", "copy from ", "copy to ", "similarity index ",
    "dissimilarity index ", "--- ", "+++ ", "Binary files ", "GIT binary patch"};

constexpr int kMostEmpty = 3;  // empty lines between the names of a file and its first hunk

bool is_header(std::string_view line) { return begins_with_one_of(kGitHeaders, line); }

bool is_hunk_byte(char byte) { return byte == ' ' || byte == '+' || byte == '-' || byte == '\\'; }

bool is_hunk_line(std::string_view line) { return !line.empty() && is_hunk_byte(line[0]); }

// "--- old" and "+++ new", if both name one file, or if a hunk or the end of the text follows.
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

bool begins_file(std::string_view text, const Line& line) {
  return line.text.starts_with("diff --git ") || begins_names(text, line);
}

// A hunk without a file header: the parser must see that it names no file.
bool begins_hunk(std::string_view text, const Line& line) {
  if (hunk_counts(line.text)) return true;
  bool header = line.text == "@@" || line.text.starts_with("@@ ");
  return header && is_hunk_line(line_from(text, line.next).text);
}

// The line that begins the signature of a mail, rather than a removed "- ".
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

  // Is the rest only the beginning of a file header? The parser must see that it was cut off.
  bool ends_in_header() const {
    Line line = line_;
    while (line.start < text_.size() && line.text.empty()) line = line_from(text_, line.next);
    if (line.start >= text_.size()) return false;
    while (line.next < text_.size() && is_header(line.text)) line = line_from(text_, line.next);
    if (line.next < text_.size()) return false;
    if (is_header(line.text)) return true;
    // A line without line end may be the beginning of a header or of a hunk.
    auto is_cut = [&](std::string_view head) { return head.starts_with(line.text); };
    return !text_.ends_with('\n') && !line.text.empty() && (is_cut("@@ -") || std::ranges::any_of(kGitHeaders, is_cut));
  }

  // Does the current line belong to the diff?
  bool take() {
    if (line_.text.starts_with("@@")) {
      hunk_.feed(line_.text);
      garbage_ = false;
      return true;
    }
    if (begins_file(text_, line_)) {
      hunk_ = HunkTracker();
      garbage_ = binary_ = false;
      return true;
    }
    std::string_view below = text_.substr(line_.next);
    if (binary_) return !line_.text.empty() || below.starts_with("literal ") || below.starts_with("delta ");
    if (!hunk_.inside() && !garbage_) return take_header();
    if (line_.text.empty()) return take_blank();
    if (diff::is_gap(line_.text) && hunk_follows()) return true;
    return is_hunk_byte(line_.text[0]) ? take_hunk_line() : take_strange_line();
  }

  bool take_header() {
    binary_ = line_.text.starts_with("GIT binary patch");
    if (is_header(line_.text)) return true;
    if (line_.text.empty()) {
      const Line& next = next_full_line();
      return next.text.starts_with("@@") || begins_file(text_, next) ||
          (is_header(next.text) && !next.text.starts_with("--- "));
    }
    if (after_blank_ || (is_signature(line_.text) && !follows(diff::looks_like_change))) return false;
    // A hunk without its header, right below the header of the file.
    std::string_view above = line_from(text_, previous_line(text_, line_.start)).text;
    bool hunk = is_hunk_line(line_.text) && line_.text != "---" && (above.starts_with("+++ ") || line_.text[0] != ' ');
    if (!hunk) return garbage_ = follows(diff::looks_like_change);
    hunk_.feed("@@");
    return take_hunk_line();
  }

  bool take_hunk_line() {
    if (is_whole() && (after_blank_ || is_signature(line_.text)) && line_.text[0] != '\\') return false;
    hunk_.feed(line_.text);
    return true;
  }

  // A hunk without a change is not finished, whatever its header counts.
  bool is_whole() const { return hunk_.exact() && hunk_.changes(); }

  // An empty line is context, or it ends the diff: what follows decides.
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

  // The end of the empty lines from here on, if they complete the hunk exactly as its header counts; else 0.
  size_t end_of_promised_blanks() const {
    HunkTracker tracker = hunk_;
    Line line = line_;
    for (; line.start < text_.size() && line.text.empty() && tracker.open(); line = line_from(text_, line.next))
      tracker.feed(line.text);
    return tracker.exact() ? line.start : 0;
  }

  // Any other line right below a hunk line may be context that lost its space: the parser must see it. After an empty
  // line it is prose.
  bool take_strange_line() {
    Line next = line_from(text_, line_.next);
    auto changes = [](std::string_view line) { return line[0] == '+' || line[0] == '-'; };
    auto goes_on = [&] {
      return hunk_.stated() ? follows(diff::looks_like_change)
                            : next.text.starts_with(' ') || begins_file(text_, next) || follows(changes);
    };
    if (after_blank_ || !(hunk_.open() || garbage_ || goes_on())) return false;
    garbage_ = true;
    hunk_.feed(" ");
    return true;
  }

  // Does such a line occur in this hunk before the next empty line?
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

  // Does a hunk follow, at once or after a gap ("...")?
  bool hunk_follows() { return next_line(telling_line_, diff::is_gap).text.starts_with("@@"); }

  // The next line that is not skipped; `found` caches it while it is ahead.
  const Line& next_line(Line& found, LineTest is_skipped) const {
    if (found.start > line_.start) return found;
    found = line_from(text_, line_.next);
    while (found.start < text_.size() && is_skipped(found.text)) found = line_from(text_, found.next);
    return found;
  }

  std::string_view text_;
  Line line_;
  size_t end_;
  Line full_line_;     // the next line that is not empty, if it is ahead
  Line telling_line_;  // the next one that is neither empty nor a gap
  size_t promised_to_ = 0;
  HunkTracker hunk_;
  bool after_blank_ = false;
  bool garbage_ = false;  // in strange lines of an unfinished hunk
  bool binary_ = false;
};

bool begins_context_diff(std::string_view text, const Line& line) {
  if (!line.text.starts_with("*** ")) return false;
  Line second = line_from(text, line.next);
  return second.text.starts_with("--- ") && line_from(text, second.next).text.starts_with("***************");
}

}  // namespace

// A block in another language must begin with a diff: source code may quote one.
bool detect_diff(const Block& block) {
  if (block.form == Block::Form::bare) return begins_as_diff(block.body);
  bool may_stand_anywhere = is_diff_language(block.info) || is_plain_language(block.info);
  bool has_header = (may_stand_anywhere || begins_as_diff(block.body)) && diff::looks_like_unified(block.body);
  return has_header || is_lone_hunk(block);
}

bool looks_like_lost_diff(const Block& block) {
  return block.form == Block::Form::fenced && is_diff_language(block.info) && !is_blank(block.body);
}

bool is_for_diffs(std::string_view path) { return path.ends_with(".diff") || path.ends_with(".patch"); }

void parse_diff(BlockReading& reading) {
  const Block& block = reading.block;
  std::string_view input = reading.input.bytes;
  DiffSource diff;
  diff.text = reading.keep(block.body);
  if (is_lone_hunk(block) && !diff::looks_like_unified(block.body)) {
    size_t start = hunk_start(block).start;
    diff.text = reading.plan.keep("@@\n" + std::string(block.body.substr(start)));
    diff.text_before = 3;
  }
  diff.name_hint = named_nearby(block);
  diff.in_call = block.naming.by == Naming::By::call;
  bool something_after = !is_blank(input.substr(block.end));
  diff.end_is_certain = something_after || (block.form == Block::Form::fenced && block.closed);
  diff.fence_is_open = block.form == Block::Form::fenced && !block.closed && !something_after;
  diff.ends_input = block.end == input.size();
  read_diff_text(reading, diff);
}

std::optional<HunkCounts> hunk_counts(std::string_view line) {
  if (!line.starts_with("@@ -")) return std::nullopt;
  diff::HunkHeader header = diff::read_hunk_header(line);
  bool has_tabs = line.substr(0, line.find("@@", 2)).find('\t') != std::string_view::npos;
  return header.exact && !has_tabs ? std::optional(HunkCounts{*header.old_count, *header.new_count}) : std::nullopt;
}

void HunkTracker::take(uint64_t& left) {
  if (left == 0) overrun_ = true;
  else --left;
}

void HunkTracker::feed(std::string_view line) {
  if (line.starts_with("@@")) {
    std::optional<HunkCounts> counts = hunk_counts(line);
    *this = HunkTracker();
    inside_ = true;
    stated_ = counts.has_value();
    left_ = counts.value_or(HunkCounts{});
    return;
  }
  if (!inside_) return;
  char mark = line.empty() ? ' ' : line[0];
  changes_ = changes_ || mark == '+' || mark == '-';
  if (mark == ' ' || mark == '+') take(left_.new_lines);
  if (mark == ' ' || mark == '-') take(left_.old_lines);
  if (std::string_view(" +-\\").find(mark) == std::string_view::npos) *this = HunkTracker();
}

std::optional<BareText> bare_diff(const BareStart& start) {
  const auto& [text, line, seen] = start;
  // For a move without "diff --git", the parser must see that this line is missing.
  bool move = diff::begins_move(diff::Cursor(text.substr(line.start)));
  if (!begins_file(text, line) && !begins_hunk(text, line) && !move) return std::nullopt;
  size_t end = DiffFollower(text, line).end();
  return end == line.start ? std::nullopt : std::optional(BareText{line.start, end});
}

// Detected although never read: if it were skipped, half of an answer would be applied.
std::optional<BareText> bare_context_diff(const BareStart& start) {
  if (!begins_context_diff(start.text, start.line)) return std::nullopt;
  constexpr std::string_view kLines[] = {"***", "--- ", "  ", "! ", "+ ", "- "};
  Line line = start.line;
  while (line.start < start.text.size() && begins_with_one_of(kLines, line.text))
    line = line_from(start.text, line.next);
  return BareText{start.line.start, line.start};
}

bool detect_context_diff(const Block& block) {
  return !block.naming.labels.shown && !is_for_diffs(block.naming.path) &&
      begins_context_diff(block.body, line_from(block.body, 0));
}

void parse_context_diff(BlockReading& reading) {
  std::string_view path = line_from(reading.block.body, 0).text.substr(4);
  path = path.substr(0, path.find('\t'));
  if (!is_path_text(path)) path = {};
  reading.findings.about(path);
  reading.findings.error(Code::block_unread, 0, "",
      "a context diff is not read" + (path.empty() ? std::string() : ", for " + excerpt_in_quotes(path)),
      "give a unified diff, as 'diff -u' and 'git diff' print it");
}

}  // namespace aptix::answer
