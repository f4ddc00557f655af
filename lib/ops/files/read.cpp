// Streams a file, so that one of any size takes little memory.
#include "ops/files/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "disk/confined.h"

namespace aptix::ops {
namespace {

constexpr size_t kChunk = 1 << 18;

std::optional<uint64_t> line_number(std::string_view text) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

// Passes on what was asked for of the bytes that go by.
class Selector {
 public:
  Selector(const ReadRequest& request, const std::function<bool(std::string_view)>& sink)
      : request_(request),
        sink_(sink) {
    if (request.lines) range_ = *request.lines;
    left_ = request.max_bytes;
  }

  // False when nothing that comes later is wanted.
  bool take(std::string_view bytes) {
    if (!request_.lines && !request_.number) return pass(bytes);
    while (!bytes.empty()) {
      if (line_ > range_.last) return false;
      size_t end = bytes.find('\n');
      size_t size = end == std::string_view::npos ? bytes.size() : end + 1;
      if (line_ >= range_.first) {
        if (at_start_ && request_.number && !open_line()) return false;
        if (!pass(bytes.substr(0, size))) return false;
      }
      at_start_ = end != std::string_view::npos;
      if (at_start_) ++line_;
      bytes.remove_prefix(size);
    }
    return line_ <= range_.last;
  }

  bool truncated() const { return truncated_; }
  bool stopped() const { return stopped_; }
  // Lines that were begun.
  uint64_t lines_seen() const { return at_start_ ? line_ - 1 : line_; }

 private:
  bool open_line() {
    if (left_ == 0) {
      truncated_ = true;
      return false;
    }
    return hand_on(fmt::format("{:6}\t", line_));
  }

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
  const std::function<bool(std::string_view)>& sink_;
  LineRange range_;
  uint64_t left_ = 0;
  uint64_t line_ = 1;     // of the next byte
  bool at_start_ = true;  // the next byte begins a line
  bool truncated_ = false, stopped_ = false;
};

Status check_range(const ReadRequest& request, uint64_t lines_seen) {
  if (!request.lines || request.lines->first <= std::max<uint64_t>(1, lines_seen)) return {};
  return fail(make_error(Code::range_invalid,
      fmt::format("{} has {} {}, so there is no line {}", disk::quoted(request.path), lines_seen,
          lines_seen == 1 ? "line" : "lines", request.lines->first),
      "ask for lines that exist")
                  .at(request.path));
}

}  // namespace

std::optional<LineRange> parse_line_range(std::string_view text) {
  size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    auto line = line_number(text);
    if (!line) return std::nullopt;
    return LineRange{*line, *line};
  }
  LineRange range;
  std::string_view first = text.substr(0, colon);
  std::string_view last = text.substr(colon + 1);
  if (first.empty() && last.empty()) return std::nullopt;
  if (!first.empty()) {
    auto number = line_number(first);
    if (!number) return std::nullopt;
    range.first = *number;
  }
  if (!last.empty()) {
    auto number = line_number(last);
    if (!number) return std::nullopt;
    range.last = *number;
  }
  if (range.first > range.last) return std::nullopt;
  return range;
}

Result<ReadResult> read(
    const Tree& tree, const ReadRequest& request, const std::function<bool(std::string_view)>& sink) {
  TRY_ASSIGN(file, tree.open_file(request.path));
  ReadResult result;
  Selector selector(request, sink);
  std::optional<Sha256Hasher> hasher;
  if (request.facts) hasher.emplace();
  std::string chunk(
      std::clamp<size_t>(static_cast<size_t>(std::min<uint64_t>(file.size + 1, kChunk)), 1, kChunk), '\0');
  bool wanted = true;
  while (wanted || request.facts) {
    if (request.interrupted != nullptr && request.interrupted->load()) return fail(Code::interrupted, "interrupted");
    ssize_t got = tree.fs().read(file.fd.get(), chunk.data(), chunk.size());
    if (got < 0) return fail(disk::io_failure("cannot read", request.path, static_cast<int>(-got)).at(request.path));
    if (got == 0) break;
    std::string_view bytes(chunk.data(), static_cast<size_t>(got));
    if (hasher) {
      hasher->update(bytes);
      result.facts.update(bytes);
    }
    wanted = wanted && selector.take(bytes);
  }
  result.truncated = selector.truncated();
  result.lines_seen = request.facts ? result.facts.lines() : selector.lines_seen();
  if (hasher) result.sha = hasher->finish();
  if (wanted) TRY(check_range(request, result.lines_seen));
  return result;
}

Result<ReadResult> read_bytes(
    std::string_view content, const ReadRequest& request, const std::function<bool(std::string_view)>& sink) {
  ReadResult result;
  Selector selector(request, sink);
  bool wanted = content.empty() || selector.take(content);
  if (request.facts) {
    result.facts.update(content);
    result.sha = sha256(content);
  }
  result.truncated = selector.truncated();
  result.lines_seen = request.facts ? result.facts.lines() : selector.lines_seen();
  if (wanted) TRY(check_range(request, result.lines_seen));
  return result;
}

}  // namespace aptix::ops
