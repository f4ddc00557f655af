// All blocks are placed in the text that the model saw; only what is not there is looked for in the text that the
// others have made.
#include "edit/hunk/hunks.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/hunk_between.h"
#include "edit/hunk/hunk_places.h"
#include "edit/hunk/hunk_write.h"
#include "edit/hunk/sections.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostRounds = 16;  // of blocks that need the result of blocks

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
  // A block that is there twice is one edit.
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

  // '*** End of File' after new lines alone says where they go. The number of a chunk that only adds lines proves
  // nothing, but that they go to the end does.
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

  // What the placed ones make of the text.
  void take(std::string_view text, const std::vector<size_t>& numbers, PlacedHunks placed) {
    result_.pieces = write_hunks(text, placed.hunks,
        {options_.keep_line_ends ? AddedLineEnds::of_file : AddedLineEnds::of_patch, true}, result_.texts);
    for (size_t k = 0; k < numbers.size(); ++k) {
      PlacedHunk& hunk = placed.hunks[k];
      EditOutcome& outcome = result_.outcomes[numbers[k]];
      bool missed = hunk.why && hunk.why->code == Code::match_not_found;
      if (missed && outcome.why && outcome.why->code == Code::diff_syntax) continue;  // says more
      if (hunk.bare) result_.proofs.push_back(std::move(hunk.bare));
      if (!hunk.differs.empty()) result_.differs[numbers[k]] = std::move(hunk.differs);
      outcome = hunk.outcome();
    }
  }

  // Places what is open. False when nothing more can come of it.
  bool run(std::string_view text, std::optional<MatchMode> ladder) {
    PlacedHunks placed = place(text, open_, ladder);
    std::vector<size_t> missing;
    // One that changes what another keeps may fit what that one leaves.
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

  // All in the text that the model saw: what one proves about how they are written holds for all. False when they do
  // not have their places there.
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
  std::vector<size_t> twin_of_;  // itself, or an earlier block that says the same
  std::vector<size_t> open_;     // without a place so far
  std::deque<diff::Hunk> insertions_;
};

}  // namespace

HunksResult apply_blocks(std::string_view text, std::span<const TextBlock* const> blocks, const HunkOptions& options) {
  size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  HunksResult result = BlockApplier(text.substr(mark), blocks, options).apply();
  if (mark == 0) return result;
  result.pieces.insert(result.pieces.begin(), text.substr(0, mark));
  return result;
}

}  // namespace aptix::edit
