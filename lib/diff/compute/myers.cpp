// Myers' divide and conquer: find a point on a shortest path from both ends, then do the same on both
// sides of it. An explicit stack, so that no input can exhaust the real one.
#include "diff/compute/myers.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace aptix::diff {
namespace {

using Index = int64_t;

struct Point {
  Index x;  // in before
  Index y;  // in after
};

// The part [low.x, high.x) x [low.y, high.y).
struct Box {
  Point low;
  Point high;
};

class Comparison {
 public:
  Comparison(std::span<const uint32_t> before, std::span<const uint32_t> after, const OnChange& on_change)
      : before_(before),
        after_(after),
        on_change_(on_change),
        zero_(static_cast<Index>(after.size()) + 1) {
    size_t diagonals = before.size() + after.size() + 3;
    forward_ = std::make_unique_for_overwrite<Index[]>(diagonals);
    backward_ = std::make_unique_for_overwrite<Index[]>(diagonals);
    for (cap_ = 256; (cap_ - 256) * (cap_ - 256) * 64 < static_cast<Index>(diagonals);) ++cap_;
  }

  void run() {
    stack_.push_back({{0, 0}, {static_cast<Index>(before_.size()), static_cast<Index>(after_.size())}});
    while (!stack_.empty()) {
      Box box = stack_.back();
      stack_.pop_back();
      trim(box);
      if (box.low.x == box.high.x || box.low.y == box.high.y) {
        report(box);
        continue;
      }
      Point split = find_split(box);
      stack_.push_back({split, box.high});
      stack_.push_back({box.low, split});
    }
  }

 private:
  bool same(Index x, Index y) const { return before_[static_cast<size_t>(x)] == after_[static_cast<size_t>(y)]; }

  // Furthest x reached on a diagonal (x - y), from the low corner and from the high one.
  Index& forward(Index diagonal) { return forward_[static_cast<size_t>(diagonal + zero_)]; }
  Index& backward(Index diagonal) { return backward_[static_cast<size_t>(diagonal + zero_)]; }

  void trim(Box& box) const {
    while (box.low.x < box.high.x && box.low.y < box.high.y && same(box.low.x, box.low.y)) ++box.low.x, ++box.low.y;
    while (box.low.x < box.high.x && box.low.y < box.high.y && same(box.high.x - 1, box.high.y - 1))
      --box.high.x, --box.high.y;
  }

  void report(const Box& box) const {
    auto removed = static_cast<uint32_t>(box.high.x - box.low.x);
    auto added = static_cast<uint32_t>(box.high.y - box.low.y);
    if (removed != 0) on_change_.removed(static_cast<uint32_t>(box.low.x), removed);
    if (added != 0) on_change_.added(static_cast<uint32_t>(box.low.y), added);
  }

  struct Diagonals {
    Index min, max;
  };

  // Makes room for one more step on both sides, as far as the box allows.
  template <class At>
  static void widen(Diagonals& reached, const Diagonals& box, Index unreached, At at) {
    if (reached.min > box.min) {
      --reached.min;
      at(reached.min - 1) = unreached;
    } else {
      ++reached.min;
    }
    if (reached.max < box.max) {
      ++reached.max;
      at(reached.max + 1) = unreached;
    } else {
      --reached.max;
    }
  }

  // A point on a shortest path through the box; when that costs too much, the end of the longest
  // path so far. Never a corner of the box. REQUIRES: the box is trimmed and has both sides.
  Point find_split(const Box& box) {
    const Diagonals all = {box.low.x - box.high.y, box.high.x - box.low.y};
    const Index start = box.low.x - box.low.y;
    const Index end = box.high.x - box.high.y;
    const bool odd = ((start - end) & 1) != 0;
    Diagonals ahead = {start, start};
    Diagonals behind = {end, end};
    forward(start) = box.low.x;
    backward(end) = box.high.x;
    for (Index cost = 1;; ++cost) {
      widen(ahead, all, -1, [this](Index d) -> Index& { return forward(d); });
      for (Index d = ahead.max; d >= ahead.min; d -= 2) {
        Point at = step_forward(d, box);
        if (odd && behind.min <= d && d <= behind.max && backward(d) <= at.x) return at;
      }
      widen(behind, all, std::numeric_limits<Index>::max(), [this](Index d) -> Index& { return backward(d); });
      for (Index d = behind.max; d >= behind.min; d -= 2) {
        Point at = step_backward(d, box);
        if (!odd && ahead.min <= d && d <= ahead.max && at.x <= forward(d)) return at;
      }
      if (cost >= cap_) return furthest(box, ahead, behind);
    }
  }

  Point step_forward(Index d, const Box& box) {
    Index x = std::max(forward(d - 1) + 1, forward(d + 1));
    Index y = x - d;
    while (x < box.high.x && y < box.high.y && same(x, y)) ++x, ++y;
    forward(d) = x;
    return {x, y};
  }

  Point step_backward(Index d, const Box& box) {
    Index right = backward(d + 1);
    Index x = std::min(backward(d - 1), right == std::numeric_limits<Index>::max() ? right : right - 1);
    Index y = x - d;
    while (x > box.low.x && y > box.low.y && same(x - 1, y - 1)) --x, --y;
    backward(d) = x;
    return {x, y};
  }

  Point furthest(const Box& box, const Diagonals& ahead, const Diagonals& behind) {
    Point best_ahead = box.low;
    for (Index d = ahead.max; d >= ahead.min; d -= 2) {
      Index x = std::min({forward(d), box.high.x, box.high.y + d});
      if (x + x - d > best_ahead.x + best_ahead.y) best_ahead = {x, x - d};
    }
    Point best_behind = box.high;
    for (Index d = behind.max; d >= behind.min; d -= 2) {
      Index x = std::max({backward(d), box.low.x, box.low.y + d});
      if (x + x - d < best_behind.x + best_behind.y) best_behind = {x, x - d};
    }
    Index gained_ahead = best_ahead.x + best_ahead.y - box.low.x - box.low.y;
    Index gained_behind = box.high.x + box.high.y - best_behind.x - best_behind.y;
    return gained_ahead >= gained_behind ? best_ahead : best_behind;
  }

  std::span<const uint32_t> before_;
  std::span<const uint32_t> after_;
  const OnChange& on_change_;
  Index zero_;  // index of diagonal 0
  Index cap_;
  // Each element is written before it is read. Most are never touched, and such memory costs nothing.
  std::unique_ptr<Index[]> forward_, backward_;
  std::vector<Box> stack_;
};

}  // namespace

void compare(std::span<const uint32_t> before, std::span<const uint32_t> after, const OnChange& on_change) {
  Comparison(before, after, on_change).run();
}

}  // namespace aptix::diff
