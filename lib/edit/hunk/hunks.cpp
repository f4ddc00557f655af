// Hunks -> pieces, in three steps: where each goes, whether all can, what comes out.
#include "edit/hunk/hunks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "diff/lines/cursor.h"
#include "edit/basis/messages.h"
#include "edit/hunk/blob_proof.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/hunk_places.h"
#include "edit/hunk/hunk_write.h"

namespace aptix::edit {
namespace {

bool any_line(std::span<const diff::Hunk* const> hunks, bool (*is)(const diff::HunkLine&)) {
  return std::any_of(hunks.begin(), hunks.end(),
      [is](const diff::Hunk* hunk) { return std::any_of(hunk->lines.begin(), hunk->lines.end(), is); });
}

// A byte-order mark stays where it is, unless the patch speaks of it.
bool mark_stays(std::string_view text, std::span<const diff::Hunk* const> hunks) {
  return text.starts_with(kByteOrderMark) &&
      !any_line(hunks, [](const diff::HunkLine& line) { return line.text.starts_with(kByteOrderMark); });
}

// A patch with both kinds of line end that fits the file to the byte knows what it says about them.
bool knows_line_ends(std::span<const diff::Hunk* const> given, const std::vector<PlacedHunk>& placed) {
  if (!any_line(given, [](const diff::HunkLine& line) { return line.carriage_return; })) return false;
  if (!any_line(given, [](const diff::HunkLine& line) { return !line.carriage_return && !line.no_newline; }))
    return false;
  return std::none_of(placed.begin(), placed.end(), [](const PlacedHunk& hunk) { return hunk.line_ends; });
}

// The hunk ends with the input in the beginning of the line that stands at its end: the line where that one is.
std::optional<uint64_t> cut_line(std::string_view text, const diff::Hunk& hunk) {
  const diff::HunkLine& last = hunk.lines.back();
  if (last.kind != LineKind::context) return {};
  diff::Hunk whole = hunk;
  whole.lines.pop_back();
  const diff::Hunk* only = &whole;
  PlacedHunks placed = place_uniquely(text, {&only, 1}, {});
  if (whole.old_count() == 0 || placed.hunks.front().why) return {};
  bool before = placed.hunks.front().status == EditStatus::applied;
  uint64_t line = placed.hunks.front().line + (before ? whole.old_count() : whole.new_count());
  diff::Cursor at(text);
  while (!at.at_end() && at.number() < line) at.advance();
  if (at.at_end() || !at.line().text.starts_with(last.text)) return {};
  return line;
}

// A last hunk that was cut in a line of context does not fit: that it was cut says more.
void note_cut(
    std::string_view text, std::span<const diff::Hunk* const> hunks, PlacedHunks& placed, const HunkOptions& options) {
  if (hunks.empty() || !options.may_be_cut) return;
  PlacedHunk& last = placed.hunks.back();
  if (!last.why || last.why->code != Code::match_not_found || hunks.back()->lines.empty()) return;
  if (auto line = cut_line(text, *hunks.back()))
    last.fail(make_error(Code::diff_truncated,
        fmt::format("the diff ends inside a line: it has the beginning of line {} of {}", *line,
            file_of({.file = options.file})),
        "give the whole diff, up to its last line"));
}

// What the hunks make of a text. `mark`: bytes of its byte-order mark, when that stays; it comes before the lines that
// hunks fit.
std::vector<std::string_view> written(std::string_view text, size_t mark, std::span<const diff::Hunk* const> hunks,
    const PlacedHunks& placed, const HunkOptions& options, std::deque<std::string>& texts) {
  bool of_patch = !options.keep_line_ends || knows_line_ends(hunks, placed.hunks);
  std::vector<std::string_view> pieces = write_hunks(
      text.substr(mark), placed.hunks, {of_patch ? AddedLineEnds::of_patch : AddedLineEnds::of_file}, texts);
  if (mark != 0) pieces.insert(pieces.begin(), text.substr(0, mark));
  return pieces;
}

Content content_of(std::vector<std::string_view> pieces) {
  Content content;
  content.exists = true;
  content.set(std::move(pieces));
  return content;
}

// What is placed by its number alone, or beside other places that it fits, has to lead to the result that the diff
// names.
void hold_to_name(std::string_view text, size_t mark, std::span<const diff::Hunk* const> hunks, PlacedHunks& placed,
    const HunkOptions& options) {
  bool by_number = options.numbers == StatedNumbers::hold;  // there are hunks without context
  if (options.blobs == nullptr || options.proves_later || (are_where_they_say(placed.hunks) && !by_number)) return;
  std::optional<BlobForm> form = form_named(options.blobs->before, content_of({text}));
  std::deque<std::string> texts;
  auto is_placed = [](const PlacedHunk& hunk) { return !hunk.why; };
  bool all_placed = std::all_of(placed.hunks.begin(), placed.hunks.end(), is_placed);
  if (!form ||
      (all_placed &&
          is_named(options.blobs->after, content_of(written(text, mark, hunks, placed, options, texts)), *form)))
    return;
  diff::Locator locator(text.substr(mark));
  for (size_t i = 0; i < hunks.size(); ++i) {
    if (placed.hunks[i].why) continue;
    if (has_context(*hunks[i]) ? locator.find(*hunks[i], 2).count < 2 : !by_number) continue;
    placed.hunks[i].status = EditStatus::failed;
    HunkName name{i + 1, hunks.size(), HunkNoun::hunk, options.file};
    placed.hunks[i].fail(hunk_error(name, Code::match_ambiguous,
        fmt::format("{}, and at its line it does not give the result that the 'index' line names{}",
            has_context(*hunks[i]) ? "fits several places" : "has no context", with_file("in", name)),
        "add the lines before and after the place as context"));
  }
}

}  // namespace

HunksResult apply_hunks(std::string_view text, std::span<const diff::Hunk* const> hunks, const HunkOptions& options) {
  HunksResult result;
  bool has_result = options.blobs != nullptr && options.blobs->before != options.blobs->after &&
      form_named(options.blobs->after, content_of({text}));
  if (has_result) {
    result.pieces = {text};
    for (const diff::Hunk* hunk : hunks) {
      EditOutcome& outcome = result.outcomes.emplace_back();
      outcome.status = EditStatus::already;
      outcome.line = std::max<uint64_t>(hunk->new_start, 1);
    }
    return result;
  }
  size_t mark = mark_stays(text, hunks) ? kByteOrderMark.size() : 0;
  PlacedHunks placed = place_uniquely(text.substr(mark), hunks,
      {.numbers = options.numbers, .file = options.file, .original = options.original, .ladder = options.match});
  hold_to_name(text, mark, hunks, placed, options);
  note_cut(text.substr(mark), hunks, placed, options);
  for (PlacedHunk& hunk : placed.hunks) {
    if (hunk.why) result.errors.push_back(*hunk.why);
    if (!hunk.differs.empty()) result.differs.emplace(result.outcomes.size(), std::move(hunk.differs));
    result.outcomes.push_back(hunk.outcome());
    result.outcomes.back().offset = hunk.offset;
  }
  if (result.errors.empty()) result.pieces = written(text, mark, hunks, placed, options, result.texts);
  else if (!text.empty()) result.pieces = {text};
  return result;
}

}  // namespace aptix::edit
