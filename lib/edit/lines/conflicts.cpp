#include "edit/lines/conflicts.h"

#include "base/text/text.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostConflicts = 20;

// `part`: a view of whole lines of `text`.
ConflictSide side_of(std::string_view text, std::string_view part) {
  size_t offset = static_cast<size_t>(part.data() - text.data());
  bool after_open_line = part.empty() && offset == text.size() && !text.empty() && !text.ends_with('\n');
  ConflictSide side{.first = line_at(text, offset) + (after_open_line ? 1 : 0), .lines = {}};
  LineIndex lines(part);
  for (uint64_t number = 1; number <= lines.count(); ++number) side.lines.emplace_back(lines.line(number));
  return side;
}

}  // namespace

void add_conflicts(const MergeSides& sides, const diff::Merged& merged, Diagnostic& what) {
  size_t shown = 0;
  for (const diff::MergeRegion& region : merged.regions) {
    if (!region.conflict) continue;
    if (++shown > kMostConflicts) {
      what.notes.push_back("further conflicts are left out");
      return;
    }
    Conflict conflict{
        side_of(sides.base, region.base), side_of(sides.ours, region.ours), side_of(sides.theirs, region.theirs)};
    diff::Merged one;
    one.regions.push_back(region);
    what.extracts.push_back({"conflict", conflict.ours.lines.empty() ? 0 : conflict.ours.first,
        diff::print_merged(one, {"the file", "the base", "the change"}, diff::ConflictDetail::whole)});
    what.conflicts.push_back(std::move(conflict));
  }
}

}  // namespace aptix::edit
