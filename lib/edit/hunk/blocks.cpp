// All blocks are placed in the text that the model saw; only what is not there is looked for in the text that the
// others have made.
#include "edit/hunk/blocks.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "diff/compute/hunk_between.h"
#include "diff/lines/line_hash.h"
#include "edit/hunk/hunk_places.h"
#include "edit/hunk/hunk_write.h"
#include "edit/hunk/sections.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostRounds = 16;  // of blocks that need the result of blocks

bool same_block(const TextBlock& a, const TextBlock& b) {
  return a.anchors == b.anchors && a.lines.has_numbers == b.lines.has_numbers &&
      a.lines.old_start == b.lines.old_start && same_lines(a.lines, b.lines);
}

// One text and the blocks that are still to be placed in it.
class Round {
 public:
  Round(std::string_view text, const std::vector<const TextBlock*>& blocks, const BlockOptions& options,
      std::optional<MatchMode> ladder)
      : text_(text),
        blocks_(blocks) {
    std::vector<const diff::Hunk*> hunks;
    for (const TextBlock* block : blocks) hunks.push_back(&lines_of(*block));
    bool chunk = !blocks.empty() && blocks.front()->form == TextBlock::Form::v4a;
    placed_ = place_uniquely(text, hunks,
        {.noun = chunk ? HunkNoun::chunk : HunkNoun::block,
            .in_order = false,
            .but_for_blanks = options.match != MatchMode::exact,
            .choose = [this](size_t number, std::span<const diff::Place> places,
                          diff::LineTable& lines) { return choose_by_anchors(*blocks_[number], places, lines); },
            .file = options.file,
            .original = options.original,
            .ladder = ladder});
    write_.last_newline = LastNewline::goes;
    write_.line_ends = options.keep_line_ends ? AddedLineEnds::of_file : AddedLineEnds::of_patch;
  }

  std::vector<PlacedHunk>& placed() { return placed_.hunks; }

  std::vector<std::string_view> write(std::deque<std::string>& texts) const {
    return write_hunks(text_, placed_.hunks, write_, texts);
  }

 private:
  // '*** End of File' after new lines alone says where they go.
  bool appends(const TextBlock& block) const { return block.at_end && block.lines.old_count() == 0 && !text_.empty(); }

  // The number of a chunk that only adds lines proves nothing, but that they go to the end does.
  const diff::Hunk& lines_of(const TextBlock& block) {
    if (block.form != TextBlock::Form::v4a || block.lines.old_count() != 0) return block.lines;
    diff::Hunk& made = insertions_.emplace_back(block.lines);
    made.has_numbers = false;
    if (std::string_view above = line_of_anchor(block, text_); !above.empty() && !block.at_end)
      made.lines.insert(made.lines.begin(), diff::hunk_line(diff::HunkLine::Kind::context, above));
    if (!appends(block)) return made;
    made.has_numbers = true;
    made.old_start = line_at(text_, text_.size() - 1);
    return made;
  }

  std::string_view text_;
  const std::vector<const TextBlock*>& blocks_;
  std::deque<diff::Hunk> insertions_;
  PlacedHunks placed_;
  WriteOptions write_;
};

class BlockApplier {
 public:
  BlockApplier(std::string_view text, std::span<const TextBlock* const> blocks, const BlockOptions& options)
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
      text = joined();
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
    std::unordered_multimap<uint64_t, size_t> seen;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      twin_of_.push_back(i);
      uint64_t key = key_of(*blocks_[i]);
      auto [from, to] = seen.equal_range(key);
      for (size_t looked = 0; from != to && looked < kMostTwins && twin_of_[i] == i; ++from, ++looked)
        if (same_block(*blocks_[i], *blocks_[from->second])) twin_of_[i] = from->second;
      if (twin_of_[i] != i) continue;
      seen.emplace(key, i);
      open_.push_back(i);
    }
  }

  static uint64_t key_of(const TextBlock& block) {
    uint64_t key = block.lines.lines.size();
    for (const diff::HunkLine& line : block.lines.lines)
      key = diff::mix(key ^ diff::hash_line(line.text)) + static_cast<uint64_t>(line.kind);
    return key;
  }

  // Places what is open. False when nothing more can come of it.
  bool run(std::string_view text, std::optional<MatchMode> ladder) {
    std::vector<const TextBlock*> blocks;
    for (size_t i : open_) blocks.push_back(blocks_[i]);
    Round round(text, blocks, options_, ladder);
    std::vector<size_t> missing;
    bool wrote = false;
    for (size_t k = 0; k < open_.size(); ++k) {
      PlacedHunk& placed = round.placed()[k];
      wrote = wrote || placed.status == EditStatus::applied;
      // One that changes what another keeps may fit what that one leaves.
      if (placed.why && (placed.why->code == Code::match_not_found || placed.why->code == Code::diff_syntax))
        missing.push_back(open_[k]);
      take(open_[k], placed);
    }
    result_.pieces = round.write(result_.texts);
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
    std::vector<const TextBlock*> blocks;
    for (size_t i : all) blocks.push_back(blocks_[i]);
    Round round(text_, blocks, options_, options_.match);
    auto misses = [](const PlacedHunk& one) { return one.why != nullptr; };
    auto proves = [](const PlacedHunk& one) { return one.rule == Rule::look_alike; };
    std::vector<PlacedHunk>& placed = round.placed();
    if (std::any_of(placed.begin(), placed.end(), misses) && std::none_of(placed.begin(), placed.end(), proves))
      return false;
    for (size_t k = 0; k < all.size(); ++k) take(all[k], placed[k]);
    result_.pieces = round.write(result_.texts);
    return true;
  }

  void take(size_t i, PlacedHunk& placed) {
    EditOutcome& outcome = result_.outcomes[i];
    bool missed = placed.why && placed.why->code == Code::match_not_found;
    if (missed && outcome.why && outcome.why->code == Code::diff_syntax) return;  // says more
    outcome = {};
    outcome.status = placed.status;
    outcome.rule = placed.rule;
    outcome.line = placed.line;
    outcome.places = placed.status == EditStatus::applied ? 1 : 0;
    if (placed.bare) result_.proofs.push_back(std::move(placed.bare));
    if (!placed.differs.empty()) result_.differs[i] = std::move(placed.differs);
    outcome.why = std::move(placed.why);
  }

  void take_from_twin(size_t i) {
    result_.outcomes[i] = result_.outcomes[twin_of_[i]];
    if (result_.outcomes[i].status != EditStatus::applied) return;
    result_.outcomes[i].status = EditStatus::already;
    result_.outcomes[i].places = 0;
  }

  std::string_view joined() {
    std::string text;
    for (std::string_view piece : result_.pieces) text += piece;
    result_.pieces = {result_.texts.emplace_back(std::move(text))};
    return result_.pieces.front();
  }

  void collect_errors() {
    for (const EditOutcome& outcome : result_.outcomes)
      if (outcome.status == EditStatus::failed) result_.errors.push_back(*outcome.why);
    if (!result_.errors.empty()) {
      result_.pieces.clear();
      if (!text_.empty()) result_.pieces.push_back(text_);
    }
    for (std::string_view piece : result_.pieces) result_.size += piece.size();
  }

  static constexpr size_t kMostTwins = 4;

  std::string_view text_;
  std::span<const TextBlock* const> blocks_;
  BlockOptions options_;
  HunksResult result_;
  std::vector<size_t> twin_of_;  // itself, or an earlier block that says the same
  std::vector<size_t> open_;     // without a place so far
};

}  // namespace

HunksResult apply_blocks(std::string_view text, std::span<const TextBlock* const> blocks, const BlockOptions& options) {
  size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  HunksResult result = BlockApplier(text.substr(mark), blocks, options).apply();
  if (mark == 0) return result;
  result.pieces.insert(result.pieces.begin(), text.substr(0, mark));
  result.size += mark;
  return result;
}

}  // namespace aptix::edit
