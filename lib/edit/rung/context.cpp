#include "edit/rung/context.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "diff/find/windows.h"
#include "diff/lines/line.h"
#include "edit/basis/hunk_shape.h"

namespace aptix::edit {
namespace {

constexpr size_t kTellingWeight = 4;           // of a line that says something; punctuation weighs half, nothing 1
constexpr size_t kAhead = kTellingWeight + 1;  // that a place has to be of the next
constexpr size_t kSpeaksForItself = 5 * kTellingWeight;  // without its head
constexpr size_t kLeastWeight = 2 * kTellingWeight;
constexpr size_t kOutOfReach = size_t{1} << 32;
constexpr size_t kLineSlack = 2;  // lines that may have come or gone
constexpr size_t kMostSpots = 1000;
constexpr double kLikeHead = 0.5;
constexpr double kLikeSlip = 0.6;

size_t weight_of(std::string_view line) {
  bool tells = std::any_of(line.begin(), line.end(), is_of_word);
  return tells ? kTellingWeight : is_blank(line) ? 1 : kTellingWeight / 2;
}

bool same(std::string_view a, std::string_view b) { return without_trailing_blanks(a) == without_trailing_blanks(b); }

// The lines of a hunk beside those of the text, from one on that both have: which of the text's each is, -1 for none.
struct Aligned {
  size_t wrong = kOutOfReach;
  std::vector<ptrdiff_t> of;
};

// Both go away from that line, which goes or stays. Lines that go stand exactly, and side by side; of the others some
// may differ, have come or have gone.
class Alignment {
 public:
  Alignment(LineKind from, const HunkLines& wanted, const Lines& there)
      : from_(from),
        wanted_(wanted),
        there_(there),
        steps_(wanted.size()) {
    row_.fill(kOutOfReach);
    row_[kLineSlack] = 0;
    for (size_t i = 0; i < wanted.size(); ++i) add(i);
  }

  Aligned best() const {
    size_t band = kLineSlack;  // where nothing speaks for another one
    for (size_t other = 0; other < kBand; ++other)
      if (row_[other] < row_[band]) band = other;
    Aligned aligned{row_[band], std::vector<ptrdiff_t>(wanted_.size(), -1)};
    if (aligned.wrong >= kOutOfReach) return aligned;
    for (size_t i = wanted_.size(); i-- > 0;) {
      const Step& step = steps_[i][band];
      if (step.gone) ++band;
      else aligned.of[i] = static_cast<ptrdiff_t>(i + band - kLineSlack);
      band -= steps_[i][band].skipped;
    }
    return aligned;
  }

 private:
  static constexpr size_t kBand = 2 * kLineSlack + 1;  // how many lines more the text takes; the middle: none
  struct Step {
    bool gone = false;   // the line is not one of the text
    size_t skipped = 0;  // lines of the text before it
  };

  bool goes(size_t i) const { return wanted_[i]->kind == LineKind::removed; }
  bool goes_on(size_t i) const { return goes(i) && (i == 0 ? from_ == LineKind::removed : goes(i - 1)); }

  const std::string_view* in_text(size_t i, size_t band) const {
    return i + band < kLineSlack || i + band - kLineSlack >= there_.size() ? nullptr : &there_[i + band - kLineSlack];
  }

  size_t cost(size_t i, const std::string_view* line) const {
    if (line == nullptr || (goes(i) && *line != wanted_[i]->text)) return kOutOfReach;
    return same(wanted_[i]->text, *line) ? 0 : std::max(weight_of(wanted_[i]->text), weight_of(*line));
  }

  void add(size_t i) {
    std::array<size_t, kBand> before = row_;
    for (size_t band = 0; band + 1 < kBand && !goes_on(i); ++band) {
      const std::string_view* line = in_text(i, band);
      size_t skipping = line == nullptr ? kOutOfReach : before[band] + weight_of(*line);
      if (skipping >= before[band + 1]) continue;
      before[band + 1] = skipping;
      steps_[i][band + 1].skipped = steps_[i][band].skipped + 1;
    }
    for (size_t band = 0; band < kBand; ++band) {
      row_[band] = std::min(before[band] + cost(i, in_text(i, band)), kOutOfReach);
      size_t gone = band + 1 == kBand || goes(i) ? kOutOfReach : before[band + 1] + weight_of(wanted_[i]->text);
      steps_[i][band].gone = gone < row_[band];
      row_[band] = std::min(gone, row_[band]);
    }
  }

  LineKind from_;
  const HunkLines& wanted_;
  const Lines& there_;
  std::array<size_t, kBand> row_;
  std::vector<std::array<Step, kBand>> steps_;
};

// Does an empty line come or go, or stand next to lines that only go? It may be what comes for them.
bool may_change_empty_line(const diff::Hunk& hunk) {
  auto stays = [](const diff::HunkLine& line) { return line.kind == LineKind::context; };
  auto comes = [](const diff::HunkLine& line) { return line.kind == LineKind::added; };
  auto empty = [](const diff::HunkLine& line) { return is_blank(line.text); };
  auto first = hunk.lines.begin(), last = hunk.lines.end();
  for (auto at = std::find_if_not(first, last, stays); at != last; at = std::find_if_not(at, last, stays)) {
    auto end = std::find_if(at, last, stays);
    bool beside = (at != first && empty(at[-1])) || (end != last && empty(*end));
    if (std::any_of(at, end, empty) || (beside && std::none_of(at, end, comes))) return true;
    at = end;
  }
  return false;
}

Lines lines_above(std::string_view text, size_t start, size_t count) {
  Lines lines;
  while (lines.size() < count) {
    std::optional<size_t> above = diff::start_above(text, start, 1);
    if (!above) break;
    start = *above;
    lines.push_back(diff::split_line(diff::raw_line(text, start)).text);
  }
  return lines;
}

std::string wrong_in_words(size_t wrong) {
  if (wrong == 0) return "lines that came or went in its context";
  return std::to_string(wrong) + (wrong == 1 ? " line" : " lines") + " of its context";
}

// A place: which line of the text each old line is, -1 for none.
struct Spot {
  size_t wrong = 0;
  size_t start = 0;  // of the first of them
  std::vector<ptrdiff_t> of;
  Lines there;  // from the first to the last
};

class ContextFinder {
 public:
  ContextFinder(std::string_view text, const diff::Hunk& hunk) : text_(text), hunk_(hunk), old_(old_lines(hunk)) {}

  // The place that has the fewest wrong lines; nothing when those are too many, or when what stands there weighs less
  // than that. Is also nothing when it would take long.
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
    if (place == nullptr || stands_made(text_, hunk_, place->wrong) ||
        may_be_made(hunk_, lines_around_place(text_, place->start, place->there.size(), hunk_)))
      return result;
    for (const Spot& spot : spots_)
      if (spot.wrong < place->wrong + kAhead) result.lines.push_back(line_at(text_, spot.start));
    if (result.lines.size() > 1) return result;
    result.lines.clear();
    Lines wrong = wrong_lines(*place);
    bool speaks = right_ + goes_ >= kSpeaksForItself;
    if ((speaks || !names_other_head(wrong, place->there)) && !repeats_wrong(*place))
      result.only = refit(*place, wrong.size());
    return result;
  }

  size_t goes() const { return goes_; }

 private:
  // By the longest line that goes, or by those next to the change that say something.
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
    std::string_view wanted = old_[anchor]->text;
    return each_line_like(text_, wanted, old_.size() + 2 * kLineSlack,
               [&](size_t start) {
                 if (same(diff::split_line(diff::raw_line(text_, start)).text, wanted)) weigh(anchor, start);
                 return spots_.size() < kMostSpots;
               }) &&
        spots_.size() < kMostSpots;
  }

  // With that old line at the line that begins at `start`.
  void weigh(size_t anchor, size_t start) {
    auto middle = old_.begin() + static_cast<ptrdiff_t>(anchor);
    HunkLines upwards(std::make_reverse_iterator(middle), old_.rend());
    HunkLines downwards(middle + 1, old_.end());
    Lines above = lines_above(text_, start, upwards.size() + kLineSlack);
    Lines below = lines_from(text_, start, downwards.size() + kLineSlack + 1);
    if (old_[anchor]->kind == LineKind::removed && below[0] != old_[anchor]->text) return;
    below.erase(below.begin());
    Aligned before = Alignment(old_[anchor]->kind, upwards, above).best();
    Aligned after = Alignment(old_[anchor]->kind, downwards, below).best();
    if (before.wrong + after.wrong >= kOutOfReach) return;
    ptrdiff_t first = before.of.empty() ? -1 : *std::max_element(before.of.begin(), before.of.end());
    Spot spot{before.wrong + after.wrong, diff::start_above(text_, start, static_cast<size_t>(first + 1)).value_or(0),
        {}, {}};
    for (size_t i = before.of.size(); i-- > 0;) spot.of.push_back(before.of[i] < 0 ? -1 : first - before.of[i]);
    spot.of.push_back(first + 1);
    for (ptrdiff_t of : after.of) spot.of.push_back(of < 0 ? -1 : first + 2 + of);
    spot.there =
        lines_from(text_, spot.start, static_cast<size_t>(*std::max_element(spot.of.begin(), spot.of.end()) + 1));
    bool known = std::any_of(spots_.begin(), spots_.end(),
        [&](const Spot& other) { return other.start == spot.start && other.of == spot.of; });
    if (!known) spots_.push_back(std::move(spot));
  }

  // Of the old lines, what does not stand there.
  Lines wrong_lines(const Spot& spot) const {
    Lines wrong;
    for (size_t i = 0; i < old_.size(); ++i)
      if (weight_of(old_[i]->text) > 1 && !stands(spot, i)) wrong.push_back(old_[i]->text);
    return wrong;
  }

  bool stands(const Spot& spot, size_t i) const {
    return spot.of[i] >= 0 && same(old_[i]->text, spot.there[static_cast<size_t>(spot.of[i])]);
  }

  // The first line names the place when all others are indented below it.
  bool names_other_head(const Lines& wrong, const Lines& there) const {
    auto tells = [](const diff::HunkLine* line) { return weight_of(line->text) == kTellingWeight; };
    auto first = std::find_if(old_.begin(), old_.end(), tells);
    if (first == old_.end() || std::find(wrong.begin(), wrong.end(), (*first)->text) == wrong.end()) return false;
    std::string_view head = (*first)->text;
    bool is_head = std::all_of(first + 1, old_.end(), [&](const diff::HunkLine* line) {
      return !tells(line) || indent_of(line->text).size() > indent_of(head).size();
    });
    return is_head && std::none_of(there.begin(), there.end(), [head](std::string_view line) {
      return diff::likeness(head, line) >= kLikeHead;
    });
  }

  // Do new lines stand between this old line and its like?
  bool parts_like(size_t i) const { return old_[i]->text == old_[i + 1]->text && old_[i + 1] - old_[i] != 1; }

  bool is_parted(size_t i) const { return (i > 0 && parts_like(i - 1)) || (i + 1 < old_.size() && parts_like(i)); }

  // May a new line be wrong, too, or stand in the wrong place? Where an empty line may come or go, and one of the
  // context is the answer's alone; where it is a wrong one, where it parts one from its like, and where it has a word
  // that the text does not know, of a line that stands there in other letters.
  bool repeats_wrong(const Spot& spot) const {
    Lines slips;
    for (size_t i = 0; i < old_.size(); ++i) {
      std::string_view line = old_[i]->text;
      if (is_blank(line) && spot.of[i] < 0 && may_change_empty_line(hunk_)) return true;
      if (weight_of(line) == 1 || stands(spot, i)) continue;
      if (is_new_line(hunk_, line) || is_parted(i)) return true;
      if (spot.of[i] < 0 || diff::likeness(line, spot.there[static_cast<size_t>(spot.of[i])]) < kLikeSlip) continue;
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

  static bool all_blank(const Spot& spot, size_t from, size_t to) {
    return std::all_of(spot.there.begin() + static_cast<ptrdiff_t>(from),
        spot.there.begin() + static_cast<ptrdiff_t>(std::max(from, to)), is_blank);
  }

  // The line of the hunk as the text has it; or one beside it, which stays.
  static diff::HunkLine as_there(diff::HunkLine line, std::string_view text, bool itself) {
    if (!itself) line.kind = LineKind::context;
    line.text = text;
    line.no_newline = false;
    return line;
  }

  // Nothing where it is not clear between which lines new ones go.
  std::optional<Refit> refit(const Spot& spot, size_t wrong) const {
    Refit made;
    made.rule = Rule::context;
    made.line = line_at(text_, spot.start);
    made.differs = wrong_in_words(wrong);
    made.hunk = hunk_;
    made.hunk.has_numbers = false;
    made.hunk.lines.clear();
    size_t at = 0;
    size_t old = 0;
    bool known = false;  // what stands before new lines
    bool open = false;   // new lines of which nothing known stands before
    bool added = false;  // since the last line of the text
    bool moved = false;  // that line
    bool gone = false;   // that line goes: new ones come in its place
    for (const diff::HunkLine& line : hunk_.lines) {
      if (line.kind == LineKind::added) {
        made.hunk.lines.push_back(line);
        added = true;
        open |= !known;
        continue;
      }
      ptrdiff_t of = spot.of[old];
      bool stands_there = stands(spot, old++);
      if (of < 0) continue;
      bool apart = static_cast<size_t>(of) != at;
      bool parted = apart && !(gone && all_blank(spot, at, static_cast<size_t>(of)));
      if (added && (parted || (open && !stands_there))) return std::nullopt;
      gone = line.kind == LineKind::removed;
      bool moves = gone && is_new_line(hunk_, line.text);
      if ((moves || moved) && apart) return std::nullopt;  // with what came beside it?
      moved = moves;
      for (; at <= static_cast<size_t>(of); ++at)
        made.hunk.lines.push_back(as_there(line, spot.there[at], at == static_cast<size_t>(of)));
      known = stands_there;
      added = open = false;
    }
    if (open) return std::nullopt;
    return made;
  }

  std::string_view text_;
  const diff::Hunk& hunk_;
  HunkLines old_;
  std::vector<Spot> spots_;
  size_t goes_ = 0;   // weight of the lines that go
  size_t right_ = 0;  // of the context that stands at the best place
};

}  // namespace

bool nearly_stands(std::string_view text, const diff::Hunk& hunk) {
  return ContextFinder(text, hunk).best(kTellingWeight) != nullptr;
}

bool stands_made(std::string_view text, const diff::Hunk& hunk, size_t wrong) {
  diff::Hunk undone = hunk;
  for (diff::HunkLine& line : undone.lines)
    if (line.kind != LineKind::context) line.kind = line.kind == LineKind::added ? LineKind::removed : LineKind::added;
  ContextFinder finder(text, undone);
  const Spot* made = finder.best();
  return made != nullptr && finder.goes() >= kTellingWeight && made->wrong < wrong + kAhead;
}

RefitResult refit_context(std::string_view text, const diff::Hunk& hunk) { return ContextFinder(text, hunk).find(); }

}  // namespace aptix::edit
