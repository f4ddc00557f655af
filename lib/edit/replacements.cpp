#include "edit/entry_edits.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/hunk_between.h"
#include "edit/hunk/hunks.h"
#include "edit/left_out/left_out.h"
#include "edit/near/nearest.h"
#include "edit/near/telling_places.h"
#include "edit/replace/find_replace.h"
#include "edit/replace/line_ends.h"
#include "edit/replace/place_signs.h"
#include "edit/rung/ladder.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostRungs = 100;         // misses of one file that are looked for on lower rungs
constexpr size_t kWorthAThread = 4 << 20;  // bytes of a text

// For edits that contradict each other about look-alike characters, entities or escapes.
Diagnostic written_otherwise(const RelPath& path) {
  return make_error(Code::match_not_found,
      fmt::format("one edit of {} fits as it is written, and another only when it is read in another way, so it is not "
                  "clear what the new lines are to be",
          in_quotes(path)),
      "copy the lines of every edit from the file, and write the new ones in the same way");
}

// For an edit that matches exactly, while another one only matches re-indented: it may have lost indentation, too.
Diagnostic indented_otherwise(const RelPath& path, uint64_t line) {
  return make_error(Code::match_not_found,
      fmt::format(
          "an edit of {} fits only with another indentation, so it is not clear how the one at line {} is meant",
          in_quotes(path), line),
      "copy the lines of every edit from the file, with all of their indentation");
}

// The edit as lines; nothing if its find text ends in a line end and its replacement does not, so that it does not
// replace whole lines. `texts` owns what is made, and must outlive the result.
std::optional<TextBlock> as_block(const FindReplace& edit, std::deque<std::string>& texts) {
  bool whole = edit.find.ends_with('\n');
  if (whole && !edit.replace.empty() && !edit.replace.ends_with('\n')) return std::nullopt;
  auto lines = [&](std::string_view text) {
    return whole ? text : std::string_view(texts.emplace_back(std::string(text) + "\n"));
  };
  TextBlock block;
  block.lines = diff::hunk_between(lines(edit.find), lines(edit.replace));
  return block;
}

std::vector<FindReplace> replacements(EntryEdits& to, size_t first, size_t end) {
  std::vector<FindReplace> edits;
  edits.reserve(end - first);
  for (size_t at = first; at < end; ++at) {
    FindReplace& edit = edits.emplace_back(std::get<FindReplace>(to.entry.edits[at].what));
    // The byte-order mark belongs to the file, unless the document replaces bytes.
    if (to.entry.contract != Contract::unique || !edit.find.starts_with(kByteOrderMark)) continue;
    edit.find.remove_prefix(kByteOrderMark.size());
    if (edit.replace.starts_with(kByteOrderMark)) edit.replace.remove_prefix(kByteOrderMark.size());
  }
  return edits;
}

// A second draft shows in the text after all edits; the hint is about that alone then.
std::string hint_of_rung(EntryEdits& to, Ladder& ladder, const FindReplace& edit) {
  std::deque<std::string> texts;
  std::optional<TextBlock> block = as_block(edit, texts);
  if (!block) return {};
  std::string rung = Ladder(to.text(), to.original()).hint(block->lines, MatchMode::fuzzy);
  return rung.empty() ? ladder.hint(block->lines, to.bench.options.match) : rung;
}

// `text`: before the edits that were made together with this one, which is how the file stays. In a large one, the
// nearest place is searched on a thread of its own, beside the hint.
void add_nearest(EntryEdits& to, Diagnostic& what, const FindReplace& edit, std::string_view text) {
  if (!to.bench.may_look_for_near(text.size() + edit.find.size())) return;
  Ladder ladder(text);
  std::optional<Candidate> near;
  Background looking;
  auto when = text.size() >= kWorthAThread ? Background::When::now : Background::When::at_finish;
  looking.plan(when, [&] { near = nearest(ladder.regions(), edit.find); });
  std::string rung = hint_of_rung(to, ladder, edit);
  looking.finish();
  if (near) {
    what.hint = "copy the text to find from line " + std::to_string(near->line) + " on, as it stands there";
    what.candidates.push_back(std::move(*near));
  }
  if (!rung.empty()) what.hint = std::move(rung);
}

// An edit that matches as it is may have lost indentation if another one of the file only matched re-indented. It is
// refused, unless the file had its text from the start.
void check_indentation(EntryEdits& to, size_t at, bool may_cut) {
  if (to.entry.contract != Contract::unique || to.bench.options.match == MatchMode::exact) return;
  AnswerStyle& style = to.style();
  if (may_cut && style.cut_line == 0) style.cut_line = to.outcomes[at].line;
  if (!style.shifted) return;
  auto state = to.bench.states.at(to.entry.path);
  bool was_there = !state ||
      find_bytes((*state)->before.bytes, std::get<FindReplace>(to.entry.edits[at].what).find) != std::string_view::npos;
  if (may_cut || (to.outcomes[at].rule == Rule::exact && !was_there))
    to.fail(at, indented_otherwise(to.entry.path, to.outcomes[at].line));
}

// Reports an edit that did not match, or had several places, by its contract. `text`: before all edits of the run.
void after_find_replace(EntryEdits& to, size_t at, const FindReplace& edit, uint64_t choices,
    std::span<const uint64_t> lines, std::string_view text) {
  bool literal = to.entry.contract == Contract::literal;
  if (to.outcomes[at].status == EditStatus::noop) {
    if (auto found = to.bench.options.allow_placeholders ? std::nullopt : left_out(edit.find, {}, to.entry.path.str()))
      return to.fail(at, placeholder_in("text to find", found->line, found->text));
    Diagnostic what = make_error(Code::match_not_found,
        fmt::format("the text to find does not stand in {}", in_quotes(to.entry.path)),
        "read the file and copy the text to find from it");
    size_t begin = std::min(edit.find.find_first_not_of("\r\n"), edit.find.size());
    what.notes.push_back(fmt::format("the text begins {}", excerpt_in_quotes(first_line(edit.find.substr(begin)))));
    add_nearest(to, what, edit, text);
    return literal ? to.warn(at, std::move(what)) : to.fail(at, std::move(what));
  }
  if (to.outcomes[at].status == EditStatus::already) return;
  if (edit.expected != 0 && edit.limit == Limit::all && to.outcomes[at].places != edit.expected)
    return to.fail(at,
        make_error(Code::match_ambiguous,
            fmt::format("the text to find occurs {} times in {}, not {} times as stated", to.outcomes[at].places,
                in_quotes(to.entry.path), edit.expected),
            "state how often it occurs, or make the text longer"));
  if (choices < 2) return;
  Diagnostic what = several_places(
      literal ? Code::match_several : Code::match_ambiguous, "the text to find occurs", to.entry.path, lines, choices);
  if (literal) {
    what.message += "; 'once' means the first";
    what.hint = "add the line before it to 'find', or set \"limit\": \"all\"";
    return to.warn(at, std::move(what));
  }
  what.hint = "add the lines before and after it until it fits one place only";
  if (to.bench.nearest_left != 0) {
    --to.bench.nearest_left;
    what.candidates = telling_places(text, edit.find);
  }
  to.fail(at, std::move(what));
}

// Takes the result of the edits from `first` on, and checks each.
void take_result(EntryEdits& to, size_t first, std::span<const FindReplace> edits, FindReplaceResult result) {
  std::string_view text = to.text();
  size_t made = result.outcomes.size();
  to.take_outcomes(first, std::move(result.outcomes));
  to.take_content(std::move(result.pieces), std::move(result.texts));
  for (size_t i = 0; i < made; ++i) {
    size_t at = first + i;
    const PlaceSigns& around = result.once[i].around;
    bool only = to.entry.contract == Contract::unique && result.once[i].count == 1;
    auto is = [&](EditStatus status) { return to.outcomes[at].status == status; };
    if (!is(EditStatus::already)) to.check_replaced(at, edits[i]);
    else if (around.stands_in_own && !is_telling(edits[i].replace))
      to.fail(at,
          make_error(Code::match_not_found,
              fmt::format("the text to find stands in {} only where its replacement stands already, at line {}",
                  in_quotes(to.entry.path), to.outcomes[at].line),
              "leave the edit out if it was made before; give more of the lines around it if it was not"));
    if (is(EditStatus::applied) && only && around.cut)
      to.fail(at,
          make_error(Code::match_not_found,
              fmt::format("the text to find stands in {} at line {} after more white space than it begins with",
                  in_quotes(to.entry.path), to.outcomes[at].line),
              fmt::format("copy line {} with all of its indentation, and indent the new lines as it is",
                  to.outcomes[at].line)));
    if (is(EditStatus::applied) && only && around.cuts_word)
      to.fail(at,
          make_error(Code::match_not_found,
              fmt::format("the text to find stands in {} only within a longer word of line {}",
                  in_quotes(to.entry.path), to.outcomes[at].line),
              fmt::format("copy line {} from the file, with whole words", to.outcomes[at].line)));
    if (is(EditStatus::applied) && to.bench.options.match != MatchMode::exact &&
        !to.style().add_plain(edits[i].find, edits[i].replace))
      to.fail(at, written_otherwise(to.entry.path));
    if (is(EditStatus::applied)) check_indentation(to, at, around.may_cut);
    if (!is(EditStatus::failed)) after_find_replace(to, at, edits[i], result.once[i].count, result.lines[i], text);
  }
}

enum class AtMiss : uint8_t { go_on, stop };

// Returns the first edit that was not made; `end` if all were.
size_t find_replace_exactly(EntryEdits& to, size_t first, size_t end, AtMiss at_miss) {
  if (first == end) return end;
  std::vector<FindReplace> edits = replacements(to, first, end);
  Result<FindReplaceResult> result = find_replace(to.text(), edits, to.bench.options.limits,
      {.keep_line_ends = to.bench.options.keep_line_ends,
          .signs = to.entry.contract == Contract::unique,
          .stop_at_miss = at_miss == AtMiss::stop});
  if (!result) {
    to.fail(first, std::move(result).error());
    return end;
  }
  size_t made = result->outcomes.size();
  if (made != 0) take_result(to, first, edits, std::move(*result));
  return first + made;
}

bool take_lower_rung(EntryEdits& to, size_t at) {
  std::optional<TextBlock> block = as_block(std::get<FindReplace>(to.entry.edits[at].what), to.bench.changes.texts);
  if (!block) return false;
  const TextBlock* only = &*block;
  HunksResult result = apply_blocks(to.text(), {&only, 1},
      {.keep_line_ends = to.bench.options.keep_line_ends,
          .file = to.entry.path.str(),
          .original = to.original(),
          .match = to.bench.options.match});
  bool ambiguous = !result.errors.empty() && result.errors[0].code == Code::match_ambiguous;
  if (!result.errors.empty() && !ambiguous) return false;
  to.outcomes[at] = std::move(result.outcomes[0]);
  AnswerStyle& style = to.style();
  if (to.outcomes[at].rule == Rule::indentation) style.shifted = true;
  bool clear =
      std::all_of(result.proofs.begin(), result.proofs.end(), [&](const Renew& bare) { return style.add_proof(bare); });
  if (ambiguous) to.fail(at, std::move(result.errors[0]));
  else if (!clear) to.fail(at, written_otherwise(to.entry.path));
  else if (style.shifted && style.cut_line != 0) to.fail(at, indented_otherwise(to.entry.path, style.cut_line));
  if (to.outcomes[at].status == EditStatus::failed) return true;
  if (auto differs = result.differs.find(0); differs != result.differs.end())
    to.warn(at, fits_but_for(to.entry.path, to.outcomes[at].line, to.outcomes[at].rule, differs->second));
  to.check_replaced(at, std::get<FindReplace>(to.entry.edits[at].what));
  to.take_content(std::move(result.pieces), std::move(result.texts));
  return true;
}

// If a lower rung may be used, the edits before the one that needs it are applied first.
void find_replace_once_each(EntryEdits& to, size_t first, size_t end) {
  for (size_t tries = 0; first < end; ++tries) {
    bool may_stop = to.bench.options.match != MatchMode::exact && tries < kMostRungs;
    size_t missed = find_replace_exactly(to, first, end, may_stop ? AtMiss::stop : AtMiss::go_on);
    if (missed != end && !take_lower_rung(to, missed)) find_replace_exactly(to, missed, missed + 1, AtMiss::go_on);
    first = missed + 1;
  }
}

}  // namespace

// If each text must have one place, two equal edits are one: the second could only match the result of the first.
void apply_replacements(EntryEdits& to, size_t first, size_t end) {
  if (to.entry.contract != Contract::unique) return find_replace_once_each(to, first, end);
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (size_t at = first; at < end; ++at) {
    const FindReplace& edit = std::get<FindReplace>(to.entry.edits[at].what);
    if (edit.limit == Limit::all || seen.emplace(edit.find, edit.replace).second) continue;
    find_replace_once_each(to, first, at);
    to.outcomes[at].status = EditStatus::already;
    first = at + 1;
  }
  find_replace_once_each(to, first, end);
}

}  // namespace aptix::edit
