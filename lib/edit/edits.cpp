#include "edit/entry_edits.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "edit/basis/hunk_shape.h"
#include "edit/basis/messages.h"
#include "edit/hunk/blob_proof.h"
#include "edit/hunk/hunks.h"
#include "edit/hunk/sections.h"
#include "edit/left_out/left_out.h"
#include "edit/lines/line_changes.h"
#include "edit/lines/stale_base.h"
#include "edit/near/nearest.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kLargestLookedAtTwice = 4u << 20;  // bytes; blocks were searched for line by line before

// path_special for text that line changes are not for: of 16 bits a character, binary (as for git), or with lines that
// end in CR alone, which others count in another way. Nothing for any other text.
std::optional<Diagnostic> refuse_no_text(const RelPath& path, std::string_view text) {
  if (is_utf16(text))
    return make_error(Code::path_special,
        fmt::format("{} is text of 16 bits a character, which has no lines of bytes", in_quotes(path)),
        "line changes are for text in UTF-8; give the whole file");
  if (is_binary(text))
    return make_error(Code::path_special, fmt::format("{} is not text: it has NUL bytes", in_quotes(path)),
        "line changes are for text; replace the file as a whole");
  if (text.find('\n') != std::string_view::npos || text.find('\r') == std::string_view::npos) return std::nullopt;
  return make_error(Code::path_special,
      fmt::format("the lines of {} end in CR alone, which is not a line end here", in_quotes(path)),
      "line changes count lines that end in LF; give the whole file");
}

// A binary patch applies to exactly the file that it was made for.
void binary(EntryEdits& to, size_t at, const Binary& edit) {
  std::string_view old = to.text();
  bool same = old == edit.content;
  Sha256 found = same ? edit.before : sha256(old);
  if (found != edit.before) return to.fail(at, other_content(to.entry, edit.before, found, ShownCopy::file));
  to.outcomes[at].status = same ? EditStatus::already : EditStatus::applied;
  to.outcomes[at].places = same ? 0 : 1;
  to.outcomes[at].line = 1;
  to.content.set({edit.content});
}

void hunks_run(EntryEdits& to, size_t first, size_t end) {
  std::vector<const diff::Hunk*> hunks;
  for (size_t at = first; at < end; ++at) hunks.push_back(&std::get<diff::Hunk>(to.entry.edits[at].what));
  HunkOptions options{.keep_line_ends = to.bench.options.keep_line_ends,
      .file = to.entry.path.str(),
      .original = to.original(),
      .match = to.bench.options.match,
      .numbers = stated_numbers(to.entry, to.content),
      .may_be_cut = hunks.back()->ends_input,
      .blobs = to.entry.proof.blobs ? &*to.entry.proof.blobs : nullptr,
      .proves_later = to.entry.proof.needed};
  HunksResult result = apply_hunks(to.text(), hunks, options);
  to.take_outcomes(first, std::move(result.outcomes));
  size_t said = 0;
  uint64_t furthest = 0;  // of the hunks so far
  for (size_t at = first; at < end; ++at) {
    EditOutcome& outcome = to.outcomes[at];
    if (outcome.line != 0 && outcome.line < furthest)
      to.warn(at,
          make_error(Code::diff_header_repaired,
              fmt::format("the hunk fits {} at line {}, before a hunk that stands above it and fits line {}",
                  in_quotes(to.entry.path), outcome.line, furthest),
              "give the hunks of a file in the order of its lines"));
    furthest = std::max(furthest, outcome.line);
    if (outcome.status == EditStatus::failed && said < result.errors.size())
      to.fail(at, std::move(result.errors[said++]));
    bool drifted = outcome.status == EditStatus::applied && outcome.offset != 0;
    if (auto differs = result.differs.find(at - first);
        differs != result.differs.end() && outcome.status == EditStatus::applied)
      to.warn(at, fits_but_for(to.entry.path, outcome.line, outcome.rule, differs->second));
    if (drifted)
      to.warn(at,
          make_error(Code::diff_header_repaired,
              fmt::format("the hunk fits {} at line {}, not at line {} as its header says", in_quotes(to.entry.path),
                  outcome.line, static_cast<int64_t>(outcome.line) - outcome.offset),
              "make the diff again from the file as it is"));
    if (outcome.status == EditStatus::already || to.bench.options.allow_placeholders) continue;
    if (auto found = left_out(*hunks[at - first], to.entry.path.str()))
      to.fail(at, placeholder_in("hunk", found->line, found->text));
  }
  to.take_content(std::move(result.pieces), std::move(result.texts));
}

// A SEARCH/REPLACE block with two dividers has another reading. Its anchors are the texts that it would look for then.
bool has_other_reading(const TextBlock& block, std::string_view text) {
  auto stands = [&](std::string_view other) { return text.find(other) != std::string_view::npos; };
  return block.form == TextBlock::Form::search_replace &&
      std::any_of(block.anchors.begin(), block.anchors.end(), stands);
}

void blocks_run(EntryEdits& to, size_t first, size_t end) {
  std::vector<const TextBlock*> blocks;
  for (size_t at = first; at < end; ++at) blocks.push_back(&std::get<TextBlock>(to.entry.edits[at].what));
  HunksResult result = apply_blocks(to.text(), blocks,
      {.keep_line_ends = to.bench.options.keep_line_ends,
          .file = to.entry.path.str(),
          .original = to.original(),
          .match = to.bench.options.match});
  to.take_outcomes(first, std::move(result.outcomes));
  size_t said = 0;
  for (size_t at = first; at < end; ++at) {
    bool failed = to.outcomes[at].status == EditStatus::failed;
    std::optional<Diagnostic> why = failed ? std::move(result.errors.at(said++)) : std::optional<Diagnostic>();
    // If lines were not found because of a placeholder, says so.
    EditStatus status = to.outcomes[at].status;
    if (status != EditStatus::already && !to.bench.options.allow_placeholders)
      if (std::optional<Diagnostic> found = left_out_of(*blocks[at - first], status, to.entry.path.str()))
        why = std::move(found);
    if (!why && has_other_reading(*blocks[at - first], to.original()))
      why = make_error(Code::match_ambiguous,
          fmt::format(
              "the block has two dividers, and {} has the lines on both sides of the first: it is not clear which "
              "lines are to be removed",
              in_quotes(to.entry.path)),
          "give the block one divider, and a backslash before each '=======' that is content");
    bool unexplained = why && why->code == Code::match_not_found && why->candidates.empty() &&
        to.content.size <= kLargestLookedAtTwice;
    if (unexplained && to.bench.may_look_for_near(to.content.size))
      if (auto near = nearest(to.text(), side_of(blocks[at - first]->lines, diff::Side::before)))
        why->candidates.push_back(std::move(*near));
    if (why && why->code == Code::match_ambiguous && blocks[at - first]->lines.old_count() == 0)
      if (std::string note = about_anchor(*blocks[at - first], to.text()); !note.empty()) why->notes.push_back(note);
    if (why) to.fail(at, std::move(*why));
    else if (auto differs = result.differs.find(at - first);
             differs != result.differs.end() && to.outcomes[at].status == EditStatus::applied)
      to.warn(at, fits_but_for(to.entry.path, to.outcomes[at].line, to.outcomes[at].rule, differs->second));
  }
  to.take_content(std::move(result.pieces), std::move(result.texts));
}

void check_new_lines(EntryEdits& to, size_t first, size_t end) {
  if (to.bench.options.allow_placeholders) return;
  for (size_t at = first; at < end; ++at) {
    if (auto found = left_out_of(std::get<LineChange>(to.entry.edits[at].what), to.entry.path.str()))
      to.fail(at, std::move(*found));
  }
}

// Applies what was carried over from an earlier text of the file.
void stale_run(EntryEdits& to, size_t first, size_t end, CarriedOver carried) {
  if (carried.fate == CarriedOver::Fate::refused) return to.fail_all(first, end, std::move(carried.said));
  to.take_outcomes(first, std::move(carried.outcomes));
  if (carried.fate == CarriedOver::Fate::already) return;
  to.warn(first, std::move(carried.said));
  check_new_lines(to, first, end);
  to.take_content(std::move(carried.pieces), std::move(carried.texts));
}

void line_changes_run(EntryEdits& to, size_t first, size_t end) {
  std::string_view text = to.text();
  if (auto refused = refuse_no_text(to.entry.path, text)) return to.fail_all(first, end, std::move(*refused));
  std::vector<const LineChange*> changes;
  for (size_t at = first; at < end; ++at) changes.push_back(&std::get<LineChange>(to.entry.edits[at].what));
  LineChangesResult result = apply_line_changes(text, changes, to.entry.path);
  if (to.entry.proof.sha) {
    const FileState& state = **to.bench.states.at(to.entry.path);  // cannot fail: it was read before
    Sha256 found = sha256(text);
    if (found != *to.entry.proof.sha)
      return stale_run(
          to, first, end, carry_over(to.entry, changes, {text, found, image_before(state, text)}, to.bench.options));
    Status claimed = to.entry.proof.source && to.bench.options.bases != nullptr
        ? to.bench.options.bases->check_source(to.entry)
        : Status();
    if (!claimed) return to.fail_all(first, end, about_part(std::move(claimed).error(), "/originalSha256"));
  }
  to.take_outcomes(first, std::move(result.outcomes));
  size_t said = 0;
  for (size_t at = first; at < end; ++at) {
    if (to.outcomes[at].status != EditStatus::failed || said >= result.errors.size()) continue;
    Diagnostic why = std::move(result.errors[said++]);
    if (why.code == Code::match_not_found && to.bench.may_look_for_near(text.size()))
      if (auto near = nearest_lines(text, changes[at - first]->expected)) why.candidates.push_back(std::move(*near));
    to.fail(at, std::move(why));
  }
  if (result.mark_kept)
    to.warn(first,
        make_error(Code::field_value,
            fmt::format("the new line 1 is without the byte-order mark of {}, which stays", in_quotes(to.entry.path)),
            "remove it with the whole content of the file, or with a unified diff"));
  check_new_lines(to, first, end);
  to.take_content(std::move(result.pieces), std::move(result.texts));
}

// Lines and words do not match in text of 16 bits a character, and could change half of one. JSON documents find bytes.
bool is_of_text(const decltype(Edit::what)& what, Contract contract) {
  return std::holds_alternative<diff::Hunk>(what) || std::holds_alternative<TextBlock>(what) ||
      (std::holds_alternative<FindReplace>(what) && contract == Contract::unique);
}

// Edits of one kind in a row are applied together; whole contents one by one, unless they may be parts.
size_t end_of_run(const std::vector<Edit>& edits, size_t first) {
  size_t end = first + 1;
  const auto& what = edits[first].what;
  const Whole* whole = std::get_if<Whole>(&what);
  if (std::holds_alternative<Binary>(what) || (whole != nullptr && !whole->may_be_part())) return end;
  while (end < edits.size() && edits[end].what.index() == what.index()) ++end;
  return end;
}

// Removes a byte-order mark that an edit puts before that of the file.
void keep_one_mark(EntryEdits& to) {
  std::string two = std::string(kByteOrderMark) + std::string(kByteOrderMark);
  std::string head;
  for (size_t i = 0; i < to.content.pieces.size() && head.size() < two.size(); ++i)
    head += to.content.pieces[i].substr(0, two.size());
  if (!head.starts_with(two) || to.original().starts_with(two)) return;
  std::string_view text = to.text();
  to.take_content({text.substr(kByteOrderMark.size())}, {});
  to.warn(0,
      make_error(Code::field_value,
          fmt::format("the new text begins with a byte-order mark, which {} has already: it was left out",
              in_quotes(to.entry.path)),
          "give the text without it"));
}

}  // namespace

bool apply_edits(Bench& bench, const FileEdit& entry, Content& content, std::vector<EditOutcome>& outcomes) {
  EntryEdits to(bench, entry, content, outcomes);
  for (size_t at = 0; at < entry.edits.size();) {
    size_t end = end_of_run(entry.edits, at);
    const auto& what = entry.edits[at].what;
    if (is_of_text(what, entry.contract) && is_utf16(to.text())) {
      to.fail_all(at, end,
          make_error(Code::path_special,
              fmt::format("{} is UTF-16, text of 16 bits a character, and edits are UTF-8", in_quotes(to.entry.path)),
              "save the file as UTF-8 first"));
      break;
    }
    if (std::holds_alternative<FindReplace>(what)) apply_replacements(to, at, end);
    if (std::holds_alternative<diff::Hunk>(what)) hunks_run(to, at, end);
    if (std::holds_alternative<TextBlock>(what)) blocks_run(to, at, end);
    if (std::holds_alternative<LineChange>(what)) line_changes_run(to, at, end);
    if (std::holds_alternative<Whole>(what)) write_wholes(to, at, end);
    if (const Binary* edit = std::get_if<Binary>(&what)) binary(to, at, *edit);
    at = end;
  }
  if (to.ok && !entry.edits.empty()) keep_one_mark(to);
  return to.ok;
}

}  // namespace aptix::edit
