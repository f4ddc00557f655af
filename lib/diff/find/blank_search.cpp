// Looks up the rarest line of the pattern and tries the places where it stands.
#include "diff/find/blank_search.h"

#include <algorithm>
#include <limits>

#include "base/text/text.h"

namespace aptix::diff {
namespace {

constexpr uint64_t kMostCompared = 4096;  // lines for one pattern, and as many again for each 32 bytes of the text

// A line of the text without its line end, and without the byte-order mark that the pattern does not have.
SplitLine line_of(std::string_view text, size_t start, const HunkLine& wanted) {
  std::string_view raw = raw_line(text, start);
  if (start == 0 && raw.starts_with(kByteOrderMark) && !wanted.text.starts_with(kByteOrderMark))
    raw.remove_prefix(kByteOrderMark.size());
  return split_line(raw);
}

}  // namespace

bool BlankSearch::prepare() {
  if (prepared_) return !index_.empty();
  prepared_ = true;
  std::string_view text = lines_.text();
  if (lines_.count() >= std::numeric_limits<uint32_t>::max()) return false;
  uint64_t line = 0;
  for (size_t start = 0; start < text.size(); ++line) {
    std::string_view raw = raw_line(text, start);
    start += raw.size();
    if (line == 0 && raw.starts_with(kByteOrderMark)) raw.remove_prefix(kByteOrderMark.size());
    if (!is_blank(raw)) index_.push_back(uint64_t{blank_key(split_line(raw).text)} << 32 | line);
  }
  std::sort(index_.begin(), index_.end());
  budget_ = 65536 + 4 * index_.size();
  return !index_.empty();
}

BlankSearch::Span BlankSearch::lines_with(uint32_t key) const {
  auto first = std::lower_bound(index_.begin(), index_.end(), uint64_t{key} << 32);
  auto last = std::upper_bound(first, index_.end(), uint64_t{key} << 32 | std::numeric_limits<uint32_t>::max());
  return {index_.data() + (first - index_.begin()), index_.data() + (last - index_.begin())};
}

std::optional<BlankFit> BlankSearch::fit(const Pattern& pattern, size_t start, uint64_t& compared) const {
  std::string_view text = lines_.text();
  BlankFit result;
  for (const HunkLine* wanted : pattern.lines) {
    ++compared;
    if (start >= text.size()) return std::nullopt;
    SplitLine line = line_of(text, start, *wanted);
    if ((wanted->no_newline && line.newline) || !result.add(wanted->text, line.text)) return std::nullopt;
    start += raw_line(text, start).size();
  }
  if (pattern.ends_text && start != text.size()) return std::nullopt;
  return result;
}

Places BlankSearch::find(const Pattern& pattern, uint64_t most) {
  Places result;
  if (!prepare()) return result;
  Span rarest{nullptr, nullptr};
  uint64_t anchor = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (is_blank(pattern.lines[i]->text)) continue;
    Span lines = lines_with(blank_key(pattern.lines[i]->text));
    if (lines.begin == lines.end) return result;
    if (rarest.begin != nullptr && lines.end - lines.begin >= rarest.end - rarest.begin) continue;
    rarest = lines;
    anchor = i;
  }
  budget_ += 4 * pattern.size();
  uint64_t compared = 0;
  for (const uint64_t* entry = rarest.begin; entry != rarest.end; ++entry) {
    if (compared > std::min(budget_, kMostCompared + 4 * pattern.size() + lines_.text().size() / 32)) {
      result = {{}, 0, true};
      break;
    }
    uint64_t line = *entry & std::numeric_limits<uint32_t>::max();
    if (line < anchor || !fit(pattern, lines_.start_of(line - anchor), compared)) continue;
    ++result.count;
    if (result.places.size() < most) result.places.push_back({line - anchor + 1, false, true});
  }
  budget_ -= std::min(budget_, compared);
  return result;
}

std::optional<BlankFit> BlankSearch::at(const Pattern& pattern, uint64_t line) const {
  if (line == 0 || !lines_.has(line - 1)) return std::nullopt;
  if (std::all_of(
          pattern.lines.begin(), pattern.lines.end(), [](const HunkLine* wanted) { return is_blank(wanted->text); }))
    return std::nullopt;
  uint64_t compared = 0;
  return fit(pattern, lines_.start_of(line - 1), compared);
}

}  // namespace aptix::diff
