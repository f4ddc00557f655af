// Lines of a text. Files may have hundreds of megabytes, so every scan is a `find` of one character, which is a memchr.
#include "base/text/text.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text/trim.h"

namespace aptix {
namespace {

std::string_view without_line_end(std::string_view line) {
  if (!line.ends_with('\n')) return line;
  line.remove_suffix(1);
  return without_cr(line);
}

}  // namespace

LineEnds line_ends(std::string_view text) {
  LineEnds ends;
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    ++(at != 0 && text[at - 1] == '\r' ? ends.crlf : ends.lf);
  return ends;
}

std::string with_line_ends(std::string_view text, LineEnd to) {
  ASSERT(to != LineEnd::none);
  std::string_view line_end = to == LineEnd::crlf ? "\r\n" : "\n";
  std::string out;
  out.reserve(text.size() + (to == LineEnd::crlf ? count_lines(text) : 0));
  size_t start = 0;
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', start)) {
    out += without_line_end(text.substr(start, at + 1 - start));
    out += line_end;
    start = at + 1;
  }
  out += text.substr(start);
  return out;
}

uint64_t count_lines(std::string_view text) {
  bool open_end = !text.empty() && text.back() != '\n';
  return line_at(text, text.size()) - (open_end ? 0 : 1);
}

uint64_t line_at(std::string_view text, size_t offset) {
  uint64_t line = 1;
  text = text.substr(0, offset);
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) ++line;
  return line;
}

LineIndex::LineIndex(std::string_view text) : text_(text) {
  if (!text.empty()) starts_.push_back(0);
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    if (at + 1 < text.size()) starts_.push_back(at + 1);
}

uint64_t LineIndex::count() const { return starts_.size(); }

size_t LineIndex::start_of(uint64_t number) const {
  ASSERT(number >= 1 && number <= count() + 1);
  return number > count() ? text_.size() : starts_[number - 1];
}

std::string_view LineIndex::line(uint64_t number) const {
  ASSERT(number >= 1 && number <= count());
  size_t start = start_of(number);
  return without_line_end(text_.substr(start, start_of(number + 1) - start));
}

std::string_view without_trailing_blanks(std::string_view line) {
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// Only cells of the table within `limit` of the diagonal matter, so the cost is length x limit for any words.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  size_t too_far = limit + 1;
  std::vector<size_t> before_last(b.size() + 1, too_far), last(b.size() + 1, too_far), row(b.size() + 1, too_far);
  for (size_t j = 0; j <= std::min(b.size(), limit); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t from = i > limit ? i - limit : 0;
    size_t to = std::min(b.size(), i + limit);
    if (from > 0) row[from - 1] = too_far;
    for (size_t j = from; j <= to; ++j) {
      if (j == 0) {
        row[0] = i;
        continue;
      }
      size_t above = j == i + limit ? too_far : last[j];
      size_t best = std::min({above + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) best = std::min(best, before_last[j - 2] + 1);
      row[j] = std::min(best, too_far);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return std::min(last[b.size()], too_far);
}

bool is_binary(std::string_view text) {
  constexpr size_t kLookedAt = 8000;
  return text.substr(0, kLookedAt).find('\0') != std::string_view::npos;
}

bool is_utf16(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF") || bytes.starts_with("\0\0\xFE\xFF"sv))
    return true;
  if (bytes.size() < 4) return false;
  bool big = bytes[0] == '\0' && bytes[1] != '\0' && bytes[2] == '\0' && bytes[3] != '\0';
  bool little = bytes[0] != '\0' && bytes[1] == '\0' && bytes[2] != '\0' && bytes[3] == '\0';
  return big || little;
}

}  // namespace aptix
