// Applies all hunks or text blocks of one FileEdit to one text: finds each hunk's place, proves it, and gives
// the result as pieces. Pure; linear in the text and the hunks.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "diff/lines/hunk.h"
#include "edit/basis/hunk_shape.h"
#include "edit/rung/refit.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

struct HunkOptions {
  bool keep_line_ends = true;      // added lines take the file's line end; false: as in the patch
  std::string_view file = {};      // its name, for messages
  std::string_view original = {};  // the text before the answer changed it, where it did
  MatchMode match = MatchMode::exact;
  // Of hunks alone:
  StatedNumbers numbers = StatedNumbers::open;
  bool may_be_cut = false;           // the last line of the last hunk, when it is context: diff_truncated when it was
  const BlobNames* blobs = nullptr;  // the names that the diff gives the text and its result
  bool proves_later = false;         // whoever asks holds the result against that name
};

struct HunksResult {
  // The result, in order: views of the text, of the hunks' lines and of `texts`. With errors, it is
  // the text as it was.
  std::vector<std::string_view> pieces{};
  std::deque<std::string> texts{};
  // Parallel to the hunks. `applied` and `already` have a line (from 1, in `text`), a rule and, where
  // the hunk stated a number, the offset from it.
  std::vector<EditOutcome> outcomes{};
  std::map<size_t, std::string> differs{};  // but for what they fit, of those by rules below `line_ends`
  std::vector<Renew> proofs{};              // how new lines are written, as blocks prove that fit so alone
  // One for each outcome that is `failed`, in the same order. The caller adds path and place.
  std::vector<Diagnostic>
      errors{};  // match_not_found, match_ambiguous; diff_syntax for hunks that contradict each other
};

// Every hunk must have one place that its lines prove. Of
// several, the stated line number (exactly, or moved as an earlier hunk of the file was), the text
// after @@, or the order of the hunks may choose; else match_ambiguous names all of them. A hunk
// that is already in place is EditStatus::already.
// White space at line ends that was lost, and tabs that were shown as spaces, do not keep a hunk from its
// place; the text keeps its own, and added lines are given its tabs.
// Hunks without old lines go into an empty text, or where their number says, if that is proven (placed_hunk.h).
// A creation is applied to an empty text; a deletion is right when no piece is left.
// `text` and the parsed patch outlive the result.
HunksResult apply_hunks(
    std::string_view text, std::span<const diff::Hunk* const> hunks, const HunkOptions& options = {});

// The same of SEARCH/REPLACE blocks and V4A chunks. Every block must have one place in `text`; a block that has none
// there may have it in what the others make of it. Of several places ':start_line:' (exactly) or the '@@' lines may
// choose. `text` and the blocks outlive the result.
HunksResult apply_blocks(
    std::string_view text, std::span<const TextBlock* const> blocks, const HunkOptions& options = {});

}  // namespace aptix::edit
