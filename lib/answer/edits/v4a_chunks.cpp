#include "answer/edits/v4a_chunks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "diff/compute/hunk_between.h"

namespace aptix::answer {
namespace {

// "-12,3 +12,4 @@ f()": the old line; `rest` is what stands after. Nothing when it is no header of a diff.
std::optional<uint64_t> numbers_of(std::string_view header, std::string_view& rest) {
  if (!header.starts_with('-')) return std::nullopt;
  size_t end = header.find("@@");
  std::string_view numbers = header.substr(1, end == std::string_view::npos ? end : end - 1);
  if (numbers.find(" +") == std::string_view::npos ||
      numbers.find_first_not_of("0123456789, +") != std::string_view::npos)
    return std::nullopt;
  uint64_t line = 0;
  for (size_t i = 0; i < numbers.size() && i < 9 && numbers[i] >= '0' && numbers[i] <= '9'; ++i)
    line = line * 10 + static_cast<uint64_t>(numbers[i] - '0');
  rest = end == std::string_view::npos ? std::string_view() : trim(header.substr(end + 2));
  return line;
}

using Lines = std::vector<diff::HunkLine>;

// How many lines from `i` and `k` on stay, for each pair of them.
std::vector<size_t> common_lines(const Lines& removed, const Lines& added) {
  size_t width = added.size() + 1;
  std::vector<size_t> common((removed.size() + 1) * width, 0);
  for (size_t i = removed.size(); i-- > 0;)
    for (size_t k = added.size(); k-- > 0;)
      common[i * width + k] = removed[i].text == added[k].text
          ? common[(i + 1) * width + k + 1] + 1
          : std::max(common[(i + 1) * width + k], common[i * width + k + 1]);
  return common;
}

// A change whose old and new lines have some in common: those are context.
void add_change(const Lines& removed, const Lines& added, Lines& out) {
  constexpr size_t kMostPairs = 1'000'000;
  bool looked = removed.size() * added.size() <= kMostPairs;
  std::vector<size_t> common = looked ? common_lines(removed, added) : std::vector<size_t>();
  size_t width = added.size() + 1;
  for (size_t i = 0, k = 0; i < removed.size() || k < added.size();) {
    bool both = looked && i < removed.size() && k < added.size();
    if (both && removed[i].text == added[k].text && removed[i].no_newline == added[k].no_newline) {
      out.push_back(removed[i++]);
      out.back().kind = diff::HunkLine::Kind::context;
      ++k;
    } else if (i < removed.size() && (!both || common[(i + 1) * width + k] >= common[i * width + k + 1])) {
      out.push_back(removed[i++]);
    } else {
      out.push_back(added[k++]);
    }
  }
}

// "-a" and "+a": the line stays, and with it the bytes that the file has for it.
void keep_what_stays(Lines& lines) {
  Lines out;
  Lines removed;
  Lines added;
  auto flush = [&] { add_change(std::exchange(removed, {}), std::exchange(added, {}), out); };
  for (diff::HunkLine& line : lines) {
    if (line.kind == diff::HunkLine::Kind::context) flush();
    (line.kind == diff::HunkLine::Kind::context          ? out
            : line.kind == diff::HunkLine::Kind::removed ? removed
                                                         : added)
        .push_back(line);
  }
  flush();
  lines = std::move(out);
}

}  // namespace

std::string_view without_closing_stars(std::string_view line) {
  line = trim(line);
  return line.starts_with("*** ") && line.ends_with(" ***") ? trim(line.substr(0, line.size() - 4)) : line;
}

void V4aChunks::begin(Operation operation) {
  operation_ = operation;
  chunks_.clear();
  blank_.clear();
  complete_ = true;
}

std::optional<std::string> V4aChunks::take(std::string_view text, const Line& line) {
  std::string_view raw = text.substr(line.start, line.next - line.start);
  if (operation_ == Operation::remove)
    return trim(line.text).empty() ? std::nullopt : std::optional<std::string>("a file that is deleted has lines");
  if (operation_ == Operation::create) return take_new(raw, line);
  if (line.text.starts_with("@@")) {
    take_header(line);
    return std::nullopt;
  }
  return take_line(raw, line);
}

// All lines of a new file have a '+'; empty ones in between may have lost it.
std::optional<std::string> V4aChunks::take_new(std::string_view raw, const Line& line) {
  if (line.text.empty()) {
    blank_.push_back(raw);
    return std::nullopt;
  }
  if (line.text[0] != '+') return "a line of a new file does not begin with '+'";
  V4aChunk& chunk = chunk_at(line.start);
  for (std::string_view blank : std::exchange(blank_, {}))
    chunk.block.lines.lines.push_back(diff::hunk_line(diff::HunkLine::Kind::added, blank));
  chunk.block.lines.lines.push_back(diff::hunk_line(diff::HunkLine::Kind::added, raw.substr(1)));
  return std::nullopt;
}

// Several '@@' lines in a row lead to one chunk.
void V4aChunks::take_header(const Line& line) {
  blank_.clear();
  bool goes_on = !complete_ && chunks_.back().block.lines.lines.empty();
  if (!goes_on) complete_ = true;
  TextBlock& block = chunk_at(line.start).block;
  std::string_view header = trim(line.text.substr(2));
  std::string_view rest = header;
  if (std::optional<uint64_t> number = numbers_of(header, rest)) {
    block.lines.has_numbers = *number != 0;
    block.lines.old_start = block.lines.new_start = *number;
  }
  if (rest.ends_with("@@")) rest = trim(rest.substr(0, rest.size() - 2));
  if (!rest.empty()) block.anchors.push_back(rest);
}

std::optional<std::string> V4aChunks::take_line(std::string_view raw, const Line& line) {
  if (without_closing_stars(line.text) == "*** End of File" && line.text.starts_with('*')) {
    if (complete_) return "'*** End of File' does not end a chunk";
    chunks_.back().block.at_end = true;
    complete_ = true;
    return std::nullopt;
  }
  if (line.text.starts_with("*** ")) return "the line does not belong to a V4A patch";
  if (line.text.empty()) {
    blank_.push_back(raw);
    return std::nullopt;
  }
  V4aChunk& chunk = chunk_at(line.start);
  std::vector<diff::HunkLine>& lines = chunk.block.lines.lines;
  if (line.text.starts_with("\\ ")) {
    if (!lines.empty()) lines.back().no_newline = true;
    return std::nullopt;
  }
  for (std::string_view blank : std::exchange(blank_, {}))
    lines.push_back(diff::hunk_line(diff::HunkLine::Kind::context, blank));
  switch (line.text[0]) {
    case '+': lines.push_back(diff::hunk_line(diff::HunkLine::Kind::added, raw.substr(1))); break;
    case '-': lines.push_back(diff::hunk_line(diff::HunkLine::Kind::removed, raw.substr(1))); break;
    case ' ': lines.push_back(diff::hunk_line(diff::HunkLine::Kind::context, raw.substr(1))); break;
    default:
      lines.push_back(diff::hunk_line(diff::HunkLine::Kind::context, raw));  // a context line that lost its space
  }
  return std::nullopt;
}

V4aChunk& V4aChunks::chunk_at(size_t offset) {
  if (complete_) {
    chunks_.emplace_back().offset = offset;
    chunks_.back().block.form = TextBlock::Form::v4a;
    complete_ = false;
  }
  return chunks_.back();
}

std::vector<V4aChunk> V4aChunks::finish() {
  std::erase_if(chunks_, [](const V4aChunk& chunk) { return chunk.block.lines.lines.empty(); });
  for (V4aChunk& chunk : chunks_) {
    if (operation_ == Operation::modify)
      for (diff::HunkLine& line : chunk.block.lines.lines)  // a mark is the file's
        if (line.text.starts_with(kByteOrderMark)) line.text.remove_prefix(kByteOrderMark.size());
    keep_what_stays(chunk.block.lines.lines);
  }
  if (operation_ == Operation::create && chunks_.empty()) chunks_.emplace_back().block.form = TextBlock::Form::v4a;
  complete_ = true;
  return std::exchange(chunks_, {});
}

}  // namespace aptix::answer
