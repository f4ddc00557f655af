// Goes through text and hunks once, in order of line. The tail is never moved.
#include "edit/hunk/hunk_write.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/assert.h"
#include "base/text/text.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::edit {
namespace {

// Where a hunk begins, and how many lines before its first change.
struct Begin {
  uint64_t line;
  uint64_t lead;
  const PlacedHunk* hunk;
};

std::vector<Begin> in_order(const std::vector<PlacedHunk>& hunks) {
  std::vector<Begin> order;
  order.reserve(hunks.size());
  for (const PlacedHunk& placed : hunks)
    if (placed.status == EditStatus::applied)
      order.push_back({placed.line, extent_of(*placed.hunk, diff::Side::before).lead, &placed});
  auto is_before = [](const Begin& a, const Begin& b) { return std::pair(a.line, a.lead) < std::pair(b.line, b.lead); };
  if (!std::is_sorted(order.begin(), order.end(), is_before)) std::stable_sort(order.begin(), order.end(), is_before);
  return order;
}

size_t bytes_added(const std::vector<Begin>& hunks) {
  constexpr size_t kLineEnd = 2;
  size_t bytes = 0;
  for (const Begin& begin : hunks) {
    bytes += kLineEnd;
    for (const diff::HunkLine& line : begin.hunk->hunk->lines)
      bytes += line.kind == LineKind::added ? line.text.size() + kLineEnd : 0;
  }
  return bytes;
}

}  // namespace

void HunkWriter::write(const diff::Hunk& hunk, size_t start) {
  begin(hunk, start);
  const std::vector<diff::HunkLine>& lines = hunk.lines;
  for (size_t i = 0; i < lines.size();) {
    size_t run = i;
    while (run < lines.size() && lines[run].kind == lines[i].kind) ++run;
    auto same = std::span(lines).subspan(i, run - i);
    if (lines[i].kind == LineKind::added) add(same);
    else pass(same.size(), lines[i].kind);
    i = run;
  }
}

std::vector<std::string_view> HunkWriter::finish() {
  out_.keep_to(text_.size());
  return std::move(out_.pieces());
}

void HunkWriter::begin(const diff::Hunk& hunk, size_t start) {
  at_ = start;
  ASSERT(at_ >= out_.kept());
  lines_left_ = 0;
  marked_ = false;
  uint64_t old_count = 0;
  for (const diff::HunkLine& line : hunk.lines) {
    lines_left_ += line.kind == LineKind::removed ? 0 : 1;
    old_count += line.kind == LineKind::added ? 0 : 1;
    marked_ = marked_ || line.no_newline;
  }
  covers_end_ = (marked_ || is_open()) && ends_text(old_count);
  gone_.clear();
  beside_ = newline_near(old_count);
  // Only in front of the hunk: lines that are added after a last line without newline.
  if (old_count == 0 && covers_end_ && is_open()) end_context_line();
}

bool HunkWriter::ends_text(uint64_t old_count) const {
  size_t end = at_;
  for (; old_count != 0 && end < text_.size(); --old_count) end += diff::raw_line(text_, end).size();
  return end == text_.size();
}

// The line end of the hunk's first old line; when it has none, of the line before or after it.
std::optional<HunkWriter::Newline> HunkWriter::newline_near(uint64_t old_count) const {
  std::optional<Newline> here = newline_of(diff::raw_line(text_, at_));
  if (here && old_count != 0) return here;
  size_t feed = at_ < 2 ? std::string_view::npos : text_.rfind('\n', at_ - 2);
  size_t previous = feed == std::string_view::npos ? 0 : feed + 1;
  std::optional<Newline> before = newline_of(text_.substr(previous, at_ - previous));
  return before ? before : here;
}

std::optional<HunkWriter::Newline> HunkWriter::newline_of(std::string_view raw) {
  diff::TextLine line = diff::split_line(raw);
  return line.newline ? std::optional(Newline{line.carriage_return}) : std::nullopt;
}

// Context and removed lines: the text's own.
void HunkWriter::pass(size_t count, LineKind kind) {
  if (kind == LineKind::removed) out_.keep_to(at_);
  for (; count != 0; --count) {
    std::string_view raw = diff::raw_line(text_, at_);
    diff::TextLine line = diff::split_line(raw);
    if (line.newline) beside_ = Newline{line.carriage_return};
    at_ += raw.size();
    if (kind == LineKind::removed) {
      if (line.newline) gone_.push_back({line.carriage_return});
      continue;
    }
    gone_.clear();
    if (--lines_left_ != 0 && !line.newline) end_context_line();
    if (lines_left_ == 0 && line.newline && loses_end()) {
      out_.keep_to(at_ - (line.carriage_return ? 2 : 1));
      out_.drop_to(at_);
    }
  }
  if (kind == LineKind::removed) out_.drop_to(at_);
}

// The last line had no newline, and is not the last any more.
void HunkWriter::end_context_line() {
  if (options_.last_newline == LastNewline::of_patch) return;
  out_.keep_to(at_);
  out_.append(is_crlf(std::nullopt) ? "\r\n" : "\n");
}

void HunkWriter::add(std::span<const diff::HunkLine> lines) {
  out_.keep_to(at_);
  for (size_t i = 0; i < lines.size(); ++i) {
    bool last = --lines_left_ == 0;
    out_.append(lines[i].text);
    if (last && ends_without_newline(lines[i])) {
      if (options_.line_ends == AddedLineEnds::of_patch && marked_ && lines[i].carriage_return) out_.append("\r");
      continue;
    }
    if (i < gone_.size()) beside_ = gone_[i];
    out_.append(is_crlf(lines[i].carriage_return) ? "\r\n" : "\n");
  }
  gone_.clear();
}

bool HunkWriter::ends_without_newline(const diff::HunkLine& line) const {
  if (marked_ || options_.last_newline == LastNewline::of_patch) return line.no_newline && covers_end_;
  return covers_end_ && is_open();
}

bool HunkWriter::is_crlf(std::optional<bool> in_patch) const {
  if (options_.line_ends == AddedLineEnds::of_file && beside_) return beside_->carriage_return;
  if (in_patch) return *in_patch;
  return beside_ && beside_->carriage_return;
}

std::vector<std::string_view> write_hunks(std::string_view text, const std::vector<PlacedHunk>& hunks,
    const WriteOptions& options, std::deque<std::string>& texts) {
  std::vector<Begin> order = in_order(hunks);
  std::string& added = texts.emplace_back();
  added.reserve(bytes_added(order));
  HunkWriter writer(text, options, added);
  for (const Begin& begin : order) writer.write(*begin.hunk->hunk, begin.hunk->start);
  return writer.finish();
}

}  // namespace aptix::edit
