#include "edit/fit/bare_comments.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <vector>

#include "base/text/bytes.h"
#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/fit/gaps.h"

namespace aptix::edit {
namespace {

class BareComments {
 public:
  BareComments(const Scan& before, const Scan& after)
      : edits_(diff::diff_lines(before.text, after.text)),
        old_(before),
        new_(after) {}

  std::optional<BareComment> first(GoneLines lines) {
    lines_ = lines;
    for (size_t start = 0; start < edits_.size();) {
      size_t end = start + 1;
      while (end < edits_.size() && only_signs_before(end)) ++end;
      if (std::optional<BareComment> found = in_group(start, end)) return found;
      start = end;
    }
    return std::nullopt;
  }

 private:
  // Does a string that is a statement of its own go on there, as the documentation of a function in Python does?
  bool is_in_statement(uint64_t at) const {
    while (at > 0 && new_.lines[at].in_string) --at;
    const ScannedLine& opening = new_.lines[at];
    return opening.depth_before == 0 && !opening.code.empty() && !has_word(opening.code) &&
        opening.code.find_first_not_of("\"'") == std::string_view::npos;
  }

  // Code of which only a string has words: an argument of a call.
  static bool is_part_of_statement(const ScannedLine& line) {
    constexpr std::string_view kQuotes = "\"'`";
    if (line.code.find_first_of(kQuotes) == std::string_view::npos) return false;
    return line.depth_before != 0 || line.code.find_first_not_of(kQuotes) != std::string_view::npos;
  }

  // A diff may keep an empty line or a bracket between what is one change.
  bool only_signs_before(size_t edit) const {
    for (uint64_t at = edits_[edit - 1].new_start + edits_[edit - 1].new_count; at < edits_[edit].new_start; ++at)
      if (has_word(new_.lines[at].text)) return false;
    return true;
  }

  static constexpr uint64_t kNone = UINT64_MAX;
  // The lines with words that come.
  struct Coming {
    uint64_t comments = 0, code = 0;
    uint64_t leading = kNone;  // the first line, when it is a comment
    uint64_t last = kNone;     // the first comment after the last line of code
    uint64_t label = kNone;    // the first comment of nothing but labels

    uint64_t lone() const { return comments == 1 ? std::min(leading, last) : kNone; }
  };

  Coming coming_in(size_t first, size_t end) const {
    Coming coming;
    for (size_t i = first; i < end; ++i)
      for (uint64_t at = edits_[i].new_start; at < edits_[i].new_start + edits_[i].new_count; ++at) {
        const ScannedLine& line = new_.lines[at];
        bool ellipsis = line.code == "...";  // all of a body, in Python
        bool empty = line.code == "pass" && trim(line.text) == line.code;
        if (empty || (!ellipsis && !has_word(line.text) && !is_comment_of_signs(at))) continue;
        bool label = is_label(line), code = !label && is_code(line, at);
        if (label && coming.label == kNone) coming.label = at;
        if (!code && coming.comments + coming.code == 0) coming.leading = at;
        if (code) coming.last = kNone;
        else if (coming.last == kNone) coming.last = at;
        ++(code ? coming.code : coming.comments);
      }
    return coming;
  }

  // "// ----": on a line of its own.
  bool is_comment_of_signs(uint64_t at) const {
    auto within = [&](uint64_t line) { return line < new_.lines.size() && new_.lines[line].in_comment; };
    return new_.lines[at].is_comment() && !within(at) && !within(at + 1);
  }

  bool is_code(const ScannedLine& line, uint64_t at) const {
    bool in_text = (line.in_string && (lines_ == GoneLines::all || !is_in_statement(at))) || is_part_of_statement(line);
    return (has_word(line.code) && line.code != "pass") || in_text;
  }

  bool is_label(const ScannedLine& line) const {
    bool asked = lines_ == GoneLines::for_comments || (lines_ == GoneLines::for_labels && line.is_comment());
    return asked && !line.in_string && is_gap_label(line.text) && !has_line(old_.text, line.text);
  }

  std::optional<BareComment> in_group(size_t first, size_t end) {
    Coming coming = coming_in(first, end);
    if (coming.label != kNone) return for_label(coming, first, end);
    uint64_t comment = coming.last;
    switch (lines_) {
      case GoneLines::all:
        if (coming.code > 0) return beside_fewer(coming, first, end);
        comment = coming.lone();
        break;
      case GoneLines::for_comments:
        if (coming.code > 0 && comment != kNone && !is_body(comment)) return std::nullopt;
        break;
      case GoneLines::for_labels: return std::nullopt;
      case GoneLines::code: break;
    }
    if (comment == kNone) return std::nullopt;
    bool all = lines_ == GoneLines::all;
    uint64_t gone = gone_in(first, end, [&](const ScannedLine& line) { return has_word(all ? line.text : line.code); });
    bool body =
        lines_ == GoneLines::code && gone == 1 && coming.code == 0 && is_all_of_body(edits_[first], edits_[end - 1]);
    if (gone < coming.code + 2 && !body) return std::nullopt;
    if (all && is_shorter_comment(comment, first, end)) return std::nullopt;
    return BareComment{comment + 1, trim(new_.lines[comment].text), gone - coming.code};
  }

  // What it stands for among two lines that are rewritten is not known. Brackets that go count, too.
  std::optional<BareComment> for_label(const Coming& coming, size_t first, size_t end) {
    uint64_t gone = gone_in(first, end, [](const ScannedLine& line) { return !line.is_blank(); });
    if (gone < 2 && gone <= coming.code) return std::nullopt;
    return BareComment{coming.label + 1, trim(new_.lines[coming.label].text), gone};
  }

  // The lines of that kind that go: those with words have not gone where they are elsewhere.
  uint64_t gone_in(size_t first, size_t end, const std::function<bool(const ScannedLine&)>& is_of_kind) {
    uint64_t gone = 0;
    for (size_t i = first; i < end; ++i)
      for (uint64_t at = edits_[i].old_start; at < edits_[i].old_start + edits_[i].old_count; ++at) {
        const ScannedLine& line = old_.lines[at];
        gone += is_of_kind(line) && !(has_word(line.text) && stays(line.text)) ? 1 : 0;
      }
    return gone;
  }

  // Are the lines before the comment and after it, and others with it, less indented?
  bool is_body(uint64_t comment) const {
    uint64_t at = comment, after = comment + 1;
    while (at > 0 && new_.lines[at - 1].is_blank()) --at;
    while (after < new_.lines.size() && (new_.lines[after].is_blank() || new_.lines[after].is_comment())) ++after;
    uint32_t indent = new_.lines[comment].indent;
    return at > 0 && new_.lines[at - 1].indent < indent &&
        (after == new_.lines.size() || new_.lines[after].indent < indent);
  }

  // All of a body goes for a comment, before or after fewer lines of code than it had.
  std::optional<BareComment> beside_fewer(const Coming& coming, size_t first, size_t end) {
    uint64_t comment = coming.lone();
    if (comment == kNone) return std::nullopt;
    uint64_t gone = gone_in(first, end, [](const ScannedLine& line) { return has_word(line.code); });
    if (gone < 2 || gone <= coming.code || !is_all_of_body(edits_[first], edits_[end - 1])) return std::nullopt;
    return BareComment{comment + 1, trim(new_.lines[comment].text), gone};
  }

  // Is the line before the change less indented than what comes, and the one after it, too?
  bool is_all_of_body(const diff::LineEdit& first, const diff::LineEdit& last) const {
    uint64_t at = first.new_start, after = last.new_start + last.new_count;
    while (at > 0 && new_.lines[at - 1].is_blank()) --at;
    while (after < new_.lines.size() && new_.lines[after].is_blank()) ++after;
    if (at == 0 || first.new_count == 0) return false;
    uint32_t indent = new_.lines[first.new_start].indent;
    return new_.lines[at - 1].indent < indent && (after >= new_.lines.size() || new_.lines[after].indent < indent);
  }

  // Also in a comment: code that is commented out.
  bool stays(std::string_view line) {
    if (all_new_.empty())
      for (const ScannedLine& one : new_.lines) {
        all_new_.insert(trim(one.text));
        if (one.is_comment()) all_new_.insert(text_of_comment(trim(one.text)));
      }
    return all_new_.contains(trim(line));
  }

  static std::string_view text_of_comment(std::string_view line) {
    size_t first = line.find_first_not_of(line.front());
    return first == line.npos ? line : trim(line.substr(first));
  }

  // One comment for a longer one that has most of its words.
  bool is_shorter_comment(uint64_t comment, size_t first, size_t end) const {
    std::unordered_set<std::string_view> words;
    for (size_t i = first; i < end; ++i)
      for (uint64_t at = edits_[i].old_start; at < edits_[i].old_start + edits_[i].old_count; ++at) {
        const ScannedLine& line = old_.lines[at];
        if (!line.is_comment() && !line.is_blank()) return false;
        for (std::string_view word : words_of(line.text)) words.insert(word);
      }
    std::vector<std::string_view> written = words_of(new_.lines[comment].text);
    auto had =
        std::count_if(written.begin(), written.end(), [&](std::string_view word) { return words.contains(word); });
    return had > 2 && static_cast<size_t>(had) * 2 > written.size();
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

  GoneLines lines_ = GoneLines::code;
  std::vector<diff::LineEdit> edits_;
  const Scan& old_;
  const Scan& new_;
  std::unordered_set<std::string_view> all_new_;
};

}  // namespace

std::optional<BareComment> bare_comment(const Scan& before, const Scan& after, GoneLines lines) {
  BareComments comments(before, after);
  std::optional<BareComment> found = lines == GoneLines::all ? comments.first(GoneLines::code) : std::nullopt;
  return found ? found : comments.first(lines);
}

std::optional<BareComment> bare_comment(
    std::string_view before, std::string_view after, const SourceKind& kind, GoneLines lines) {
  return bare_comment(scan(before, kind), scan(after, kind), lines);
}

}  // namespace aptix::edit
