#include "edit/rung/ladder.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "diff/find/windows.h"
#include "diff/lines/cursor.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/near/normal_line.h"

namespace aptix::edit {
namespace {

constexpr size_t kTellingWeight = 4;           // of a line with words; punctuation weighs half, a blank line 1
constexpr size_t kAhead = kTellingWeight + 1;  // by which the best place must beat the next
constexpr size_t kSpeaksForItself = 5 * kTellingWeight;  // even if the head line does not match
constexpr size_t kLeastWeight = 2 * kTellingWeight;
constexpr size_t kMostSpots = 1000;
constexpr size_t kShortestNewLine = 4;  // bytes
constexpr double kLikeHead = 0.5;
constexpr double kLikeSlip = 0.6;

size_t weight_of(std::string_view line) {
  bool tells = std::any_of(line.begin(), line.end(), is_of_word);
  return tells ? kTellingWeight : is_blank(line) ? 1 : kTellingWeight / 2;
}

bool same(std::string_view a, std::string_view b) { return without_trailing_blanks(a) == without_trailing_blanks(b); }

std::string wrong_in_words(size_t wrong) {
  return std::to_string(wrong) + (wrong == 1 ? " line" : " lines") + " of its context";
}

// A place: its lines in the text, and the weight of those that differ from the old ones.
struct Spot {
  size_t wrong = 0;
  size_t start = 0;
  Lines there;
};

class ContextFinder {
 public:
  ContextFinder(std::string_view text, const diff::Hunk& hunk) : text_(text), hunk_(hunk), old_(old_lines(hunk)) {}

  // The place with the least weight of wrong lines. Null if that is too much, if the matching lines weigh less than
  // `least`, or if the search takes too long.
  const Spot* best(size_t least = kLeastWeight) {
    size_t context = 0;
    for (const diff::HunkLine* line : old_)
      (line->kind == LineKind::removed ? goes_ : context) += weight_of(line->text);
    if (context == 0 || !look() || spots_.empty()) return nullptr;
    auto best =
        std::min_element(spots_.begin(), spots_.end(), [](const Spot& a, const Spot& b) { return a.wrong < b.wrong; });
    right_ = context - std::min(context, best->wrong);
    bool enough =
        best->wrong <= std::max(kTellingWeight, context / 3) && right_ >= kTellingWeight && right_ + goes_ >= least;
    return enough ? &*best : nullptr;
  }

  RefitResult find() {
    RefitResult result;
    const Spot* place = best();
    if (place == nullptr || may_be_made(text_, hunk_, place->start, place->there.size(), place->wrong)) return result;
    for (const Spot& spot : spots_)
      if (spot.wrong < place->wrong + kAhead) result.lines.push_back(line_at(text_, spot.start));
    if (result.lines.size() > 1) return result;
    result.lines.clear();
    bool speaks = right_ + goes_ >= kSpeaksForItself;
    if ((speaks || !names_other_head(*place)) && !repeats_wrong(*place) && shows_new_lines(*place))
      result.only = refit(*place);
    return result;
  }

  size_t goes() const { return goes_; }

 private:
  // Looks by the longest removed line with words, or else by the nearest lines above and below the change.
  bool look() {
    size_t anchor = old_.size();
    for (size_t i = 0; i < old_.size(); ++i)
      if (old_[i]->kind == LineKind::removed && weight_of(old_[i]->text) == kTellingWeight &&
          (anchor == old_.size() || old_[i]->text.size() > old_[anchor]->text.size()))
        anchor = i;
    if (anchor != old_.size()) return look_for(anchor);
    Extent extent = extent_of(hunk_, diff::Side::before);
    auto tells = [this](size_t i) { return weight_of(old_[i]->text) > 1; };
    auto above = static_cast<size_t>(extent.lead);
    auto below = old_.size() - static_cast<size_t>(extent.trail);
    while (above > 0 && !tells(above - 1)) --above;
    while (below < old_.size() && !tells(below)) ++below;
    return (above == 0 || look_for(above - 1)) && (below == old_.size() || look_for(below));
  }

  bool look_for(size_t anchor) {
    return each_place(text_, old_, anchor,
               [&](size_t start, const Lines& there) {
                 if (same(there[anchor], old_[anchor]->text)) weigh(start, there);
                 return spots_.size() < kMostSpots;
               }) &&
        spots_.size() < kMostSpots;
  }

  // Removed lines must match exactly.
  void weigh(size_t start, const Lines& there) {
    Spot spot{0, start, there};
    for (size_t i = 0; i < old_.size(); ++i) {
      if (old_[i]->kind == LineKind::removed && old_[i]->text != there[i]) return;
      if (!stands(spot, i)) spot.wrong += std::max(weight_of(old_[i]->text), weight_of(there[i]));
    }
    bool known = std::any_of(spots_.begin(), spots_.end(), [&](const Spot& other) { return other.start == start; });
    if (!known) spots_.push_back(std::move(spot));
  }

  bool stands(const Spot& spot, size_t i) const { return same(old_[i]->text, spot.there[i]); }

  // The first line names the place if all others are indented deeper. Is it unlike all lines there?
  bool names_other_head(const Spot& spot) const {
    auto tells = [](const diff::HunkLine* line) { return weight_of(line->text) == kTellingWeight; };
    auto first = std::find_if(old_.begin(), old_.end(), tells);
    if (first == old_.end() || stands(spot, static_cast<size_t>(first - old_.begin()))) return false;
    std::string_view head = (*first)->text;
    bool is_head = std::all_of(first + 1, old_.end(), [&](const diff::HunkLine* line) {
      return !tells(line) || indent_of(line->text).size() > indent_of(head).size();
    });
    return is_head && std::none_of(spot.there.begin(), spot.there.end(), [head](std::string_view line) {
      return diff::likeness(head, line) >= kLikeHead;
    });
  }

  // Are there new lines between this old line and an equal one after it?
  bool parts_like(size_t i) const { return old_[i]->text == old_[i + 1]->text && old_[i + 1] - old_[i] != 1; }

  bool is_parted(size_t i) const { return (i > 0 && parts_like(i - 1)) || (i + 1 < old_.size() && parts_like(i)); }

  // May a new line be wrong or misplaced, too? It may if a wrong line is also a new one, if new lines separate it from
  // an equal line, or if a new line has a misspelt word of it, which the text does not have.
  bool repeats_wrong(const Spot& spot) const {
    Lines slips;
    for (size_t i = 0; i < old_.size(); ++i) {
      std::string_view line = old_[i]->text;
      if (weight_of(line) == 1 || stands(spot, i)) continue;
      if (is_new_line(hunk_, line) || is_parted(i)) return true;
      if (diff::likeness(line, spot.there[i]) < kLikeSlip) continue;
      for (std::string_view word : words_of(line))
        if (find_bytes(text_, word) == std::string_view::npos) slips.push_back(word);
    }
    return adds_one_of(slips);
  }

  bool adds_one_of(const Lines& slips) const {
    return !slips.empty() && std::any_of(hunk_.lines.begin(), hunk_.lines.end(), [&](const diff::HunkLine& line) {
      Lines words = line.kind == LineKind::added ? words_of(line.text) : Lines();
      return std::find_first_of(words.begin(), words.end(), slips.begin(), slips.end()) != words.end();
    });
  }

  // Does each group of new lines have a matching line directly above or below?
  bool shows_new_lines(const Spot& spot) const {
    bool known = false;  // the line above matches
    bool open = false;   // new lines without a matching line above
    size_t old = 0;
    for (const diff::HunkLine& line : hunk_.lines) {
      if (line.kind == LineKind::added) {
        open |= !known;
        continue;
      }
      known = stands(spot, old++);
      if (open && !known) return false;
      open = false;
    }
    return !open;
  }

  std::optional<Refit> refit(const Spot& spot) const {
    size_t wrong = 0;
    for (size_t i = 0; i < old_.size(); ++i) wrong += stands(spot, i) ? 0 : 1;
    std::optional<Refit> made = rewritten(hunk_, spot.there, [](std::string_view line) { return std::string(line); });
    made->rule = Rule::context;
    made->line = line_at(text_, spot.start);
    made->differs = wrong_in_words(wrong);
    return made;
  }

  std::string_view text_;
  const diff::Hunk& hunk_;
  HunkLines old_;
  std::vector<Spot> spots_;
  size_t goes_ = 0;   // weight of the removed lines
  size_t right_ = 0;  // weight of the context that matches at the best place
};

// Do these lines have the new lines in order, typography and escapes ignored? Old and very short ones do not count.
bool have_new_lines(const diff::Hunk& hunk, const Lines& there) {
  HunkLines old = old_lines(hunk);
  auto at = there.begin();
  bool any = false;
  for (const diff::HunkLine& line : hunk.lines) {
    if (line.kind != LineKind::added || telling_bytes(line.text) < kShortestNewLine) continue;
    if (std::any_of(old.begin(), old.end(), [&](const diff::HunkLine* one) { return one->text == line.text; }))
      continue;
    std::string wanted = plain(diff::trimmed(line.text));
    at = std::find_if(at, there.end(), [&](std::string_view one) { return plain(diff::trimmed(one)) == wanted; });
    if (at == there.end()) return false;
    any = true;
    ++at;
  }
  return any;
}

}  // namespace

bool nearly_stands(std::string_view text, const diff::Hunk& hunk) {
  return ContextFinder(text, hunk).best(kTellingWeight) != nullptr;
}

bool may_be_made(std::string_view text, const diff::Hunk& hunk, size_t start, size_t count, size_t wrong) {
  diff::Hunk undone = hunk;
  for (diff::HunkLine& line : undone.lines)
    if (line.kind != LineKind::context) line.kind = line.kind == LineKind::added ? LineKind::removed : LineKind::added;
  ContextFinder finder(text, undone);
  const Spot* made = finder.best();
  if (made != nullptr && finder.goes() >= kTellingWeight && made->wrong < wrong + kAhead) return true;
  size_t more = hunk.new_count();
  for (size_t i = 0; i < more; ++i) start = diff::start_above(text, start, 1).value_or(0);
  return have_new_lines(hunk, lines_of(text.substr(start), count + 2 * more));
}

RefitResult refit_context(std::string_view text, const diff::Hunk& hunk) { return ContextFinder(text, hunk).find(); }

}  // namespace aptix::edit
