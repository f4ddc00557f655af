#include "edit/fit/lines_beside.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

using Why = Misfit::Why;

constexpr uint64_t kMostLinesCompared = 10'000'000;  // lines: more are in doubt

class LinesBeside {
 public:
  LinesBeside(const Part& part, const std::vector<Placement>& placed) : part_(part), placed_(placed) {}

  std::optional<Misfit> run() {
    std::optional<Misfit> why = moved();
    return why ? std::move(why) : doubled();
  }

 private:
  // All that a placement adds is directly beside it already: it moved.
  std::optional<Misfit> moved() {
    for (const Placement& one : placed_) {
      std::unordered_multiset<std::string_view> once;
      for (uint32_t at = one.first; at < one.end; ++at) once.insert(part_.old_line(at));
      std::vector<std::string_view> added;
      for (uint32_t at = one.from; at < one.to; ++at) {
        auto found = once.find(part_.line(at));
        if (found != once.end()) once.erase(found);
        else if (!part_.block.lines[at].is_blank()) added.push_back(part_.line(at));
      }
      if (added.empty()) continue;
      if (stand_beside(one, added))
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format("'{}' is beside the part already", excerpt_for_display(trim(added.front()), 60)),
            .block_line = one.from + 1,
            .old_lines = {one.first + 1},
            .ask = "show the lines that move with those around both places"};
    }
    return std::nullopt;
  }

  bool stand_beside(const Placement& one, const std::vector<std::string_view>& added) const {
    std::unordered_set<std::string_view> before, after;
    size_t left = added.size(), blank = added.size() > 1 ? 0 : 1;  // one line: only right beside it
    for (uint32_t at = one.first; at > 0 && left > 0; --at) left -= add_line(before, at - 1, blank);
    left = added.size();
    for (uint32_t at = one.end; at < part_.old_count() && left > 0; ++at) left -= add_line(after, at, blank);
    auto all_in = [&](const auto& lines) {
      return std::all_of(added.begin(), added.end(), [&](std::string_view line) { return lines.contains(line); });
    };
    return all_in(before) || all_in(after);
  }

  size_t add_line(std::unordered_set<std::string_view>& to, uint32_t old, size_t blank) const {
    if (part_.old.lines[old].is_blank()) return blank;
    to.insert(part_.old_line(old));
    return 1;
  }

  // What follows the place is in the part, too, all of a statement or of several, and is new there: it would come
  // twice.
  std::optional<Misfit> doubled() {
    for (const Placement& one : placed_) {
      if (one.first == one.end || one.end >= part_.old_count()) continue;
      std::unordered_multiset<std::string_view> added;
      for (uint32_t at = one.from; at < one.to; ++at) added.insert(part_.line(at));
      for (uint32_t at = one.first; at < one.end; ++at)
        if (auto found = added.find(part_.old_line(at)); found != added.end()) added.erase(found);
      for (uint32_t at = one.from; at < one.to; ++at)
        if (repeats(one, at, added) || compared_ > kMostLinesCompared)
          return Misfit{.why = Why::ambiguous,
              .what = fmt::format("'{}' and what comes after it is beside the part already", part_.shown(at)),
              .block_line = at + 1,
              .old_lines = {one.end + 1},
              .ask = "show the lines that move with those around both places"};
    }
    return std::nullopt;
  }

  bool repeats(const Placement& one, uint32_t at, const std::unordered_multiset<std::string_view>& added) {
    uint32_t old = one.end, indent = part_.old.lines[old].indent;
    size_t words = 0;
    for (; at < one.to && old < part_.old_count() && part_.old_line(old) == part_.line(at); ++at, ++old) {
      ++compared_;
      if (!has_long_word(part_.line(at))) continue;
      if (!added.contains(part_.line(at))) return false;
      ++words;
    }
    auto goes_on = [&](const std::vector<ScannedLine>& lines, uint32_t line, size_t end) {
      while (line < end && lines[line].is_blank()) ++line;
      return line < end && lines[line].indent > indent;
    };
    return words > 1 && !goes_on(part_.old.lines, old, part_.old_count()) && !goes_on(part_.block.lines, at, one.to);
  }

  const Part& part_;
  const std::vector<Placement>& placed_;
  uint64_t compared_ = 0;
};

}  // namespace

std::optional<Misfit> lines_beside(const Part& part, const std::vector<Placement>& placed) {
  return LinesBeside(part, placed).run();
}

}  // namespace aptix::edit
