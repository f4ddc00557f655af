#include "edit/ladder/drafts.h"

#include <algorithm>

#include "diff/find/locate.h"

namespace aptix::edit {

std::optional<uint64_t> Drafts::redone(const diff::Hunk& hunk) {
  constexpr uint64_t kMostStood = 100;  // places
  if (hunk.old_count() == 0 || !changed()) return std::nullopt;
  diff::Locator locator(original_);
  diff::Places stood = locator.find(hunk, kMostStood);
  if (stood.count != 0 && !edits_) edits_ = diff::diff_lines(original_, text_);
  for (const diff::Place& place : stood.places) {
    uint64_t line = place.line - 1;
    for (const diff::HunkLine& one : hunk.lines) {
      bool gone = one.kind == diff::HunkLine::Kind::removed &&
          std::any_of(edits_->begin(), edits_->end(), [line](const diff::LineEdit& edit) {
            return edit.old_start <= line && line < edit.old_start + edit.old_count;
          });
      if (gone) return line + 1;
      line += one.kind == diff::HunkLine::Kind::added ? 0 : 1;
    }
  }
  return std::nullopt;
}

}  // namespace aptix::edit
