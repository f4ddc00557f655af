// Whole lines, because that is what a person or a model copies; what is unique with more lines around
// it is so with any change beside it, so ranges that grow together are simply joined.
#include "edit/replace/find_texts.h"

#include <algorithm>
#include <cstdint>

#include "diff/compute/lines.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostSearched = 4ull << 30;  // bytes looked through in all

std::vector<size_t> starts_of_lines(std::string_view text) {
  std::vector<size_t> starts{0};
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
  if (starts.back() != text.size()) starts.push_back(text.size());
  return starts;
}

class Finder {
 public:
  Finder(std::string_view before, std::string_view after)
      : before_(before),
        after_(after),
        old_starts_(starts_of_lines(before)),
        new_starts_(starts_of_lines(after)) {}

  std::optional<std::vector<Replacement>> run() {
    for (const diff::LineEdit& edit : diff::diff_lines(before_, after_))
      if (!add({edit.old_start, edit.old_start + edit.old_count, edit.new_start, edit.new_start + edit.new_count}))
        return {};
    std::vector<Replacement> found;
    for (const Range& range : ranges_) found.push_back({old_text(range), new_text(range)});
    return found;
  }

 private:
  // Lines [old_first, old_last) that become [new_first, new_last).
  struct Range {
    uint64_t old_first, old_last, new_first, new_last;
  };

  // False: no text around it stands once.
  bool add(Range range) {
    for (bool up = true; !meets_last(range) && !stands_once(range); up = !up) {
      bool can_up = range.old_first > 0;
      bool can_down = range.old_last + 1 < old_starts_.size();
      if ((!can_up && !can_down) || work_ > kMostSearched) return false;
      if (can_up && (up || !can_down)) {
        --range.old_first;
        --range.new_first;
      } else {
        ++range.old_last;
        ++range.new_last;
      }
    }
    if (meets_last(range)) join(range);
    else ranges_.push_back(range);
    return true;
  }

  bool meets_last(const Range& range) const { return !ranges_.empty() && range.old_first <= ranges_.back().old_last; }

  // The one before stands once, so the two together do. Lines after a change are the same on both sides.
  void join(const Range& range) {
    Range& last = ranges_.back();
    last.old_last = std::max(last.old_last, range.old_last);
    last.new_last = range.new_last + (last.old_last - range.old_last);
  }

  bool stands_once(const Range& range) {
    std::string_view text = old_text(range);
    if (text.empty()) return false;
    size_t first = before_.find(text);
    work_ += before_.size();
    return before_.find(text, first + 1) == std::string_view::npos;
  }

  std::string_view old_text(const Range& range) const {
    return text_of(before_, old_starts_, range.old_first, range.old_last);
  }
  std::string_view new_text(const Range& range) const {
    return text_of(after_, new_starts_, range.new_first, range.new_last);
  }
  static std::string_view text_of(
      std::string_view text, const std::vector<size_t>& starts, uint64_t first, uint64_t last) {
    return text.substr(starts[first], starts[last] - starts[first]);
  }

  std::string_view before_, after_;
  std::vector<size_t> old_starts_, new_starts_;  // of each line, and the end
  std::vector<Range> ranges_;
  uint64_t work_ = 0;
};

}  // namespace

std::optional<std::vector<Replacement>> find_texts(std::string_view before, std::string_view after) {
  return Finder(before, after).run();
}

}  // namespace aptix::edit
