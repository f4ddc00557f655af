// Streams a file, so that one of any size takes little memory.
#include "ops/files/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/trim.h"

namespace aptix::ops {
namespace {

constexpr size_t kChunk = 1 << 18;

std::optional<uint64_t> line_number(std::string_view text) {
  std::optional<uint64_t> number = parse_number(text);
  return number == 0 ? std::nullopt : number;
}

// Bytes at the end of `text` that may be the beginning of one character; 0 when it ends in a whole one.
size_t open_tail(std::string_view text) {
  for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
    auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
    return wanted > back ? back : 0;
  }
  return 0;
}

LineRange hull(std::span<const LineRange> ranges) {
  LineRange all = ranges.front();
  for (const LineRange& range : ranges) {
    all.first = std::min(all.first, range.first);
    all.last = std::max(all.last, range.last);
  }
  return all;
}

// Passes on what was asked for of the bytes that go by.
class Selector {
 public:
  // `line`: of its file, that the content begins with.
  Selector(const ReadRequest& request, const Sink& sink, LineRange range, uint64_t line = 1)
      : request_(request),
        sink_(sink),
        range_(range),
        left_(request.max_bytes),
        line_(line) {}

  // False when nothing that comes later is wanted.
  bool take(std::string_view bytes) {
    if (request_.lines.empty() && !request_.number) return pass(bytes);
    while (!bytes.empty()) {
      if (line_ > range_.last) return false;
      size_t end = bytes.find('\n');
      size_t size = end == std::string_view::npos ? bytes.size() : end + 1;
      if (line_ >= range_.first) {
        if (at_start_ && request_.number) {
          std::string number = fmt::format("{:6}\t", line_);
          uint64_t counted = request_.numbers_count ? number.size() : 0;
          truncated_ = left_ <= counted;
          if (truncated_) return false;
          left_ -= counted;
          if (!hand_on(number)) return false;
        }
        if (!pass(bytes.substr(0, size))) return false;
      }
      at_start_ = end != std::string_view::npos;
      if (at_start_) ++line_;
      bytes.remove_prefix(size);
    }
    return line_ <= range_.last;
  }

  bool truncated() const { return truncated_; }
  uint64_t left() const { return left_; }
  bool stopped() const { return stopped_; }
  // Lines that were begun.
  uint64_t lines_seen() const { return at_start_ ? line_ - 1 : line_; }

 private:
  bool pass(std::string_view bytes) {
    if (bytes.size() > left_) {
      truncated_ = true;
      bytes = bytes.substr(0, left_);
    }
    left_ -= bytes.size();
    if (!bytes.empty() && !hand_on(bytes)) return false;
    return !truncated_;
  }

  bool hand_on(std::string_view bytes) {
    if (!sink_(bytes)) stopped_ = true;
    return !stopped_;
  }

  const ReadRequest& request_;
  const Sink& sink_;
  LineRange range_;
  uint64_t left_;
  uint64_t line_;         // of the next byte
  bool at_start_ = true;  // the next byte begins a line
  bool truncated_ = false, stopped_ = false;
};

// The next piece of a content; "" at its end.
using NextPiece = std::function<Result<std::string_view>()>;

// One range, or all.
Result<ReadResult> read_range(const NextPiece& next, const ReadRequest& request, const Sink& sink) {
  ReadResult result;
  result.lines = request.lines;
  Selector selector(request, sink, request.lines.empty() ? LineRange() : hull(request.lines));
  std::optional<Sha256Hasher> hasher;
  if (request.facts) hasher.emplace();
  bool wanted = true;
  while (wanted || request.facts) {
    TRY_ASSIGN(bytes, next());
    if (bytes.empty()) break;
    if (hasher) {
      hasher->update(bytes);
      result.facts.update(bytes);
    }
    wanted = wanted && selector.take(bytes);
  }
  result.truncated = selector.truncated();
  if (hasher) result.sha = hasher->finish();
  uint64_t lines = request.facts ? result.facts.lines() : selector.lines_seen();
  for (const LineRange& range : request.lines)
    if (wanted && range.first > std::max<uint64_t>(1, lines))
      return fail_at(request.path, Code::range_invalid,
          fmt::format("{} has {} {}, so there is no line {}", in_quotes(request.path), lines,
              lines == 1 ? "line" : "lines", range.first),
          "ask for lines that exist");
  return result;
}

// Of several ranges all that they lie in is held.
Result<ReadResult> read_ranges(const NextPiece& next, const ReadRequest& request, const Sink& sink) {
  if (request.lines.size() < 2) return read_range(next, request, sink);
  ReadRequest rest = request;
  rest.max_bytes = UINT64_MAX;
  rest.number = false;
  std::string held;
  TRY_ASSIGN(result, read_range(next, rest, [&](std::string_view bytes) {
    held += bytes;
    return true;
  }));
  uint64_t handed_on = 0, first = hull(request.lines).first;
  Sink count = [&](std::string_view bytes) {
    handed_on += bytes.size();
    return sink(bytes);
  };
  rest = request;
  LineIndex lines(held);
  for (const LineRange& range : request.lines) {
    size_t start = lines.start_of(std::min(range.first - first, lines.count()) + 1);
    Selector selector(rest, count, range, range.first);
    if (!result.truncated && !selector.stopped()) selector.take(std::string_view(held).substr(start));
    result.truncated |= selector.truncated();
    rest.max_bytes = selector.left();
    result.ends.push_back(handed_on);
    if (selector.stopped()) break;
  }
  return result;
}

// With no more lines than max_lines, the first ones of the ranges.
Result<ReadResult> read_pieces(const NextPiece& next, const ReadRequest& request, const Sink& sink) {
  if (request.max_lines == UINT64_MAX) return read_ranges(next, request, sink);
  ReadRequest less = request;
  less.facts = true;
  less.lines.clear();
  uint64_t left = request.max_lines;
  std::vector<LineRange> all = request.lines.empty() ? std::vector<LineRange>{LineRange{}} : request.lines;
  for (LineRange range : all) {
    if (left == 0) break;
    if (range.last - range.first >= left) range.last = range.first + left - 1;
    left -= range.last - range.first + 1;
    less.lines.push_back(range);
  }
  TRY_ASSIGN(result, read_ranges(next, less, sink));
  bool dropped = less.lines.size() < all.size();
  for (size_t i = 0; i < less.lines.size(); ++i)
    dropped |= less.lines[i].last < all[i].last && less.lines[i].last < result.facts.lines();
  result.truncated |= dropped;
  if (request.lines.empty() && !dropped) result.lines.clear();
  return result;
}

// "3:7", "3:", ":7", "3:+5", "3".
std::optional<LineRange> parse_range(std::string_view text) {
  size_t colon = std::min(text.find(':'), text.size());
  std::string_view first = text.substr(0, colon), last = colon == text.size() ? first : text.substr(colon + 1);
  bool counts = last.starts_with('+');
  if (counts) last.remove_prefix(1);
  if ((first.empty() && last.empty()) || (counts && (first.empty() || last.empty()))) return std::nullopt;
  LineRange range;
  auto from = first.empty() ? std::optional(range.first) : line_number(first);
  auto to = last.empty() ? std::optional(range.last) : line_number(last);
  if (!from || !to) return std::nullopt;
  range = {*from, !counts ? *to : *to - 1 > UINT64_MAX - *from ? UINT64_MAX : *from + *to - 1};
  return range.first <= range.last ? std::optional(range) : std::nullopt;
}

}  // namespace

void FileFacts::update(std::string_view bytes) {
  if (bytes.empty()) return;
  size_ += bytes.size();
  if (head_.size() < kByteOrderMark.size()) head_ += bytes.substr(0, kByteOrderMark.size() - head_.size());

  LineEnds ends = aptix::line_ends(bytes);
  // A CR that ended the piece before belongs to the LF that begins this one.
  if (bytes.front() == '\n' && last_ == '\r') --ends.lf, ++ends.crlf;
  ends_.lf += ends.lf;
  ends_.crlf += ends.crlf;
  last_ = bytes.back();

  if (!utf8_) return;
  std::string joined;
  if (!carried_.empty()) {
    joined = carried_ + std::string(bytes);
    bytes = joined;
  }
  size_t tail = open_tail(bytes);
  utf8_ = !find_invalid_utf8(bytes.substr(0, bytes.size() - tail));
  carried_ = std::string(bytes.substr(bytes.size() - tail));
}

uint64_t FileFacts::lines() const {
  uint64_t ended = ends_.lf + ends_.crlf;
  return size_ == 0 || last_ == '\n' ? ended : ended + 1;
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

std::vector<LineRange> parse_line_ranges(std::string_view text) {
  std::vector<LineRange> ranges;
  for (std::string_view part : split(text, ',')) {
    auto range = parse_range(part);
    if (!range) return {};
    ranges.push_back(*range);
  }
  return ranges;
}

Result<ReadResult> read(const Tree& tree, const ReadRequest& request, const Sink& sink) {
  TRY_ASSIGN(file, tree.open_file(request.path));
  std::string chunk(
      std::clamp<size_t>(static_cast<size_t>(std::min<uint64_t>(file.size() + 1, kChunk)), 1, kChunk), '\0');
  auto next = [&]() -> Result<std::string_view> {
    if (request.interrupted != nullptr && request.interrupted->load()) return fail(Code::interrupted, "interrupted");
    ssize_t got = tree.fs().read(file.fd.get(), chunk.data(), chunk.size());
    if (got < 0) return fail(disk::io_failure("cannot read", request.path, static_cast<int>(-got)).at(request.path));
    return std::string_view(chunk.data(), static_cast<size_t>(got));
  };
  return read_pieces(next, request, sink);
}

Result<ReadResult> read_bytes(std::string_view content, const ReadRequest& request, const Sink& sink) {
  return read_pieces([&]() -> Result<std::string_view> { return std::exchange(content, {}); }, request, sink);
}

}  // namespace aptix::ops
