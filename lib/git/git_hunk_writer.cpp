// Mostly hunks come in the order of their places: each is written while its lines are at hand, and forgotten. Where
// one does not, all are written again once all are placed.
#include "git/git_hunk_writer.h"

#include <algorithm>
#include <utility>

namespace aptix::edit {
namespace {

constexpr WriteOptions kAsGit = {AddedLineEnds::of_patch, LastNewline::of_patch};

}  // namespace

GitHunkWriter::GitHunkWriter(std::string_view text, const diff::GitPatch& patch, diff::Direction direction)
    : text_(text),
      direction_(direction),
      added_(1),
      writer_(text, kAsGit, added_.front()) {
  added_.front().reserve(patch.bytes_changed);  // in the patch each line has its newline, too
}

void GitHunkWriter::add(const diff::GitHunk& hunk, const diff::Hunk& lines, uint64_t line, size_t start) {
  Place place{line, extent_of(lines, diff::Side::before).lead, start, &hunk};
  in_order_ = in_order_ && (places_.empty() || !place.before(places_.back()));
  if (in_order_) writer_.write(lines, start);
  places_.push_back(place);
}

std::vector<std::string_view> GitHunkWriter::finish(std::deque<std::string>& texts) {
  std::vector<std::string_view> pieces = in_order_ ? writer_.finish() : write_sorted();
  texts = std::move(added_);
  return pieces;
}

std::vector<std::string_view> GitHunkWriter::write_sorted() {
  std::stable_sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) { return a.before(b); });
  added_.front().clear();
  HunkWriter again(text_, kAsGit, added_.front());
  for (const Place& place : places_) again.write(diff::lines_of(*place.hunk, direction_), place.start);
  return again.finish();
}

}  // namespace aptix::edit
