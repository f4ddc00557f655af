#include "edit/fit/steps.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

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
