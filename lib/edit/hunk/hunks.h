// Applies all hunks or text blocks of one FileEdit to one text: finds the place of each, proves it, and gives the
// result as pieces. Pure; linear in the text and the hunks.
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
  std::string_view original = {};  // the text before the answer changed it; "" if it did not
  MatchMode match = MatchMode::exact;
  // Only for hunks:
  StatedNumbers numbers = StatedNumbers::open;
  bool may_be_cut = false;           // the input may end within the last context line: diff_truncated if it does
  const BlobNames* blobs = nullptr;  // git's names of the old and new content, from the diff
  bool proves_later = false;         // the caller checks the result against `blobs->after`
};

struct HunksResult {
  // The result, in order: views of the text and of `texts`. With errors, it is the text as it was.
  std::vector<std::string_view> pieces{};
  std::deque<std::string> texts{};
  // Parallel to the hunks. `applied` and `already` have a line (1-based, in `text`), a rule and, if the hunk stated a
  // line, the offset from it.
  std::vector<EditOutcome> outcomes{};
  std::map<size_t, std::string> differs{};  // what differs, by number; only for rules below `line_ends`
  std::vector<Renew> proofs{};              // conversions of new lines, proved by blocks that only match so
  // One for each outcome that is `failed`, in the same order. The caller adds path and place.
  std::vector<Diagnostic>
      errors{};  // match_not_found, match_ambiguous; diff_syntax for hunks that contradict each other
};

// Applies the hunks of a diff.
// - Each needs one place that its lines prove. Of several, the stated line (exactly, or moved like an earlier hunk),
//   the text after @@ or the order of the hunks may decide; else match_ambiguous names all of them.
// - A hunk that is already in place is EditStatus::already.
// - Lost white space at line ends and tabs shown as spaces still match. The text keeps its own; added lines get its
//   tabs.
// - A hunk without old lines applies to an empty text, or at its stated line if that is proven (placed_hunk.h).
// - A creation is applied to an empty text; a deletion must leave no piece.
// `text` and the parsed patch must outlive the result.
HunksResult apply_hunks(
    std::string_view text, std::span<const diff::Hunk* const> hunks, const HunkOptions& options = {});

// The same for SEARCH/REPLACE blocks and V4A chunks. A block without a place in `text` may have one in what the others
// make of it. Of several, ':start_line:' (exactly) or the '@@' lines may decide. `text` and the blocks outlive the
// result.
HunksResult apply_blocks(
    std::string_view text, std::span<const TextBlock* const> blocks, const HunkOptions& options = {});

}  // namespace aptix::edit
