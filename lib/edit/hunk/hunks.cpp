// Hunks -> pieces, in three steps: place each, check all, write the result. All blocks are placed in the text that the
// model saw; only those without a place there are looked for in the result of the others.
#include "edit/hunk/hunks.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/hunk_between.h"
#include "diff/lines/cursor.h"
#include "edit/basis/messages.h"
#include "edit/hunk/blob_proof.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/hunk_places.h"
#include "edit/hunk/hunk_write.h"
#include "edit/hunk/sections.h"

namespace aptix::edit {
namespace {

bool any_line(std::span<const diff::Hunk* const> hunks, bool (*is)(const diff::HunkLine&)) {
  return std::any_of(hunks.begin(), hunks.end(),
      [is](const diff::Hunk* hunk) { return std::any_of(hunk->lines.begin(), hunk->lines.end(), is); });
}

// The byte-order mark is kept apart from the text, unless a line of the patch has it.
bool mark_stays(std::string_view text, std::span<const diff::Hunk* const> hunks) {
  return text.starts_with(kByteOrderMark) &&
      !any_line(hunks, [](const diff::HunkLine& line) { return line.text.starts_with(kByteOrderMark); });
}

// Are the line ends of a patch to be written? They are if it has both kinds and matches the file exactly.
bool knows_line_ends(std::span<const diff::Hunk* const> given, const std::vector<PlacedHunk>& placed) {
  if (!any_line(given, [](const diff::HunkLine& line) { return line.carriage_return; })) return false;
  if (!any_line(given, [](const diff::HunkLine& line) { return !line.carriage_return && !line.no_newline; }))
    return false;
  return std::none_of(placed.begin(), placed.end(), [](const PlacedHunk& hunk) { return hunk.line_ends; });
}

// If the last line of the hunk is context and only the beginning of the line there: the number of that line.
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

// If the last hunk does not match because it was cut within a line of context, says so instead.
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

// The result of the hunks. `mark`: size of the byte-order mark, if it is kept before the text that they match.
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

// Hunks that are placed by their number alone, or that match several places, must give the result that the diff names.
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

constexpr size_t kMostRounds = 16;  // of blocks that only match the result of other blocks

class BlockApplier {
 public:
  BlockApplier(std::string_view text, std::span<const TextBlock* const> blocks, const HunkOptions& options)
      : text_(text),
        blocks_(blocks),
        options_(options) {
    if (options_.original.empty()) options_.original = text;
  }

  HunksResult apply() {
    result_.outcomes.resize(blocks_.size());
    find_twins();
    std::string_view text = text_;
    for (size_t round = 0; round < kMostRounds && !open_.empty(); ++round) {
      if (!run(text, std::nullopt)) break;
      text = result_.texts.emplace_back(joined(result_.pieces));
      result_.pieces = {text};
    }
    if (!open_.empty() && !place_together()) run(text, options_.match);
    for (size_t i = 0; i < blocks_.size(); ++i)
      if (twin_of_[i] != i) take_from_twin(i);
    collect_errors();
    return std::move(result_);
  }

 private:
  // A block that occurs twice is one edit.
  void find_twins() {
    std::unordered_map<std::string, size_t> seen;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      const TextBlock& block = *blocks_[i];
      std::string key = block.lines.has_numbers ? std::to_string(block.lines.old_start) : std::string();
      for (std::string_view anchor : block.anchors) (key += "\n@") += anchor;
      for (const diff::HunkLine& line : block.lines.lines) {
        key += line.kind == LineKind::added ? "\n+" : line.kind == LineKind::removed ? "\n-" : "\n ";
        key += line.text;
      }
      twin_of_.push_back(seen.try_emplace(std::move(key), i).first->second);
      if (twin_of_[i] == i) open_.push_back(i);
    }
  }

  // A V4A chunk without old lines is inserted at the end for '*** End of File', or after the line of its anchor. Its
  // line number proves nothing.
  const diff::Hunk& lines_of(const TextBlock& block, std::string_view text) {
    if (block.form != TextBlock::Form::v4a || block.lines.old_count() != 0) return block.lines;
    diff::Hunk& made = insertions_.emplace_back(block.lines);
    made.has_numbers = block.at_end && !text.empty();
    if (made.has_numbers) made.old_start = line_at(text, text.size() - 1);
    if (std::string_view above = line_of_anchor(block, text); !above.empty() && !block.at_end)
      made.lines.insert(made.lines.begin(), diff::hunk_line(LineKind::context, above));
    return made;
  }

  PlacedHunks place(std::string_view text, const std::vector<size_t>& numbers, std::optional<MatchMode> ladder) {
    std::vector<const diff::Hunk*> hunks;
    for (size_t i : numbers) hunks.push_back(&lines_of(*blocks_[i], text));
    bool chunk = blocks_[numbers.front()]->form == TextBlock::Form::v4a;
    auto choose = [&](size_t number, std::span<const diff::Place> places, diff::LineTable& lines) {
      return choose_by_anchors(*blocks_[numbers[number]], places, lines);
    };
    return place_uniquely(text, hunks,
        {.noun = chunk ? HunkNoun::chunk : HunkNoun::block,
            .in_order = false,
            .but_for_blanks = options_.match != MatchMode::exact,
            .choose = choose,
            .file = options_.file,
            .original = options_.original,
            .ladder = ladder});
  }

  // Writes the placed blocks and takes over their outcomes.
  void take(std::string_view text, const std::vector<size_t>& numbers, PlacedHunks placed) {
    result_.pieces = write_hunks(text, placed.hunks,
        {options_.keep_line_ends ? AddedLineEnds::of_file : AddedLineEnds::of_patch, true}, result_.texts);
    for (size_t k = 0; k < numbers.size(); ++k) {
      PlacedHunk& hunk = placed.hunks[k];
      EditOutcome& outcome = result_.outcomes[numbers[k]];
      bool missed = hunk.why && hunk.why->code == Code::match_not_found;
      if (missed && outcome.why && outcome.why->code == Code::diff_syntax) continue;  // the earlier error says more
      if (hunk.bare) result_.proofs.push_back(std::move(hunk.bare));
      if (!hunk.differs.empty()) result_.differs[numbers[k]] = std::move(hunk.differs);
      outcome = hunk.outcome();
    }
  }

  // Places the open blocks. False if none was applied, so that another round is useless.
  bool run(std::string_view text, std::optional<MatchMode> ladder) {
    PlacedHunks placed = place(text, open_, ladder);
    std::vector<size_t> missing;
    // A block that changes what another one keeps may match its result.
    for (size_t k = 0; k < open_.size(); ++k)
      if (const auto& why = placed.hunks[k].why;
          why && (why->code == Code::match_not_found || why->code == Code::diff_syntax))
        missing.push_back(open_[k]);
    bool wrote = std::any_of(placed.hunks.begin(), placed.hunks.end(),
        [](const PlacedHunk& hunk) { return hunk.status == EditStatus::applied; });
    take(text, open_, std::move(placed));
    open_ = std::move(missing);
    return wrote;
  }

  // Places all blocks in the text that the model saw, so that what one proves converts the new lines of all. False if
  // one has no place there, and none proves anything.
  bool place_together() {
    std::vector<size_t> all;
    for (size_t i = 0; i < blocks_.size(); ++i)
      if (twin_of_[i] == i) all.push_back(i);
    if (options_.match == MatchMode::exact || all.size() == open_.size()) return false;
    PlacedHunks placed = place(text_, all, options_.match);
    bool misses = false, proves = false;
    for (const PlacedHunk& hunk : placed.hunks) {
      misses = misses || hunk.why;
      proves = proves || hunk.rule == Rule::look_alike;
    }
    if (misses && !proves) return false;
    take(text_, all, std::move(placed));
    return true;
  }

  void take_from_twin(size_t i) {
    result_.outcomes[i] = result_.outcomes[twin_of_[i]];
    if (result_.outcomes[i].status != EditStatus::applied) return;
    result_.outcomes[i].status = EditStatus::already;
    result_.outcomes[i].places = 0;
  }

  void collect_errors() {
    for (const EditOutcome& outcome : result_.outcomes)
      if (outcome.status == EditStatus::failed) result_.errors.push_back(*outcome.why);
    if (!result_.errors.empty()) {
      result_.pieces.clear();
      if (!text_.empty()) result_.pieces.push_back(text_);
    }
  }

  std::string_view text_;
  std::span<const TextBlock* const> blocks_;
  HunkOptions options_;
  HunksResult result_;
  std::vector<size_t> twin_of_;  // itself, or an equal earlier block
  std::vector<size_t> open_;     // without a place so far
  std::deque<diff::Hunk> insertions_;
};

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

HunksResult apply_blocks(std::string_view text, std::span<const TextBlock* const> blocks, const HunkOptions& options) {
  size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  HunksResult result = BlockApplier(text.substr(mark), blocks, options).apply();
  if (mark == 0) return result;
  result.pieces.insert(result.pieces.begin(), text.substr(0, mark));
  return result;
}

}  // namespace aptix::edit
