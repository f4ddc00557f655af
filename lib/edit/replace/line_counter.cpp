// Sorted by place, a question is answered by the line feeds of the original before it and by the changes
// before it that are older: a sum over times, kept in a Fenwick tree.
#include "edit/replace/line_counter.h"

#include <algorithm>

#include "base/text/text.h"

namespace aptix::edit {
namespace {

template <typename Placed>
void sort_by_base(std::vector<Placed>& all) {
  auto by_base = [](const Placed& a, const Placed& b) { return a.base < b.base; };
  if (!std::is_sorted(all.begin(), all.end(), by_base)) std::sort(all.begin(), all.end(), by_base);
}

class Sums {
 public:
  explicit Sums(size_t size) : tree_(size + 1) {}
  void add(size_t at, int64_t value) {
    for (size_t i = at + 1; i < tree_.size(); i += i & (~i + 1)) tree_[i] += value;
  }
  // Of all below `end`.
  int64_t below(size_t end) const {
    int64_t sum = 0;
    for (size_t i = std::min(end, tree_.size() - 1); i > 0; i &= i - 1) sum += tree_[i];
    return sum;
  }

 private:
  std::vector<int64_t> tree_;
};

}  // namespace

void LineCounter::changed(size_t base, uint32_t time, int64_t delta) {
  if (delta != 0) changes_.push_back({base, time, delta});
}

void LineCounter::ask(size_t base, uint32_t time, uint64_t further, uint64_t* line) {
  questions_.push_back({base, time, further, line});
}

void LineCounter::answer(std::string_view original) {
  sort_by_base(questions_);
  sort_by_base(changes_);
  auto by_time = [](const Change& a, const Change& b) { return a.time < b.time; };
  auto [first, last] = std::minmax_element(changes_.begin(), changes_.end(), by_time);
  uint32_t earliest = changes_.empty() ? 0 : first->time;
  Sums sums(changes_.empty() ? 0 : size_t{last->time - earliest} + 1);
  uint64_t line = 1;
  size_t at = 0;
  auto change = changes_.begin();
  for (const Question& question : questions_) {
    line += line_at(original.substr(at), question.base - at) - 1;
    at = question.base;
    for (; change != changes_.end() && change->base < question.base; ++change)
      sums.add(change->time - earliest, change->delta);
    *question.line =
        line + question.further + static_cast<uint64_t>(sums.below(question.time - std::min(question.time, earliest)));
  }
  questions_.clear();
  changes_.clear();
}

}  // namespace aptix::edit
