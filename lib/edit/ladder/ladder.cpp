#include "edit/ladder/ladder.h"

#include <algorithm>
#include <utility>

#include "edit/basis/hunk_shape.h"
#include "edit/ladder/context.h"
#include "edit/ladder/indentation.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostClimbs = 100;
constexpr size_t kLeastClimbs = 4;
constexpr size_t kMostClimbed = 256u << 20;  // bytes, by the looks above the least

}  // namespace

Ladder::Ladder(std::string_view text)
    : text_(text),
      look_alikes_(text),
      left_(std::clamp(kMostClimbed / (text.size() + 1), kLeastClimbs, kMostClimbs)) {}

bool Ladder::may_look() {
  if (left_ == 0) return false;
  --left_;
  return true;
}

RefitResult Ladder::refit(const diff::Hunk& hunk, MatchMode mode) {
  RefitResult result = refit_first_line(text_, hunk);
  if (result.none() && mode != MatchMode::exact) result = refit_indentation(text_, hunk);
  if (mode != MatchMode::fuzzy) return result;
  if (result.none()) result = look_alikes_.find(hunk);
  return result.none() ? refit_context(text_, hunk) : std::move(result);
}

RefitResult Ladder::find(const diff::Hunk& hunk, MatchMode mode) {
  bool changes = std::any_of(
      hunk.lines.begin(), hunk.lines.end(), [](const diff::HunkLine& line) { return line.kind != LineKind::context; });
  return !changes || hunk.old_count() == 0 || !may_look() ? RefitResult() : refit(hunk, mode);
}

std::string Ladder::hint(const diff::Hunk& hunk, MatchMode mode) {
  if (mode == MatchMode::fuzzy || hunk.old_count() == 0 || !may_look()) return {};
  RefitResult found = refit(hunk, MatchMode::fuzzy);
  if (!found.only) return std::move(found.untold);
  std::string line = std::to_string(found.only->line);
  return "copy the lines from line " + line + " on, as they stand there; '--match " +
      (found.only->rule == Rule::indentation ? "whitespace" : "fuzzy") + "' would take line " + line + " (" +
      found.only->differs + ")";
}

}  // namespace aptix::edit
