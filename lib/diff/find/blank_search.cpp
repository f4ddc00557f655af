// Looks up the rarest line of the pattern and tries the places where it stands.
#include "diff/find/blank_search.h"

#include <algorithm>

#include "base/text/text.h"
#include "diff/find/windows.h"

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

uint64_t key_of(std::string_view raw) {
  if (raw.starts_with(kByteOrderMark)) raw.remove_prefix(kByteOrderMark.size());
  return blank_key(split_line(raw).text);
}

bool says_nothing(const Pattern& pattern) {
  return std::all_of(
      pattern.lines.begin(), pattern.lines.end(), [](const HunkLine* wanted) { return is_blank(wanted->text); });
}

}  // namespace

bool BlankSearch::prepare() {
  if (index_) return true;
  if (lines_.count() >= HashIndex::kNone) return false;
  index_.emplace(lines_.text(), key_of);
  budget_ = 65536 + 4 * index_->count();
  return true;
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
  if (says_nothing(pattern) || !prepare()) return result;
  budget_ += 4 * pattern.size();
  uint64_t most_compared = std::min(budget_, kMostCompared + 4 * pattern.size() + lines_.text().size() / 32);
  uint64_t compared = 0;
  auto wanted = [&pattern](size_t i) { return pattern.lines[i]->text; };
  each_window(*index_, pattern.size(), wanted, [&](uint64_t line) {
    if (compared > most_compared) {
      result = {{}, 0, true};
      return false;
    }
    if (!fit(pattern, index_->start_of(line), compared)) return true;
    ++result.count;
    if (result.places.size() < most) result.places.push_back({line + 1, false, true});
    return true;
  });
  budget_ -= std::min(budget_, compared);
  return result;
}

std::optional<BlankFit> BlankSearch::at(const Pattern& pattern, uint64_t line) const {
  if (line == 0 || !lines_.has(line - 1) || says_nothing(pattern)) return std::nullopt;
  uint64_t compared = 0;
  return fit(pattern, lines_.start_of(line - 1), compared);
}

}  // namespace aptix::diff
