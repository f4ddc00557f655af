#include "edit/fit/bare_comments.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/fit/balance.h"
#include "edit/fit/gaps.h"
#include "edit/fit/scan.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kNoComment = UINT64_MAX;

// Lines that go, and those that come for them. The edits of the diff are [first, end).
struct Run {
  size_t first = 0, end = 0;
  // Of the lines with words that come.
  uint64_t comments = 0, code = 0;
  uint64_t leading = kNoComment;  // the first line, when it is a comment
  uint64_t last = kNoComment;     // the first comment after the last line of code
  uint64_t label = kNoComment;    // the first comment of nothing but labels
  // Of the lines that go and are nowhere else: all that are not blank, those with words, those with code.
  uint64_t gone = 0, gone_words = 0, gone_code = 0;

  uint64_t lone() const { return comments == 1 ? std::min(leading, last) : kNoComment; }
};

class BareComments {
 public:
  BareComments(const Scan& before, const Scan& after, const SourceKind& kind, GoneLines lines)
      : edits_(diff::diff_lines(before.text, after.text)),
        old_(before),
        new_(after),
        kind_(kind),
        lines_(lines),
        in_statement_(lines_in_statements(after)) {
    if (edits_.empty()) return;
    for (const ScannedLine& line : new_.lines) {
      all_new_.insert(trim(line.text));
      if (line.is_comment()) all_new_.insert(text_of_comment(trim(line.text)));
    }
    for (size_t start = 0; start < edits_.size(); start = runs_.back().end) {
      size_t end = start + 1;
      while (end < edits_.size() && only_signs_before(end)) ++end;
      runs_.push_back(run_of(start, end));
    }
  }

  // For two lines or more, or for one and nothing else. What it stands for among two lines that are rewritten is not
  // known.
  std::optional<BareComment> label(const Run& run) const {
    if (run.label == kNoComment || (run.gone < 2 && run.gone <= run.code)) return std::nullopt;
    return told(run.label, run.gone);
  }

  // For two lines of code more than come, where nothing but comments comes, there or in a body; or for all of a body of
  // one line.
  std::optional<BareComment> comment(const Run& run) const {
    if (run.label != kNoComment) return label(run);
    if (run.last == kNoComment || (lines_ == GoneLines::for_comments && run.code > 0 && !is_body(run.last)))
      return std::nullopt;
    bool body = run.gone_code == 1 && run.code == 0 && is_all_of_body(run);
    return body || run.gone_code >= run.code + 2 ? told(run.last, run.gone_code - run.code) : std::nullopt;
  }

  // One comment for two lines of any kind; before or after code, for all of a body that had more, or for two lines of
  // code more than come, where these have none of their words.
  std::optional<BareComment> lone(const Run& run) const {
    if (run.lone() == kNoComment) return std::nullopt;
    if (run.code == 0)
      return run.gone_words < 2 || is_shorter_comment(run) ? std::nullopt : told(run.lone(), run.gone_words);
    bool body = run.gone_code >= 2 && run.gone_code > run.code && is_all_of_body(run);
    bool more = run.gone_code >= run.code + 2 && !shares_words(run);
    return body || more ? told(run.lone(), body ? run.gone_code : run.gone_code - run.code) : std::nullopt;
  }

  std::optional<BareComment> first(std::optional<BareComment> (BareComments::*rule)(const Run&) const) const {
    for (const Run& run : runs_)
      if (std::optional<BareComment> found = (this->*rule)(run)) return found;
    return std::nullopt;
  }

 private:
  std::optional<BareComment> told(uint64_t line, uint64_t lines) const {
    return BareComment{line + 1, trim(new_.lines[line].text), lines};
  }

  // A diff may keep an empty line or a bracket between what is one change.
  bool only_signs_before(size_t edit) const {
    for (uint64_t at = edits_[edit - 1].new_start + edits_[edit - 1].new_count; at < edits_[edit].new_start; ++at)
      if (has_word(new_.lines[at].text)) return false;
    return true;
  }

  Run run_of(size_t first, size_t end) const {
    Run run{.first = first, .end = end};
    for (size_t i = first; i < end; ++i) {
      for (uint64_t at = edits_[i].new_start; at < edits_[i].new_start + edits_[i].new_count; ++at) add(run, at);
      for (uint64_t at = edits_[i].old_start; at < edits_[i].old_start + edits_[i].old_count; ++at) {
        const ScannedLine& line = old_.lines[at];
        bool words = has_word(line.text);
        if (line.is_blank() || (words && all_new_.contains(trim(line.text)))) continue;
        ++run.gone;
        run.gone_words += words ? 1 : 0;
        run.gone_code += has_word(line.code) ? 1 : 0;
      }
    }
    return run;
  }

  // A line that comes.
  void add(Run& run, uint64_t at) const {
    const ScannedLine& line = new_.lines[at];
    bool ellipsis = line.code == "...";  // all of a body, in Python
    bool empty = line.code == "pass" && trim(line.text) == line.code;
    if (empty || (!ellipsis && !has_word(line.text) && !is_comment_of_signs(at))) return;
    bool label = stands_for_lines(line) && !has_line(old_.text, line.text);
    bool code = !label && is_code(at);
    if (label && run.label == kNoComment) run.label = at;
    if (!code && run.comments + run.code == 0) run.leading = at;
    if (code) run.last = kNoComment;
    else if (run.last == kNoComment) run.last = at;
    ++(code ? run.code : run.comments);
  }

  // A comment of nothing but labels; or a gap in a code block of a page, where it may be text as well.
  bool stands_for_lines(const ScannedLine& line) const {
    return (line.is_comment() && is_gap_label(line.text, kind_)) || (kind_.headings && is_gap_line(line.text, kind_));
  }

  // "// ----": on a line of its own.
  bool is_comment_of_signs(uint64_t at) const {
    auto within = [&](uint64_t line) { return line < new_.lines.size() && new_.lines[line].in_comment; };
    return new_.lines[at].is_comment() && !within(at) && !within(at + 1);
  }

  // Also where only a string has words: an argument of a call.
  bool is_code(uint64_t at) const {
    constexpr std::string_view kQuotes = "\"'`";
    const ScannedLine& line = new_.lines[at];
    bool in_text = line.in_string && !in_statement_[at];
    bool quoted = line.code.find_first_of(kQuotes) != std::string_view::npos &&
        (line.depth_before != 0 || line.code.find_first_not_of(kQuotes) != std::string_view::npos);
    return (has_word(line.code) && line.code != "pass") || in_text || quoted;
  }

  // In which lines a string goes on that is a statement of its own, as the documentation of a function in Python is.
  static std::vector<bool> lines_in_statements(const Scan& scan) {
    std::vector<bool> within(scan.lines.size());
    bool opens = false;
    for (size_t at = 0; at < scan.lines.size(); ++at) {
      const ScannedLine& line = scan.lines[at];
      if (line.in_string) within[at] = opens;
      else
        opens = line.depth_before == 0 && !line.code.empty() && !has_word(line.code) &&
            line.code.find_first_not_of("\"'") == std::string_view::npos;
    }
    return within;
  }

  // Are the lines before the comment and after it, and others with it, less indented?
  bool is_body(uint64_t comment) const {
    uint64_t after = comment + 1;
    while (after < new_.lines.size() && (new_.lines[after].is_comment() || new_.lines[after].is_blank())) ++after;
    return are_less_indented(comment, comment, after);
  }
  bool is_all_of_body(const Run& run) const {
    const diff::LineEdit &first = edits_[run.first], &last = edits_[run.end - 1];
    return first.new_count != 0 && are_less_indented(first.new_start, first.new_start, last.new_start + last.new_count);
  }
  // Than the line `inside`: those next to the lines [first, end).
  bool are_less_indented(uint64_t inside, uint64_t first, uint64_t end) const {
    while (first > 0 && new_.lines[first - 1].is_blank()) --first;
    while (end < new_.lines.size() && new_.lines[end].is_blank()) ++end;
    uint32_t indent = new_.lines[inside].indent;
    return first > 0 && new_.lines[first - 1].indent < indent &&
        (end == new_.lines.size() || new_.lines[end].indent < indent);
  }

  // Code that is commented out has not gone.
  static std::string_view text_of_comment(std::string_view line) {
    size_t first = line.find_first_not_of(line.front());
    return first == line.npos ? line : trim(line.substr(first));
  }

  // One comment for a longer one that has most of its words.
  bool is_shorter_comment(const Run& run) const {
    std::unordered_set<std::string_view> words;
    for (size_t i = run.first; i < run.end; ++i)
      for (uint64_t at = edits_[i].old_start; at < edits_[i].old_start + edits_[i].old_count; ++at) {
        const ScannedLine& line = old_.lines[at];
        if (!line.is_comment() && !line.is_blank()) return false;
        for (std::string_view word : words_of(line.text)) words.insert(word);
      }
    std::vector<std::string_view> written = words_of(new_.lines[run.lone()].text);
    auto had =
        std::count_if(written.begin(), written.end(), [&](std::string_view word) { return words.contains(word); });
    return had > 2 && static_cast<size_t>(had) * 2 > written.size();
  }

  // Has the code that comes a word of the code that goes? Then it takes its place.
  bool shares_words(const Run& run) const {
    std::unordered_set<std::string_view> words;
    for (size_t i = run.first; i < run.end; ++i)
      for (uint64_t at = edits_[i].old_start; at < edits_[i].old_start + edits_[i].old_count; ++at)
        for (std::string_view word : words_of(old_.lines[at].code)) words.insert(word);
    for (size_t i = run.first; i < run.end; ++i)
      for (uint64_t at = edits_[i].new_start; at < edits_[i].new_start + edits_[i].new_count; ++at)
        for (std::string_view word : words_of(new_.lines[at].code))
          if (words.contains(word)) return true;
    return false;
  }

  static std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (size_t at = 0; at < text.size(); ++at) {
      size_t start = at;
      while (at < text.size() && is_of_word(text[at])) ++at;
      if (at - start > 2) words.push_back(text.substr(start, at - start));
    }
    return words;
  }

  std::vector<diff::LineEdit> edits_;
  const Scan& old_;
  const Scan& new_;
  const SourceKind& kind_;
  const GoneLines lines_;
  const std::vector<bool> in_statement_;
  std::unordered_set<std::string_view> all_new_;
  std::vector<Run> runs_;
};

// In the scripts and styles of a text of tags, where both have as many.
std::optional<BareComment> in_inner_texts(std::string_view before, std::string_view after, GoneLines lines) {
  std::vector<InnerText> old = inner_texts(before), now = inner_texts(after);
  for (size_t i = 0; i < now.size() && now.size() == old.size(); ++i) {
    std::optional<BareComment> found = bare_comment(old[i].text, now[i].text, source_kind(now[i].path), lines);
    if (!found) continue;
    found->line += line_at(after, static_cast<size_t>(now[i].text.data() - after.data())) - 1;
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<BareComment> bare_comment(
    std::string_view before, std::string_view after, const SourceKind& kind, GoneLines lines) {
  Scan old = scan(before, kind), now = scan(after, kind);
  BareComments comments(old, now, kind, lines);
  if (lines == GoneLines::for_labels) return comments.first(&BareComments::label);
  std::optional<BareComment> found = comments.first(&BareComments::comment);
  if (!found && lines != GoneLines::for_comments) found = comments.first(&BareComments::lone);
  return found || kind.layout != Layout::tags ? found : in_inner_texts(before, after, lines);
}

}  // namespace aptix::edit
