// Places hunks as git-apply(1) does: each as near as possible to the line it states, behind the one before it.
#include "edit/hunk_messages.h"
#include "edit/hunk_places.h"

namespace aptix::edit {

PlacedHunks place_as_git(std::string_view text, std::span<const diff::Hunk* const> hunks) {
  diff::Locator locator(text);
  diff::GitSearch search;
  PlacedHunks placed;
  for (size_t i = 0; i < hunks.size(); ++i) {
    PlacedHunk& hunk = placed.hunks.emplace_back();
    hunk.hunk = hunks[i];
    std::optional<diff::Place> place = locator.find_as_git(*hunks[i], search);
    if (!place) {
      hunk.outcome.why = hunk_not_found_by_git({i + 1, hunks.size()}, *hunks[i], locator);
      continue;
    }
    auto old_count = static_cast<int64_t>(hunks[i]->old_count());
    auto new_count = static_cast<int64_t>(hunks[i]->new_count());
    uint64_t stated = old_count == 0 ? hunks[i]->old_start + 1 : hunks[i]->old_start;
    hunk.place = *place;
    hunk.outcome.status = EditStatus::applied;
    hunk.outcome.line = place->line;
    hunk.outcome.places = 1;
    hunk.outcome.offset = static_cast<int64_t>(place->line) - static_cast<int64_t>(stated);
    if (hunk.outcome.offset != 0) hunk.outcome.rule = Rule::moved;
    search.drift += old_count - new_count;
    search.not_before = place->line + hunks[i]->old_count();
  }
  return placed;
}

}  // namespace aptix::edit
