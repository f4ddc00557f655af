// Hunks -> pieces, in three steps: where each goes, whether all can, what comes out.
#include "edit/hunks.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "edit/hunk_places.h"
#include "edit/hunk_write.h"

namespace aptix::edit {
namespace {

using diff::Hunk;
using diff::HunkLine;

bool any_line(std::span<const Hunk* const> hunks, bool (*is)(const HunkLine&)) {
  return std::any_of(hunks.begin(), hunks.end(), [is](const Hunk* hunk) { return std::any_of(hunk->lines.begin(), hunk->lines.end(), is); });
}

// A byte-order mark stays where it is, unless the patch speaks of it.
bool mark_stays(std::string_view text, std::span<const Hunk* const> hunks) {
  return text.starts_with(kByteOrderMark) &&
         !any_line(hunks, [](const HunkLine& line) { return line.text.starts_with(kByteOrderMark); });
}

// A patch with both kinds of line end that fits the file to the byte knows what it says about them.
bool knows_line_ends(std::span<const Hunk* const> given, const std::vector<PlacedHunk>& placed) {
  if (!any_line(given, [](const HunkLine& line) { return line.carriage_return; })) return false;
  if (!any_line(given, [](const HunkLine& line) { return !line.carriage_return && !line.no_newline; })) return false;
  return std::none_of(placed.begin(), placed.end(), [](const PlacedHunk& hunk) { return hunk.line_ends; });
}

WriteOptions write_options(std::span<const Hunk* const> given, const std::vector<PlacedHunk>& placed, const HunkOptions& options) {
  bool of_patch = !options.keep_line_ends || knows_line_ends(given, placed);
  return {of_patch ? AddedLineEnds::of_patch : AddedLineEnds::of_file, LastNewline::stays_missing};
}

EditOutcome outcome_of(PlacedHunk& placed) {
  EditOutcome outcome;
  outcome.status = placed.status;
  outcome.rule = placed.rule;
  outcome.line = placed.line;
  outcome.offset = placed.offset;
  outcome.places = placed.status == EditStatus::applied ? 1 : 0;
  outcome.why = std::move(placed.why);
  return outcome;
}

}  // namespace

HunksResult apply_hunks(std::string_view text, std::span<const Hunk* const> hunks, const HunkOptions& options) {
  size_t mark = mark_stays(text, hunks) ? kByteOrderMark.size() : 0;
  std::string_view body = text.substr(mark);
  PlacedHunks placed = place_uniquely(body, hunks, {.file = options.file});
  HunksResult result;
  for (const PlacedHunk& hunk : placed.hunks)
    if (hunk.why) result.errors.push_back(*hunk.why);
  if (result.errors.empty()) {
    result.pieces = write_hunks(body, placed.hunks, write_options(hunks, placed.hunks, options), result.texts);
    if (mark != 0) result.pieces.insert(result.pieces.begin(), text.substr(0, mark));
  } else if (!text.empty()) {
    result.pieces = {text};
  }
  for (std::string_view piece : result.pieces) result.size += piece.size();
  result.outcomes.reserve(placed.hunks.size());
  for (PlacedHunk& hunk : placed.hunks) {
    if (hunk.rule == Rule::whitespace) result.blanks.emplace(result.outcomes.size(), hunk.blanks->describe());
    result.outcomes.push_back(outcome_of(hunk));
  }
  return result;
}

}  // namespace aptix::edit
