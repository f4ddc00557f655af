#include "ops/files/read.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/trim.h"
#include "diff/lines/line_table.h"

namespace aptix::ops {
namespace {

std::optional<uint64_t> line_number(std::string_view text) {
  std::optional<uint64_t> number = parse_number(text);
  return number == 0 ? std::nullopt : number;
}

// "3:7", "3:", ":7", "3:+5", "3".
std::optional<LineSpan> parse_range(std::string_view text) {
  size_t colon = std::min(text.find(':'), text.size());
  std::string_view first = text.substr(0, colon), last = colon == text.size() ? first : text.substr(colon + 1);
  bool counts = last.starts_with('+');
  if (counts) last.remove_prefix(1);
  if ((first.empty() && last.empty()) || (counts && (first.empty() || last.empty()))) return std::nullopt;
  auto from = first.empty() ? std::optional<uint64_t>(1) : line_number(first);
  auto to = last.empty() ? std::optional(UINT64_MAX) : line_number(last);
  if (!from || !to) return std::nullopt;
  LineSpan range{*from, !counts ? *to : *to - 1 > UINT64_MAX - *from ? UINT64_MAX : *from + *to - 1};
  return range.first <= range.last ? std::optional(range) : std::nullopt;
}

// Passes on one range after the other, as long as there is room.
class Selector {
 public:
  Selector(diff::LineTable& lines, const ReadRequest& request, const Sink& sink)
      : request_(request),
        sink_(sink),
        lines_(lines),
        lines_left_(request.max_lines),
        left_(request.max_bytes) {}

  ReadResult run() {
    std::vector<LineSpan> all = request_.lines.empty() ? std::vector<LineSpan>{{1, UINT64_MAX}} : request_.lines;
    for (LineSpan range : all) {
      shorten(range);
      if (range.last < range.first && is_shortened_) continue;
      if (goes_on_) hand_on(range);
      result_.lines.push_back(range);
      result_.ends.push_back(handed_on_);
    }
    result_.truncated |= is_shortened_;
    if (request_.lines.empty() && !is_shortened_) result_.lines.clear();
    return std::move(result_);
  }

 private:
  // Shortens the range to max_lines.
  void shorten(LineSpan& range) {
    if (request_.max_lines == UINT64_MAX) return;
    uint64_t wanted = std::min(range.last, lines_.count()) + 1 - range.first, given = std::min(wanted, lines_left_);
    is_shortened_ |= given < wanted;
    lines_left_ -= given;
    range.last = range.first + given - 1;
  }

  void hand_on(const LineSpan& range) {
    size_t start = lines_.start_of(range.first - 1), end = lines_.text().size();
    if (range.last < end) end = lines_.start_of(range.last);  // a text has no more lines than bytes
    if (!request_.number) return give(lines_.text().substr(start, end - start));
    for (uint64_t line = range.first; goes_on_ && line <= range.last && lines_.has(line - 1); ++line) {
      std::string number = fmt::format("{:6}\t", line);
      uint64_t counted = request_.numbers_count ? number.size() : 0;
      if (left_ <= counted) return stop();
      left_ -= counted;
      pass(number);
      give(diff::raw_line(lines_.text(), lines_.start_of(line - 1)));
    }
  }

  // As many bytes as max_bytes allows.
  void give(std::string_view bytes) {
    if (!goes_on_) return;  // nobody reads any more
    if (left_ > 0) pass(bytes.substr(0, left_));
    if (bytes.size() > left_) stop();
    left_ -= std::min<uint64_t>(left_, bytes.size());
  }

  void pass(std::string_view bytes) {
    handed_on_ += bytes.size();
    goes_on_ = bytes.empty() || sink_(bytes);
  }

  void stop() {
    result_.truncated = true;
    goes_on_ = false;
  }

  const ReadRequest& request_;
  const Sink& sink_;
  diff::LineTable& lines_;
  uint64_t lines_left_, left_;  // of max_lines and max_bytes
  uint64_t handed_on_ = 0;
  bool goes_on_ = true, is_shortened_ = false;
  ReadResult result_{};
};

}  // namespace

FileFacts facts_of(std::string_view content) {
  return {.size = content.size(),
      .lines = count_lines(content),
      .line_ends = line_ends(content),
      .is_utf8 = !find_invalid_utf8(content),
      .has_byte_order_mark = content.starts_with(kByteOrderMark),
      .has_final_newline = content.ends_with('\n')};
}

std::string_view line_ends_name(const LineEnds& ends) {
  if (ends.mixed()) return "mixed";
  switch (ends.dominant()) {
    case LineEnd::none: return "none";
    case LineEnd::lf: return "lf";
    case LineEnd::crlf: return "crlf";
  }
  return "none";
}

std::vector<LineSpan> parse_line_ranges(std::string_view text) {
  std::vector<LineSpan> ranges;
  for (std::string_view part : split(text, ',')) {
    auto range = parse_range(part);
    if (!range) return {};
    ranges.push_back(*range);
  }
  return ranges;
}

Result<ReadResult> read(std::string_view content, const ReadRequest& request, const Sink& sink) {
  diff::LineTable lines(content);
  for (const LineSpan& range : request.lines)
    if (range.first > 1 && !lines.has(range.first - 1))
      return fail_at(request.path, Code::range_invalid,
          fmt::format("{} has {} {}, so there is no line {}", in_quotes(request.path), lines.count(),
              lines.count() == 1 ? "line" : "lines", range.first),
          "ask for lines that exist");
  ReadResult result = Selector(lines, request, sink).run();
  if (request.facts) result.facts = facts_of(content);
  return result;
}

}  // namespace aptix::ops
