#include "edit/edits.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "base/text/find_bytes.h"
#include "edit/hunk/applied_before.h"
#include "edit/hunk/blob_proof.h"
#include "edit/hunk/blocks.h"
#include "edit/hunk/hunk_shape.h"
#include "edit/hunk/hunks.h"
#include "edit/hunk/ladder.h"
#include "edit/left_out/left_out.h"
#include "edit/lines/line_changes.h"
#include "edit/lines/stale_base.h"
#include "edit/near/nearest.h"
#include "edit/near/telling_places.h"
#include "edit/replace/find_ladder.h"
#include "edit/replace/find_replace.h"
#include "edit/replace/kept_line_ends.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kLargestLookedAtTwice = 4u << 20;  // bytes; blocks have been looked for line by line before
constexpr size_t kMostRungs = 100;                    // misses of one file that are looked for on lower rungs

class Applier {
 public:
  Applier(Bench& bench, const FileEdit& entry, Content& content, std::vector<EditOutcome>& outcomes)
      : bench_(bench),
        entry_(entry),
        content_(content),
        outcomes_(outcomes),
        kind_(text_kind(entry.path.str())) {}

  bool run();

 private:
  size_t end_of_run(size_t first) const;
  void whole(size_t at, const Whole& edit);
  void binary(size_t at, const Binary& edit);
  void find_replace_run(size_t first, size_t end);
  void find_replace_exactly(size_t first, size_t end);
  std::vector<FindReplace> replacements(size_t first, size_t end) const;
  size_t first_miss(size_t first, size_t end);
  void find_replace_once_each(size_t first, size_t end);
  bool take_lower_rung(size_t at);
  void check_indentation(size_t at, bool may_cut);
  void after_find_replace(
      size_t at, const std::vector<uint64_t>& lines, uint64_t choices, std::vector<Candidate> places);
  std::vector<Candidate> places_of(std::string_view text, const FindReplace& edit);
  void hunks_run(size_t first, size_t end);
  void blocks_run(size_t first, size_t end);
  void line_changes_run(size_t first, size_t end);
  void check_new_lines(size_t first, size_t end);
  void stale_run(size_t first, size_t end, CarriedOver carried);

  void fail(size_t at, Diagnostic what);
  void fail_all(size_t first, size_t end, Diagnostic what);
  void warn(size_t at, Diagnostic what);
  void check_left_out(size_t at, std::string_view written, std::string_view old_text, std::string_view kind);
  void add_nearest(Diagnostic& what, const FindReplace& edit);
  bool is_cut(const FindReplaceResult& result, size_t i) const {
    return entry_.contract == Contract::unique && result.cut[i] && result.choices[i] == 1;
  }
  const Origin& origin(size_t at) const { return entry_.edits[at].origin; }
  void keep(std::deque<std::string>&& texts) {
    if (!texts.empty()) bench_.changes.owners.push_back(std::make_shared<std::deque<std::string>>(std::move(texts)));
  }

  Bench& bench_;
  const FileEdit& entry_;
  Content& content_;
  std::vector<EditOutcome>& outcomes_;
  TextKind kind_;
  bool ok_ = true;
};

bool Applier::run() {
  for (size_t at = 0; at < entry_.edits.size();) {
    size_t end = end_of_run(at);
    const auto& what = entry_.edits[at].what;
    if (std::holds_alternative<FindReplace>(what)) find_replace_run(at, end);
    if (std::holds_alternative<diff::Hunk>(what)) hunks_run(at, end);
    if (std::holds_alternative<TextBlock>(what)) blocks_run(at, end);
    if (std::holds_alternative<LineChange>(what)) line_changes_run(at, end);
    if (const Whole* edit = std::get_if<Whole>(&what)) whole(at, *edit);
    if (const Binary* edit = std::get_if<Binary>(&what)) binary(at, *edit);
    at = end;
  }
  return ok_;
}

// Edits of one kind that follow each other are applied together; whole contents one by one.
size_t Applier::end_of_run(size_t first) const {
  size_t end = first + 1;
  const auto& what = entry_.edits[first].what;
  if (std::holds_alternative<Whole>(what) || std::holds_alternative<Binary>(what)) return end;
  while (end < entry_.edits.size() && entry_.edits[end].what.index() == what.index()) ++end;
  return end;
}

void Applier::fail(size_t at, Diagnostic what) {
  ok_ = false;
  outcomes_[at].status = EditStatus::failed;
  outcomes_[at].why = std::make_shared<Diagnostic>(bench_.speaker.error(std::move(what), entry_.path, origin(at)));
}

// One error for a run of edits, told at the entry.
void Applier::fail_all(size_t first, size_t end, Diagnostic what) {
  ok_ = false;
  auto said = std::make_shared<Diagnostic>(bench_.speaker.error(std::move(what), entry_.path, entry_.origin));
  for (size_t at = first; at < end; ++at) outcomes_[at] = {.status = EditStatus::failed, .why = said};
}

void Applier::warn(size_t at, Diagnostic what) {
  outcomes_[at].why = std::make_shared<Diagnostic>(bench_.speaker.warning(std::move(what), entry_.path, origin(at)));
}

void Applier::check_left_out(size_t at, std::string_view written, std::string_view old_text, std::string_view kind) {
  if (bench_.options.allow_placeholders) return;
  if (auto found = left_out(written, old_text, kind_)) fail(at, placeholder_in(kind, found->line, found->text));
}

// Bytes for bytes: what a binary patch makes of exactly the file that it was made for.
void Applier::binary(size_t at, const Binary& edit) {
  std::string_view old = bench_.states.flat(content_);
  bool same = old == edit.content;
  Sha256 found = same ? edit.before : sha256(old);
  if (found != edit.before) return fail(at, other_content(entry_, edit.before, found, ShownCopy::file));
  outcomes_[at].status = same ? EditStatus::already : EditStatus::applied;
  outcomes_[at].places = same ? 0 : 1;
  outcomes_[at].line = 1;
  content_.set({edit.content});
}

void Applier::whole(size_t at, const Whole& given) {
  std::string_view old = bench_.states.flat(content_);
  bool of_dialect = entry_.contract == Contract::unique && entry_.operation == Operation::write;
  Whole edit{content_.exists && of_dialect ? without_shown_line_end(given.content, old) : given.content};
  bool same = content_.exists && old == edit.content;
  std::vector<std::string_view> pieces;
  if (content_.exists && !same) {
    std::string_view mark = kept_byte_order_mark(old, edit.content);
    if (!mark.empty()) pieces.push_back(mark);
    std::optional<std::string> text;
    if (bench_.options.keep_line_ends) text = with_line_ends_of(old, edit.content);
    pieces.push_back(text ? std::string_view(bench_.changes.texts.emplace_back(std::move(*text))) : edit.content);
  } else {
    pieces.push_back(edit.content);
  }
  Content next = content_;
  next.set(std::move(pieces));
  same = content_.exists && same_bytes(old, next);
  outcomes_[at].status = same ? EditStatus::already : EditStatus::applied;
  outcomes_[at].places = same ? 0 : 1;
  outcomes_[at].line = 1;
  if (!same) check_left_out(at, edit.content, old, "content");
  if (!same) content_ = std::move(next);
}

// Where every text has one place, an edit that is there twice is one: the second could only find what the first has
// made.
void Applier::find_replace_run(size_t first, size_t end) {
  if (entry_.contract != Contract::unique) return find_replace_once_each(first, end);
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (size_t at = first; at < end; ++at) {
    const FindReplace& edit = std::get<FindReplace>(entry_.edits[at].what);
    if (edit.limit == Limit::all || seen.emplace(edit.find, edit.replace).second) continue;
    find_replace_once_each(first, at);
    outcomes_[at].status = EditStatus::already;
    first = at + 1;
  }
  find_replace_once_each(first, end);
}

// Where a lower rung may be used, the edits before the one that needs it are applied first.
void Applier::find_replace_once_each(size_t first, size_t end) {
  if (bench_.options.match != MatchMode::exact) {
    for (size_t tries = 0; tries < kMostRungs && first < end; ++tries) {
      size_t missed = first_miss(first, end);
      if (missed == end) break;
      find_replace_exactly(first, missed);
      if (!take_lower_rung(missed)) find_replace_exactly(missed, missed + 1);
      first = missed + 1;
    }
  }
  find_replace_exactly(first, end);
}

std::vector<FindReplace> Applier::replacements(size_t first, size_t end) const {
  std::vector<FindReplace> edits;
  for (size_t at = first; at < end; ++at) edits.push_back(std::get<FindReplace>(entry_.edits[at].what));
  return edits;
}

// The first edit that is not found; `end` when there is none.
size_t Applier::first_miss(size_t first, size_t end) {
  std::vector<FindReplace> edits = replacements(first, end);
  Result<FindReplaceResult> result =
      find_replace(bench_.states.flat(content_), edits, bench_.options.limits, bench_.options.keep_line_ends);
  if (!result) return end;
  size_t missed = 0;
  while (missed < edits.size() && result->outcomes[missed].status != EditStatus::noop && !is_cut(*result, missed))
    ++missed;
  return first + missed;
}

bool Applier::take_lower_rung(size_t at) {
  std::optional<TextBlock> block = as_block(std::get<FindReplace>(entry_.edits[at].what), bench_.changes.texts);
  if (!block) return false;
  const TextBlock* only = &*block;
  HunksResult result = apply_blocks(bench_.states.flat(content_), {&only, 1},
      {.keep_line_ends = bench_.options.keep_line_ends, .match = bench_.options.match, .file = entry_.path.str()});
  bool ambiguous = !result.errors.empty() && result.errors[0].code == Code::match_ambiguous;
  if (!result.errors.empty() && !ambiguous) return false;
  outcomes_[at] = std::move(result.outcomes[0]);
  const std::string& path = entry_.path.str();
  if (outcomes_[at].rule == Rule::indentation) bench_.shifted.add_shifted(path);
  std::optional<uint64_t> cut = bench_.shifted.cut_beside_shift(path);
  if (ambiguous) fail(at, std::move(result.errors[0]));
  else if (cut) fail(at, indented_otherwise(entry_.path, *cut));
  if (outcomes_[at].status == EditStatus::failed) return true;
  if (auto differs = result.blanks.find(0); differs != result.blanks.end())
    warn(at, fits_but_for(entry_.path, outcomes_[at].line, outcomes_[at].rule, differs->second));
  check_left_out(at, std::get<FindReplace>(entry_.edits[at].what).replace,
      std::get<FindReplace>(entry_.edits[at].what).find, "replacement");
  content_.set(std::move(result.pieces));
  keep(std::move(result.texts));
  return true;
}

void Applier::find_replace_exactly(size_t first, size_t end) {
  if (first == end) return;
  std::vector<FindReplace> edits = replacements(first, end);
  std::string_view text = bench_.states.flat(content_);
  Result<FindReplaceResult> result = find_replace(text, edits, bench_.options.limits, bench_.options.keep_line_ends);
  if (!result) {
    fail(first, std::move(result).error());
    return;
  }
  std::move(result->outcomes.begin(), result->outcomes.end(), outcomes_.begin() + static_cast<ptrdiff_t>(first));
  std::map<size_t, std::vector<Candidate>> places;
  for (size_t at = first; at < end && entry_.contract == Contract::unique; ++at)
    if (result->choices[at - first] >= 2) places.emplace(at, places_of(text, edits[at - first]));
  content_.set(std::move(result->pieces));
  keep(std::move(result->texts));
  for (size_t at = first; at < end; ++at) {
    if (outcomes_[at].status != EditStatus::already)
      check_left_out(at, edits[at - first].replace, edits[at - first].find, "replacement");
    if (outcomes_[at].status != EditStatus::failed && is_cut(*result, at - first))
      fail(at, found_behind_blanks(entry_.path, outcomes_[at].line));
    if (outcomes_[at].status == EditStatus::applied) check_indentation(at, result->may_cut[at - first]);
    if (outcomes_[at].status != EditStatus::failed)
      after_find_replace(at, result->lines[at - first], result->choices[at - first],
          places.contains(at) ? std::move(places.at(at)) : std::vector<Candidate>());
  }
}

// Beside an edit whose lines had to be indented otherwise, one of which nothing tells that its own need not be.
void Applier::check_indentation(size_t at, bool may_cut) {
  if (entry_.contract != Contract::unique || bench_.options.match == MatchMode::exact) return;
  const std::string& path = entry_.path.str();
  if (may_cut) bench_.shifted.add_cut(path, outcomes_[at].line);
  if (!bench_.shifted.is_shifted(path)) return;
  auto state = bench_.states.at(entry_.path);
  bool was_there = !state ||
      find_bytes((*state)->before.bytes, std::get<FindReplace>(entry_.edits[at].what).find) != std::string_view::npos;
  if (may_cut || (outcomes_[at].rule == Rule::exact && !was_there))
    fail(at, indented_otherwise(entry_.path, outcomes_[at].line));
}

// What an edit that missed, or that had the choice, means under its contract.
void Applier::after_find_replace(
    size_t at, const std::vector<uint64_t>& lines, uint64_t choices, std::vector<Candidate> places) {
  const FindReplace& edit = std::get<FindReplace>(entry_.edits[at].what);
  bool literal = entry_.contract == Contract::literal;
  bool proves_nothing = outcomes_[at].status == EditStatus::already && choices == 0;
  if (proves_nothing && stands_unremoved(bench_.states.flat(content_), edit.find, edit.replace))
    outcomes_[at].status = EditStatus::noop;
  if (outcomes_[at].status == EditStatus::noop) {
    if (auto found = bench_.options.allow_placeholders ? std::nullopt : left_out(edit.find, {}, kind_))
      return fail(at, placeholder_in("text to find", found->line, found->text));
    Diagnostic what = text_not_found(entry_.path, edit.find);
    add_nearest(what, edit);
    return literal ? warn(at, std::move(what)) : fail(at, std::move(what));
  }
  if (outcomes_[at].status == EditStatus::already) return;
  if (edit.expected != 0 && edit.limit == Limit::all && outcomes_[at].places != edit.expected)
    return fail(at, other_count(entry_.path, edit.expected, outcomes_[at].places));
  if (choices < 2) return;
  if (literal) return warn(at, several_places(entry_.path, lines, choices));
  Diagnostic what = ambiguous_places(entry_.path, lines, choices);
  what.candidates = std::move(places);
  fail(at, std::move(what));
}

// Before anything is replaced.
std::vector<Candidate> Applier::places_of(std::string_view text, const FindReplace& edit) {
  if (bench_.nearest_left == 0) return {};
  --bench_.nearest_left;
  return telling_places(text, edit.find);
}

void Applier::add_nearest(Diagnostic& what, const FindReplace& edit) {
  if (!bench_.may_look_for_near(content_.size + edit.find.size())) return;
  if (std::optional<Candidate> near = nearest(bench_.states.flat(content_), edit.find)) {
    what.hint = "copy the text to find from line " + std::to_string(near->line) + " on, as it stands there";
    what.candidates.push_back(std::move(*near));
  }
  std::deque<std::string> texts;
  std::optional<TextBlock> block = as_block(edit, texts);
  std::string rung =
      block ? lower_rung(bench_.states.flat(content_), block->lines, bench_.options.match) : std::string();
  if (!rung.empty()) what.hint = std::move(rung);
}

void Applier::hunks_run(size_t first, size_t end) {
  std::vector<const diff::Hunk*> hunks;
  for (size_t at = first; at < end; ++at) hunks.push_back(&std::get<diff::Hunk>(entry_.edits[at].what));
  HunkOptions options{.keep_line_ends = bench_.options.keep_line_ends,
      .file = entry_.path.str(),
      .numbers = stated_numbers(entry_, content_),
      .may_be_cut = entry_.edits[end - 1].ends_input,
      .blobs = entry_.proof.blobs ? &*entry_.proof.blobs : nullptr,
      .bytes_to_try = &bench_.bytes_to_try,
      .proves_later = entry_.proof.needed};
  HunksResult result = apply_hunks(bench_.states.flat(content_), hunks, options);
  std::move(result.outcomes.begin(), result.outcomes.end(), outcomes_.begin() + static_cast<ptrdiff_t>(first));
  size_t said = 0;
  uint64_t furthest = 0;  // of the hunks so far
  for (size_t at = first; at < end; ++at) {
    EditOutcome& outcome = outcomes_[at];
    if (outcome.line != 0 && outcome.line < furthest) warn(at, hunk_out_of_order(entry_.path, outcome.line, furthest));
    furthest = std::max(furthest, outcome.line);
    if (outcome.status == EditStatus::failed && said < result.errors.size()) fail(at, std::move(result.errors[said++]));
    bool drifted = outcome.status == EditStatus::applied && outcome.offset != 0;
    if (auto blanks = result.blanks.find(at - first);
        blanks != result.blanks.end() && outcome.status == EditStatus::applied)
      warn(at, hunk_fits_but_for_blanks(entry_.path, outcome.line, blanks->second));
    if (drifted) warn(at, hunk_moved(entry_.path, outcome.line, outcome.offset));
    if (outcome.status == EditStatus::already || bench_.options.allow_placeholders) continue;
    if (auto found = left_out(*hunks[at - first], kind_)) fail(at, placeholder_in("hunk", found->line, found->text));
  }
  content_.set(std::move(result.pieces));
  keep(std::move(result.texts));
}

void Applier::blocks_run(size_t first, size_t end) {
  std::vector<const TextBlock*> blocks;
  for (size_t at = first; at < end; ++at) blocks.push_back(&std::get<TextBlock>(entry_.edits[at].what));
  HunksResult result = apply_blocks(bench_.states.flat(content_), blocks,
      {.keep_line_ends = bench_.options.keep_line_ends, .match = bench_.options.match, .file = entry_.path.str()});
  std::move(result.outcomes.begin(), result.outcomes.end(), outcomes_.begin() + static_cast<ptrdiff_t>(first));
  size_t said = 0;
  for (size_t at = first; at < end; ++at) {
    bool failed = outcomes_[at].status == EditStatus::failed;
    std::optional<Diagnostic> why = failed ? std::move(result.errors.at(said++)) : std::optional<Diagnostic>();
    // A placeholder is why the lines are not found.
    if (outcomes_[at].status != EditStatus::already && !bench_.options.allow_placeholders)
      if (std::optional<Diagnostic> found = left_out_of(*blocks[at - first], outcomes_[at].status, kind_))
        why = std::move(found);
    bool unexplained =
        why && why->code == Code::match_not_found && why->candidates.empty() && content_.size <= kLargestLookedAtTwice;
    if (unexplained && bench_.may_look_for_near(content_.size))
      if (auto near = nearest(bench_.states.flat(content_), side_of(blocks[at - first]->lines, diff::Side::before)))
        why->candidates.push_back(std::move(*near));
    if (why) fail(at, std::move(*why));
    else if (auto differs = result.blanks.find(at - first);
             differs != result.blanks.end() && outcomes_[at].status == EditStatus::applied)
      warn(at, fits_but_for(entry_.path, outcomes_[at].line, outcomes_[at].rule, differs->second));
  }
  content_.set(std::move(result.pieces));
  keep(std::move(result.texts));
}

void Applier::line_changes_run(size_t first, size_t end) {
  std::string_view text = bench_.states.flat(content_);
  if (auto refused = refuse_no_text(entry_.path, text)) return fail_all(first, end, std::move(*refused));
  std::vector<const LineChange*> changes;
  for (size_t at = first; at < end; ++at) changes.push_back(&std::get<LineChange>(entry_.edits[at].what));
  LineChangesResult result = apply_line_changes(text, changes, entry_.path);  // while the text is being hashed
  if (entry_.proof.sha) {
    const FileState& state = **bench_.states.at(entry_.path);  // was read to get here
    Sha256 found = hash_of(state, text);
    if (found != *entry_.proof.sha)
      return stale_run(
          first, end, carry_over(entry_, changes, {text, found, image_before(state, text)}, bench_.options));
    Status claimed =
        entry_.proof.source && bench_.options.bases != nullptr ? bench_.options.bases->check_source(entry_) : Status();
    if (!claimed) return fail_all(first, end, about_part(std::move(claimed).error(), "/originalSha256"));
  }
  std::move(result.outcomes.begin(), result.outcomes.end(), outcomes_.begin() + static_cast<ptrdiff_t>(first));
  size_t said = 0;
  for (size_t at = first; at < end; ++at) {
    if (outcomes_[at].status != EditStatus::failed || said >= result.errors.size()) continue;
    Diagnostic why = std::move(result.errors[said++]);
    if (why.code == Code::match_not_found && bench_.may_look_for_near(text.size()))
      if (auto near = nearest_lines(text, changes[at - first]->expected)) why.candidates.push_back(std::move(*near));
    fail(at, std::move(why));
  }
  if (result.mark_kept) warn(first, mark_stays(entry_.path));
  check_new_lines(first, end);
  content_.set(std::move(result.pieces));
  keep(std::move(result.texts));
}

void Applier::check_new_lines(size_t first, size_t end) {
  if (bench_.options.allow_placeholders) return;
  for (size_t at = first; at < end; ++at) {
    if (auto found = left_out_of(std::get<LineChange>(entry_.edits[at].what), kind_)) fail(at, std::move(*found));
  }
}

// Changes for an earlier text of the file.
void Applier::stale_run(size_t first, size_t end, CarriedOver carried) {
  if (!carried.merged) return fail_all(first, end, std::move(carried.said));
  std::move(carried.outcomes.begin(), carried.outcomes.end(), outcomes_.begin() + static_cast<ptrdiff_t>(first));
  warn(first, std::move(carried.said));
  check_new_lines(first, end);
  content_.set(std::move(carried.pieces));
  keep(std::move(carried.texts));
}

}  // namespace

bool apply_edits(Bench& bench, const FileEdit& entry, Content& content, std::vector<EditOutcome>& outcomes) {
  return Applier(bench, entry, content, outcomes).run();
}

}  // namespace aptix::edit
