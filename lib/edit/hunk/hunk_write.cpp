// Goes through text and hunks once, in order of line. Unchanged text is never copied.
#include "edit/hunk/hunk_write.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/assert.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "diff/lines/line_table.h"

namespace aptix::edit {
namespace {

// Builds a new text of pieces: views of the old text, and of what is added.
class PieceWriter {
 public:
  // What is appended is copied to `texts`. Both must outlive the pieces.
  PieceWriter(std::string_view text, std::deque<std::string>& texts) : text_(text), texts_(texts) {}

  // Keeps the text up to `end`; does nothing if that is kept or dropped already.
  void keep_to(size_t end) {
    if (end <= kept_) return;
    pieces_.push_back(text_.substr(kept_, end - kept_));
    kept_ = end;
    adding_ = false;
  }
  // Drops the text up to `end`.
  void drop_to(size_t end) { kept_ = end; }
  // Adjacent additions are one piece while `room_`, which must never move, has capacity for them.
  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    if (room_ == nullptr || room_->capacity() - room_->size() < bytes.size()) {
      size_t size = room_ == nullptr ? 256 : 2 * room_->capacity();
      room_ = &texts_.emplace_back();
      room_->reserve(std::max(size, bytes.size()));
      adding_ = false;
    }
    if (!adding_) pieces_.push_back({room_->data() + room_->size(), 0});
    adding_ = true;
    room_->append(bytes);
    pieces_.back() = {pieces_.back().data(), pieces_.back().size() + bytes.size()};
  }

  size_t kept() const { return kept_; }  // the text up to here is kept or dropped
  std::vector<std::string_view>& pieces() { return pieces_; }

 private:
  std::string_view text_;
  std::deque<std::string>& texts_;
  std::string* room_ = nullptr;  // the text that is being appended to
  std::vector<std::string_view> pieces_;
  bool adding_ = false;  // the last piece is the end of `room_`
  size_t kept_ = 0;
};

// Does the line end in CR LF? Nothing if it has no line feed.
std::optional<bool> crlf_of(std::string_view raw) {
  diff::TextLine line = diff::split_line(raw);
  return line.newline ? std::optional(line.carriage_return) : std::nullopt;
}

// Writes hunks. Context keeps the text's own bytes.
class HunkWriter {
 public:
  HunkWriter(std::string_view text, const WriteOptions& options, std::deque<std::string>& texts)
      : text_(text),
        options_(options),
        open_(!text.empty() && !text.ends_with('\n')),
        out_(text, texts) {}

  // `start`: the first byte of its place in the text. REQUIRES: it is after the hunks written before.
  void write(const diff::Hunk& hunk, size_t start) {
    ASSERT(start >= out_.kept());
    at_ = start;
    lines_left_ = hunk.new_count();
    marked_ =
        std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const diff::HunkLine& line) { return line.no_newline; });
    uint64_t old_count = hunk.old_count();
    covers_end_ = (marked_ || open_) && ends_text(old_count);
    beside_ = newline_near(old_count);
    gone_.clear();
    // Lines are added after a last line without newline.
    if (old_count == 0 && covers_end_ && open_) end_context_line();
    size_t added = 0;  // in a row
    for (const diff::HunkLine& line : hunk.lines) {
      if (line.kind == LineKind::added) {
        add(line, added++);
        continue;
      }
      if (added != 0) gone_.clear();
      added = 0;
      pass(line.kind);
    }
  }

  std::vector<std::string_view> finish() {
    out_.keep_to(text_.size());
    std::vector<std::string_view>& pieces = out_.pieces();
    // The last lines are removed, and the very last one had no newline: the new last line gets none, either.
    bool stays = !options_.end_may_go || marked_ || ends_in_added_;
    if (open_ && !stays && !pieces.empty() && pieces.back().ends_with('\n')) {
      pieces.back().remove_suffix(pieces.back().ends_with("\r\n") ? 2 : 1);
      if (pieces.back().empty()) pieces.pop_back();
    }
    return std::move(pieces);
  }

 private:
  bool ends_text(uint64_t old_count) const {
    size_t end = at_;
    for (; old_count != 0 && end < text_.size(); --old_count) end += diff::raw_line(text_, end).size();
    return end == text_.size();
  }

  // Is the line end of the hunk's first old line CR LF? Else that of the line before or after it, or the dominant one.
  std::optional<bool> newline_near(uint64_t old_count) {
    std::optional<bool> here = crlf_of(diff::raw_line(text_, at_));
    if (here && old_count != 0) return here;
    size_t previous = at_ == 0 ? 0 : start_of_line(text_, at_ - 1);
    std::optional<bool> before = crlf_of(text_.substr(previous, at_ - previous));
    if (before || here) return before ? before : here;
    if (!commoner_) commoner_ = line_ends(text_).dominant();
    return *commoner_ == LineEnd::none ? std::nullopt : std::optional(*commoner_ == LineEnd::crlf);
  }

  // Goes past an old line of the text: context is kept, a removed line is dropped.
  void pass(LineKind kind) {
    std::string_view raw = diff::raw_line(text_, at_);
    std::optional<bool> crlf = crlf_of(raw);
    if (crlf) beside_ = crlf;
    if (kind == LineKind::removed) {
      out_.keep_to(at_);
      at_ += raw.size();
      out_.drop_to(at_);
      if (crlf) gone_.push_back(*crlf);
      return;
    }
    at_ += raw.size();
    gone_.clear();
    if (--lines_left_ != 0 && !crlf) end_context_line();
  }

  // Adds the newline that the last line lacks, as it is not the last any more.
  void end_context_line() {
    out_.keep_to(at_);
    if (out_.pieces().empty() || out_.pieces().back().ends_with('\n')) return;
    out_.append(beside_.value_or(false) ? "\r\n" : "\n");
  }

  // `before`: how many were added just before it.
  void add(const diff::HunkLine& line, size_t before) {
    out_.keep_to(at_);
    out_.append(line.text);
    bool open = covers_end_ && (marked_ ? line.no_newline : open_);
    if (--lines_left_ == 0 && open) {
      ends_in_added_ = true;
      if (options_.line_ends == AddedLineEnds::of_patch && marked_ && line.carriage_return) out_.append("\r");
      return;
    }
    if (before < gone_.size()) beside_ = gone_[before];
    bool of_file = options_.line_ends == AddedLineEnds::of_file && beside_;
    out_.append((of_file ? *beside_ : line.carriage_return) ? "\r\n" : "\n");
  }

  std::string_view text_;
  WriteOptions options_;
  const bool open_;  // the text ends without a newline
  PieceWriter out_;
  std::optional<LineEnd> commoner_;  // the dominant one of the text; set on first use
  bool ends_in_added_ = false;       // the last line was added; it may be empty

  // Of the hunk that is being written:
  size_t at_ = 0;               // the next old line
  uint64_t lines_left_ = 0;     // of its new side, still to write
  bool marked_ = false;         // it has "\ No newline" marks
  bool covers_end_ = false;     // its old lines are the last of the text
  std::vector<bool> gone_;      // for the lines removed just before: do they end in CR LF?
  std::optional<bool> beside_;  // does the line beside the next one?
};

}  // namespace

std::vector<std::string_view> write_hunks(
    std::string_view text, std::span<const HunkAt> hunks, const WriteOptions& options, std::deque<std::string>& texts) {
  HunkWriter writer(text, options, texts);
  for (const HunkAt& hunk : hunks) writer.write(*hunk.hunk, hunk.start);
  return writer.finish();
}

std::vector<std::string_view> write_hunks(std::string_view text, const std::vector<PlacedHunk>& hunks,
    const WriteOptions& options, std::deque<std::string>& texts) {
  std::vector<const PlacedHunk*> order;
  for (const PlacedHunk& hunk : hunks)
    if (hunk.status == EditStatus::applied) order.push_back(&hunk);
  auto lead = [](const PlacedHunk* hunk) { return extent_of(*hunk->hunk, diff::Side::before).lead; };
  std::ranges::stable_sort(order, [&](const PlacedHunk* a, const PlacedHunk* b) {
    return a->line != b->line ? a->line < b->line : lead(a) < lead(b);
  });
  std::vector<HunkAt> places;
  for (const PlacedHunk* hunk : order) places.push_back({hunk->hunk, hunk->start});
  return write_hunks(text, places, options, texts);
}

}  // namespace aptix::edit
