// Look-ups compare at one line; or search the whole text, at the same speed for any input; or, after some such
// searches, look up the rarest line of a hunk in an index of all lines, unless too much looks alike. All spend from one
// budget, linear in text and hunks.
#include "diff/find/locate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "base/assert.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "diff/find/windows.h"
#include "diff/lines/hash_index.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {
namespace {

constexpr unsigned kSearches = 4;        // of the whole text before an index is built
constexpr uint64_t kBudgetPerByte = 64;  // of the text, in the unit below
constexpr uint64_t kCostOfLine = 32;     // comparing two lines, in bytes read
constexpr uint64_t kNearestScans = 16;
constexpr size_t kMostOfALine = 2000;  // a line that occurs more often identifies nothing

// Collects places, exact ones apart from the others.
class Collector {
 public:
  explicit Collector(uint64_t most) : most_(most) {}

  void add(Fit fit, uint64_t line) {
    Places& found = fit == Fit::exact ? exact_ : others_;
    ++found.count;
    if (found.places.size() < most_) found.places.push_back({line + 1, fit != Fit::exact, false});
  }
  void clear() { exact_ = others_ = {}; }
  bool has_exact() const { return exact_.count != 0; }
  Places take() { return std::move(has_exact() ? exact_ : others_); }

 private:
  uint64_t most_;
  Places exact_, others_;
};

// A line of the text without its line end, and without the byte-order mark that the pattern does not have.
TextLine line_for(std::string_view text, size_t start, const HunkLine& wanted) {
  std::string_view raw = raw_line(text, start);
  if (start == 0 && !wanted.text.starts_with(kByteOrderMark)) raw = without_mark(raw);
  return split_line(raw);
}

uint64_t key_but_for_case(std::string_view raw) { return hash_line(ascii_lower(trimmed(raw))); }

uint64_t blank_key_of(std::string_view raw) { return blank_key(split_line(without_mark(raw)).text); }

bool says_nothing(const Pattern& pattern) {
  return std::all_of(
      pattern.lines.begin(), pattern.lines.end(), [](const HunkLine* wanted) { return is_blank(wanted->text); });
}

}  // namespace

struct Locator::Impl {
  explicit Impl(std::string_view bytes) : text(bytes), table(bytes), budget(kBudgetPerByte * (bytes.size() + 65536)) {}

  std::string_view text;
  LineTable table;
  std::optional<HashIndex> index;
  std::optional<HashIndex> letter_index;  // by lines without indentation, in lower case
  std::optional<HashIndex> blank_index;   // by blank_key()
  uint64_t budget;
  uint64_t blank_budget = 65536;  // lines that may still be compared with lost white space; more come with the index
  unsigned searches = 0;
  uint64_t nearest_scans = 0;

  bool spend(uint64_t cost) {
    bool enough = cost <= budget;
    budget -= std::min(cost, budget);
    return enough;
  }

  // Lines that one look-up may compare before it gives up, because the text looks all alike.
  uint64_t most_compared(const Pattern& pattern) const { return 4096 + 4 * pattern.size() + text.size() / 32; }

  Places find(const Pattern& pattern, uint64_t most) {
    Places result;
    if (pattern.lines.empty()) return result;
    if (pattern.ends_text) {
      if (table.count() < pattern.size()) return result;
      uint64_t line = table.count() - pattern.size();
      WindowFit window = fit_window(pattern, text, table.start_of(line));
      if (window.fit != Fit::none) result = {{{line + 1, window.fit != Fit::exact, false}}, 1, false};
      return result;
    }
    budget += kCostOfLine * 16 * pattern.size();
    Collector found(most);
    bool done = searches++ >= kSearches && build_index(index, HashIndex::hash_of_trimmed) && look_up(pattern, found);
    if (!done) {
      found.clear();
      if (!search_all(pattern, found)) return {{}, 0, true};
    }
    return found.take();
  }

  bool build_index(std::optional<HashIndex>& made, HashIndex::KeyOf key) {
    if (table.count() >= HashIndex::kNone) return false;
    if (!made) made.emplace(text, key);
    return true;
  }

  // Tries the places of the rarest line. False if there are too many.
  bool look_up(const Pattern& pattern, Collector& found) {
    uint64_t compared = 0;
    uint64_t most = most_compared(pattern);
    auto wanted = [&pattern](size_t i) { return pattern.lines[i]->text; };
    each_window(*index, pattern.size(), wanted, [&](uint64_t line) {
      if (++compared > most) return false;
      WindowFit window = fit_window(pattern, text, index->start_of(line));
      compared += window.compared;
      if (window.fit != Fit::none) found.add(window.fit, line);
      return true;
    });
    spend(compared * kCostOfLine);
    return compared <= most;
  }

  bool search_all(const Pattern& pattern, Collector& found) {
    for (Fit wanted : {Fit::exact, Fit::line_ends}) {
      if (found.has_exact()) break;
      if (!spend(2 * text.size())) return false;
      search_lines(pattern, text, wanted, [&](uint64_t line, size_t) {
        found.add(wanted, line);
        return true;
      });
    }
    return true;
  }

  std::optional<BlankFit> fit_but_for_blanks(const Pattern& pattern, size_t start, uint64_t& compared) const {
    BlankFit result;
    for (const HunkLine* wanted : pattern.lines) {
      ++compared;
      if (start >= text.size()) return std::nullopt;
      TextLine line = line_for(text, start, *wanted);
      if ((wanted->no_newline && line.newline) || !result.add(wanted->text, line.text)) return std::nullopt;
      start += raw_line(text, start).size();
    }
    if (pattern.ends_text && start != text.size()) return std::nullopt;
    return result;
  }

  Places find_but_for_blanks(const Pattern& pattern, uint64_t most) {
    Places result;
    bool had_index = blank_index.has_value();
    if (says_nothing(pattern) || !build_index(blank_index, blank_key_of)) return result;
    blank_budget += 4 * pattern.size() + (had_index ? 0 : 4 * blank_index->count());
    uint64_t left = std::min(blank_budget, most_compared(pattern));
    uint64_t compared = 0;
    auto wanted = [&pattern](size_t i) { return pattern.lines[i]->text; };
    each_window(*blank_index, pattern.size(), wanted, [&](uint64_t line) {
      if (compared > left) {
        result = {{}, 0, true};
        return false;
      }
      if (!fit_but_for_blanks(pattern, blank_index->start_of(line), compared)) return true;
      ++result.count;
      if (result.places.size() < most) result.places.push_back({line + 1, false, true});
      return true;
    });
    blank_budget -= std::min(blank_budget, compared);
    return result;
  }

  // The line, 0-based, where the pattern would begin, by most of its lines that the text has, indentation and letter
  // case ignored; negative: before the text. Rare lines count more. Of equals, the one next to `stated`, or the first.
  std::optional<int64_t> likeliest_start(const Pattern& pattern, std::optional<int64_t> stated) {
    std::map<int64_t, double> votes;
    if (!build_index(letter_index, key_but_for_case)) return std::nullopt;
    for (size_t i = 0; i < pattern.size(); ++i) {
      HashIndex::Occurrences found = letter_index->find(pattern.lines[i]->text);
      if (found.count > kMostOfALine || trimmed(pattern.lines[i]->text).empty()) continue;
      for (uint32_t line = found.first; line != HashIndex::kNone; line = letter_index->next(line))
        votes[static_cast<int64_t>(line) - static_cast<int64_t>(i)] += 1 / std::log2(2.0 + found.count);
    }
    auto best = std::max_element(votes.begin(), votes.end(), [stated](const auto& a, const auto& b) {
      if (a.second != b.second || !stated) return a.second < b.second;
      return std::abs(a.first - *stated) > std::abs(b.first - *stated);
    });
    return best == votes.end() ? std::nullopt : std::optional(best->first);
  }
};

Locator::Locator(std::string_view text) : impl_(std::make_unique<Impl>(text)) {}
Locator::~Locator() = default;

LineTable& Locator::lines() { return impl_->table; }

Places Locator::find(const Hunk& hunk, uint64_t most, Side side) { return impl_->find(pattern_of(hunk, side), most); }

Places Locator::find_but_for_blanks(const Hunk& hunk, uint64_t most, Side side) {
  return impl_->find_but_for_blanks(pattern_of(hunk, side), most);
}

std::optional<BlankFit> Locator::blanks_at(const Hunk& hunk, uint64_t line, Side side) {
  Pattern pattern = pattern_of(hunk, side);
  if (line == 0 || !impl_->table.has(line - 1) || says_nothing(pattern)) return std::nullopt;
  uint64_t compared = 0;
  return impl_->fit_but_for_blanks(pattern, impl_->table.start_of(line - 1), compared);
}

std::optional<Place> Locator::at(const Hunk& hunk, uint64_t line, Side side) {
  if (line == 0 || !impl_->table.has(line - 1)) return std::nullopt;
  Fit fit = fit_window(pattern_of(hunk, side), impl_->text, impl_->table.start_of(line - 1)).fit;
  return fit == Fit::none ? std::nullopt : std::optional(Place{line, fit != Fit::exact, false});
}

bool Locator::may_look_again() const {
  return impl_->nearest_scans < kNearestScans * (1 + (1 << 20) / (impl_->text.size() + 1));
}

std::optional<Locator::Near> Locator::nearest(const Hunk& hunk) {
  ASSERT(may_look_again());
  ++impl_->nearest_scans;
  Pattern pattern = pattern_of(hunk, Side::before);
  if (pattern.lines.empty()) return std::nullopt;
  std::optional<int64_t> stated;
  if (hunk.has_numbers) stated = static_cast<int64_t>(hunk.old_start) - 1;
  std::optional<int64_t> diagonal = impl_->likeliest_start(pattern, stated);
  if (!diagonal) return std::nullopt;
  Near near{static_cast<uint64_t>(std::max<int64_t>(*diagonal, 0)) + 1, 0, pattern.size()};
  auto before = static_cast<uint64_t>(std::max<int64_t>(-*diagonal, 0));  // lines of the hunk before the text begins
  size_t start = impl_->table.start_of(near.line - 1);
  BlankFit blanks;
  uint64_t first = pattern.size();  // the first line that is not the same
  for (uint64_t i = 0; i < pattern.size(); ++i) {
    std::string_view raw = i < before ? std::string_view() : raw_line(impl_->text, start);
    bool same = !raw.empty() && fit(*pattern.lines[i], raw, start) != Fit::none;
    if (same) ++near.same;
    else first = std::min(first, i);
    bool alike = same || (!raw.empty() && blanks.add(pattern.lines[i]->text, split_line(raw).text));
    if (!alike) near.difference = std::min(near.difference, i);
    if (i >= before) start += raw.size();
  }
  if (near.difference == pattern.size()) near.difference = first;
  return near;
}

}  // namespace aptix::diff
