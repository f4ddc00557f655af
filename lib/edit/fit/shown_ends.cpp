#include "edit/fit/steps.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/fit/balance.h"

namespace aptix::edit {
namespace {

std::string joined_lines(const Scan& scan) {
  std::string text;
  for (const ScannedLine& line : scan.lines) {
    text += line.text;
    text += '\n';
  }
  return text;
}

bool has_words(const ScannedLine& line) { return has_word(line.text); }

class WholeTest {
 public:
  explicit WholeTest(const Part& part) : part_(part) {}

  std::optional<uint64_t> gone() {
    if (!may_show(part_.old.lines.begin(), part_.old.lines.end())) return std::nullopt;
    if (!may_show(part_.old.lines.rbegin(), part_.old.lines.rend()) && !same_last_thing()) return std::nullopt;
    edits_ = diff::diff_lines(joined_lines(part_.old), joined_lines(part_.block));
    return shows_first() && shows_last() ? std::optional(diff::counts_of(edits_).removed) : std::nullopt;
  }

 private:
  // Does a line of the block begin like the first line with words? If not, as in most blocks, no diff is needed.
  template <class Line>
  bool may_show(Line line, Line end) const {
    line = std::find_if(line, end, has_words);
    if (line == end) return true;
    return std::any_of(part_.block.lines.begin(), part_.block.lines.end(),
        [&](const ScannedLine& shown) { return begin_alike(*line, shown); });
  }

  // The edit that removes an old line; null if the line stays.
  const diff::LineEdit* edit_of(uint64_t line) const {
    auto edit = std::find_if(edits_.begin(), edits_.end(),
        [line](const diff::LineEdit& one) { return one.old_start <= line && line < one.old_start + one.old_count; });
    return edit == edits_.end() ? nullptr : &*edit;
  }

  bool shows_first() const {
    const auto& old = part_.old.lines;
    auto first = std::find_if(old.begin(), old.end(), has_words);
    if (first == old.end()) return true;
    if (!shows_signs_before(*first)) return false;
    const diff::LineEdit* edit = edit_of(static_cast<uint64_t>(first - old.begin()));
    if (edit == nullptr) return true;
    const auto& lines = part_.block.lines;
    uint64_t end = std::min<uint64_t>(edit->new_start + edit->new_count, lines.size());
    for (uint64_t line = edit->new_start; line < end; ++line)
      if (has_words(lines[line]))
        return (takes_its_place(*edit) || lines[line].text.starts_with(first->text)) && alike(*first, lines[line]);
    return false;
  }

  // If the file begins with a line of signs such as "<!--", the block must have it, or begin with signs as well.
  bool shows_signs_before(const ScannedLine& first) const {
    auto is_there = [](const ScannedLine& line) { return !line.is_blank(); };
    auto begin = std::find_if(part_.old.lines.begin(), part_.old.lines.end(), is_there);
    auto shown = std::find_if(part_.block.lines.begin(), part_.block.lines.end(), is_there);
    return &*begin == &first || is_of_brackets(*begin) || !has_words(*shown) ||
        edit_of(static_cast<uint64_t>(begin - part_.old.lines.begin())) == nullptr;
  }

  static bool is_of_brackets(const ScannedLine& line) {
    return trim(line.text).find_first_not_of("()[]{};,") == std::string_view::npos;
  }

  // It removes no more lines with words than it adds.
  bool takes_its_place(const diff::LineEdit& edit) const {
    auto count = [](const Scan& scan, uint64_t from, uint64_t lines) {
      auto first = scan.lines.begin() + static_cast<ptrdiff_t>(from);
      return std::count_if(first, first + static_cast<ptrdiff_t>(lines), has_words);
    };
    return count(part_.old, edit.old_start, edit.old_count) <= count(part_.block, edit.new_start, edit.new_count);
  }

  bool shows_last() const {
    const auto& old = part_.old.lines;
    auto last = std::find_if(old.rbegin(), old.rend(), has_words);
    if (last == old.rend()) return true;
    const diff::LineEdit* edit = edit_of(static_cast<uint64_t>(old.rend() - last) - 1);
    if (edit == nullptr) return shows_signs_after(*last);
    const auto& lines = part_.block.lines;
    uint64_t end = std::min<uint64_t>(edit->new_start + edit->new_count, lines.size());
    for (uint64_t line = end; line > edit->new_start; --line)
      if (has_words(lines[line - 1]))
        return takes_its_place(*edit) ? alike(*last, lines[line - 1]) || same_last_thing()
                                      : closes_things() && same_last_thing();
    return false;
  }

  // If the file ends with a line of signs such as "?>", the block must as well. Brackets are left to the balance check.
  bool shows_signs_after(const ScannedLine& last) const {
    auto is_there = [](const ScannedLine& line) { return !line.is_blank(); };
    auto end = std::find_if(part_.old.lines.rbegin(), part_.old.lines.rend(), is_there);
    auto shown = std::find_if(part_.block.lines.rbegin(), part_.block.lines.rend(), is_there);
    bool brackets = trim(end->text).find_first_not_of(")]};,") == std::string_view::npos;
    return &*end == &last || brackets || trim(shown->text) == trim(end->text);
  }

  // With layout by indentation, a text that was cut off may look complete.
  bool closes_things() const { return part_.kind.layout != Layout::indentation; }

  static bool begin_alike(const ScannedLine& a, const ScannedLine& b) {
    return a.indent == b.indent && first_token(a.text) == first_token(b.text);
  }

  // Do both begin alike, and not belong to different things?
  bool alike(const ScannedLine& old, const ScannedLine& shown) const {
    if (!begin_alike(old, shown)) return false;
    const Thing* theirs = outermost_at(part_.old_things(), static_cast<uint32_t>(&old - part_.old.lines.data()));
    const Thing* ours = outermost_at(part_.block_things, static_cast<uint32_t>(&shown - part_.block.lines.data()));
    if (theirs == nullptr || ours == nullptr || part_.is_new(*ours)) return true;
    return part_.known(*ours) == theirs;
  }

  // The outermost thing with a body that contains the line.
  static const Thing* outermost_at(const Things& things, uint32_t line) {
    for (const Thing& thing : things.all)
      if (thing.has_body() && thing.doc <= line && line <= thing.last) return &thing;
    return nullptr;
  }

  // Is the last outermost thing of the block that of the file?
  bool same_last_thing() const {
    auto last_of = [](const Scan& scan, const Things& things) -> const Thing* {
      for (size_t i = things.all.size(); i-- > 0;)
        if (things.all[i].has_body() && scan.lines[things.all[i].head].indent == 0) return &things.all[i];
      return nullptr;
    };
    const Thing* shown = last_of(part_.block, part_.block_things);
    const Thing* old = last_of(part_.old, part_.old_things());
    return shown != nullptr && old != nullptr && part_.known(*shown) == old;
  }

  const Part& part_;
  std::vector<diff::LineEdit> edits_;
};

Misfit begun(const std::string& shown, uint32_t line) {
  return {Code::part_unbalanced, fmt::format("'{}' begins in its line {} and does not end", shown, line + 1),
      fmt::format("ask for all of '{}'", shown)};
}

// Does the block begin within a body that ends before its line `head`?
bool begins_within(const Part& part, uint32_t head) {
  if (!part.block.lone.empty()) {
    const LoneBracket& lone = part.block.lone.front();
    if (lone.line < head && std::string_view(")]}").find(lone.sign) != std::string_view::npos) return true;
  }
  uint32_t first = 0;
  while (first < head && part.block.lines[first].code.empty()) ++first;
  for (uint32_t at = first + 1; at <= head; ++at) {
    const ScannedLine& line = part.block.lines[at];
    if (!line.code.empty() && !line.in_string && line.indent < part.block.lines[first].indent) return true;
  }
  return false;
}

// An excerpt of the file: it begins within a body, and from `head` on it repeats lines of the file in a row.
bool only_shows(const Part& part, uint32_t head) {
  if (!begins_within(part, head)) return false;
  auto count = static_cast<uint32_t>(part.block.lines.size());
  while (count > head && part.block.lines[count - 1].is_blank()) --count;
  std::vector<uint32_t> places = part.old_lines().all(part.line(head), 2);
  if (places.size() != 1) return false;
  uint32_t old = places.front();
  for (uint32_t at = head; at < count; ++at, ++old)
    if (old >= part.old_count() || part.old_line(old) != part.line(at)) return false;
  return true;
}

// Does it end in a new line and at least one closing or blank line after it, without a gap?
bool ends_in_new_lines(const Part& part) {
  auto count = static_cast<uint32_t>(part.block.lines.size()), at = count;
  auto closes = [&](const ScannedLine& line) { return line.is_blank() || begins_with_closer(line, part.kind); };
  while (at > 0 && !part.gap[at - 1] && closes(part.block.lines[at - 1])) --at;
  return at > 0 && at < count && !part.gap[at - 1] && !part.is_old_line(part.line(at - 1));
}

// With layout by indentation, refuses a block whose last line opens a body, or is within the same thing of the file and
// not at its end: it may be cut off.
std::optional<Misfit> stops_early(const Part& part) {
  constexpr size_t kMostPlaces = 1000;
  if (part.has_gap || !part.kind.names || part.kind.layout != Layout::indentation) return std::nullopt;
  auto last = static_cast<uint32_t>(part.block.lines.size());
  while (last > 0 && part.block.lines[last - 1].code.empty()) --last;
  if (last == 0) return std::nullopt;
  const ScannedLine& line = part.block.lines[--last];
  if ((line.depth_after > 0 || line.code.ends_with(':')) && !only_shows(part, last))
    return Misfit{Code::part_unbalanced, fmt::format("'{}', its last line, begins what does not end", part.shown(last)),
        "ask for the rest of the block"};
  for (const Thing& thing : part.block_things.all) {
    const Thing* known = thing.to_end && thing.has_body() ? part.known(thing) : nullptr;
    if (known == nullptr || !known->has_body()) continue;
    std::vector<uint32_t> places = part.old_lines().all(line.text, kMostPlaces);
    auto within =
        std::find_if(places.begin(), places.end(), [&](uint32_t at) { return known->head < at && at < known->last; });
    bool ends = std::find(places.begin(), places.end(), known->last) != places.end();
    if (within != places.end() && !ends && !only_shows(part, thing.head)) return ends_within(thing, *within);
  }
  return std::nullopt;
}

class LinesOfPair {
 public:
  LinesOfPair(const Part& new_half, OldLines old_half) : part_(new_half), half_(old_half) {
    for (uint32_t at = 0; at < part_.block.lines.size(); ++at)
      if (!part_.block.lines[at].is_blank()) shown_.push_back(at);
    for (uint32_t at = half_.first; at < half_.end; ++at) in_half_.insert(part_.old_line(at));
  }

  std::variant<OldLines, Misfit> run() {
    if (shown_.empty()) return half_;
    std::vector<uint32_t> above, below;
    for (uint32_t at = half_.first; at > 0 && above.size() < most(); --at)
      if (!part_.old.lines[at - 1].is_blank()) above.push_back(at - 1);
    for (uint32_t at = half_.end; at < part_.old_count() && below.size() < most(); ++at)
      if (!part_.old.lines[at].is_blank()) below.push_back(at);
    std::reverse(above.begin(), above.end());
    size_t first = 0, last = 0;  // how many lines the new half repeats at its start and end
    for (size_t run = 1; run <= above.size(); ++run)
      if (is_same(0, above, above.size() - run, run)) first = first == 0 ? run : kSeveral;
    for (size_t run = 1; run <= below.size(); ++run)
      if (is_same(shown_.size() - run, below, 0, run)) last = last == 0 ? run : kSeveral;
    // Brackets alone prove nothing: they may also close what the old half opens.
    bool tells = (first > 0 && tells_place(0, first)) || (last > 0 && tells_place(shown_.size() - last, last));
    if (first + last > 0 && !tells) return doubt(first > 0 ? shown_.front() : shown_.back());
    bool begins = first > 0 && part_.line(shown_.front()) == part_.old_line(half_.first);
    bool ends = last > 0 && part_.line(shown_.back()) == part_.old_line(half_.end - 1);
    if (begins || (first > 0 && first >= shown_.size())) return doubt(shown_.front());
    if (ends || (last > 0 && last >= shown_.size()) || first + last > shown_.size()) return doubt(shown_.back());
    return OldLines{
        first == 0 ? half_.first : above[above.size() - first], last == 0 ? half_.end : below[last - 1] + 1};
  }

 private:
  static constexpr size_t kSeveral = 1'000'000;

  size_t most() const {
    constexpr size_t kMost = 1000;
    return std::min(shown_.size(), kMost);
  }

  // Do `count` lines of the new half equal those of the file, with one among them that the old half does not have?
  bool is_same(size_t shown, const std::vector<uint32_t>& old, size_t from, size_t count) const {
    bool in_half = true;
    for (size_t i = 0; i < count; ++i) {
      std::string_view line = part_.old_line(old[from + i]);
      if (part_.line(shown_[shown + i]) != line) return false;
      in_half = in_half && in_half_.contains(line);
    }
    return !in_half;
  }

  bool tells_place(size_t from, size_t count) const {
    for (size_t i = from; i < std::min(from + count, shown_.size()); ++i)
      if (has_word(part_.line(shown_[i])) && !begins_with_closer(part_.block.lines[shown_[i]], part_.kind)) return true;
    return false;
  }

  Misfit doubt(uint32_t at) const {
    return {Code::part_ambiguous,
        fmt::format("'{}' is beside the lines that it takes the place of already", part_.shown(at)),
        "show the same lines around the change in both blocks", {half_.first + 1}};
  }

  const Part& part_;
  OldLines half_;
  std::vector<uint32_t> shown_;  // lines of the new half that are not blank
  std::unordered_set<std::string_view> in_half_;
};

}  // namespace

std::optional<uint64_t> gone_from_whole(const Part& part) { return WholeTest(part).gone(); }

std::optional<uint32_t> cut_line(const Part& part) {
  const auto& lines = part.block.lines;
  auto last = std::find_if(lines.rbegin(), lines.rend(), [](const ScannedLine& line) { return !line.is_blank(); });
  if (last == lines.rend() || !has_word(last->text) || part.is_old_line(last->text)) return std::nullopt;
  bool begins = std::any_of(part.old.lines.begin(), part.old.lines.end(),
      [&](const ScannedLine& old) { return old.text.starts_with(last->text); });
  return begins ? std::optional(static_cast<uint32_t>(lines.rend() - last - 1)) : std::nullopt;
}

std::optional<Misfit> cut_off(const Part& part) {
  if (part.block.lines.empty() || (part.has_gap && !ends_in_new_lines(part))) return std::nullopt;
  if (part.kind.layout == Layout::tags && !part.has_gap) {
    std::optional<uint32_t> open = open_element(part.block.text, part.file.text);
    if (!open) return std::nullopt;
    auto at = static_cast<size_t>(part.line(*open).data() - part.block.text.data());
    auto same = part.file.places_of(worded_lines(part.block.text.substr(at)), 1);
    return !same || same->empty() ? std::optional(begun(part.shown(*open), *open)) : std::nullopt;
  }
  uint32_t depth = part.block.lines.back().depth_after, outermost = UINT32_MAX;
  for (const Thing& thing : part.block_things.all) outermost = std::min(outermost, part.block.lines[thing.head].indent);
  auto past_gaps = part.gap.rend() - std::find(part.gap.rbegin(), part.gap.rend(), true);
  for (const Thing& thing : part.block_things.all) {
    if (thing.head < past_gaps) continue;
    const ScannedLine& head = part.block.lines[thing.head];
    bool open = depth > head.depth_before || part.kind.word_ends;
    bool outer = head.indent == outermost,
         settings = part.kind.keys && head.code.ends_with('{') && head.code.front() != '"';
    bool is_head = !thing.name().empty() || (outer && (thing.is_callback() || settings));
    bool heads = part.kind.layout == Layout::indentation && head.code.ends_with(':') && head.depth_after == 0;
    bool begins = !thing.ends() && thing.to_end && open && is_head;
    if (begins || (thing.to_end && heads && !thing.has_body() && !thing.name().empty()))
      return only_shows(part, thing.head) ? std::nullopt : std::optional(begun(shown_name(thing), thing.head));
  }
  return stops_early(part);
}

std::variant<OldLines, Misfit> lines_of_pair(const Part& new_half, OldLines old_half) {
  return LinesOfPair(new_half, old_half).run();
}

bool begins_with_thing_around(const Part& new_half, OldLines old_lines) {
  uint32_t at = 0;
  while (at < new_half.block.lines.size() && new_half.block.lines[at].code.empty()) ++at;
  while (at < new_half.block.lines.size() && new_half.block_things.at(at) == nullptr) ++at;
  const Thing* thing = new_half.block_things.at(at);
  const Thing* known = thing != nullptr && thing->has_body() ? new_half.known(*thing) : nullptr;
  return known != nullptr && known->head < old_lines.first && old_lines.end <= known->last + 1;
}

}  // namespace aptix::edit
