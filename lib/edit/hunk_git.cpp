// Places hunks as git-apply(1) does, and words the outcome.
#include "diff/git_places.h"
#include "edit/hunk_messages.h"
#include "edit/hunk_places.h"

namespace aptix::edit {
namespace {

// What the tolerant reading would make of the hunk.
void add_lenient_place(Diagnostic& why, std::string_view text, const diff::Hunk& hunk) {
  const diff::Hunk* alone[] = {&hunk};
  PlacedHunks placed = place_uniquely(text, alone);
  const PlacedHunk& place = placed.hunks.front();
  if (place.why) return;
  bool already = place.status == EditStatus::already;
  why.notes.push_back((already ? "with '--lenient' it is in place already, at line " : "with '--lenient' it fits line ") +
                      std::to_string(place.line) +
                      (place.blanks && place.blanks->any() ? " but for " + place.blanks->describe() : place.line_ends ? " but for line ends" : ""));
}

}  // namespace

PlacedHunks place_as_git(std::string_view text, std::span<const diff::Hunk* const> hunks, std::string_view file) {
  bool said = false;  // one look at the tolerant reading is enough: each reads the text again
  diff::GitPlaces places(text);
  PlacedHunks placed;
  placed.hunks.reserve(hunks.size());
  for (size_t i = 0; i < hunks.size(); ++i) {
    PlacedHunk& hunk = placed.hunks.emplace_back();
    hunk.hunk = hunks[i];
    std::optional<uint64_t> line = places.place(*hunks[i]);
    if (!line) {
      hunk.why = std::make_unique<Diagnostic>(hunk_not_found_by_git({i + 1, hunks.size(), HunkNoun::hunk, file}, *hunks[i], places.locator()));
      if (!said) add_lenient_place(*hunk.why, text, *hunks[i]);
      said = true;
      continue;
    }
    uint64_t stated = hunks[i]->old_count() == 0 ? hunks[i]->old_start + 1 : hunks[i]->old_start;
    hunk.status = EditStatus::applied;
    hunk.line = *line;
    hunk.start = places.locator().lines().start_of(*line - 1);
    hunk.offset = static_cast<int64_t>(*line) - static_cast<int64_t>(stated);
    if (hunk.offset != 0) hunk.rule = Rule::moved;
  }
  return placed;
}

}  // namespace aptix::edit
