// Edits that have nothing to do with each other: the text to find of each stands once, and whatever is replaced before
// it, it still stands there and nowhere else. All of them are made at once. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "edit/replace/occurrences.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

struct MadeAtOnce {
  std::vector<std::string_view> pieces;  // of the text, of the edits; at least one
  uint64_t size = 0;
  std::vector<EditOutcome> outcomes;  // parallel to the edits: all are applied
};

// Nothing where it is not so, where it is not plain, where an edit was made before, or where the text gets longer than
// `most_size` on the way.
// Where there is a result, `occurrences` has been emptied.
// REQUIRES: `text` was searched for the texts to find, whose numbers are those of their edits where all are different.
// No text has a CR.
std::optional<MadeAtOnce> made_at_once(
    std::string_view text, std::span<const FindReplace> edits, Occurrences& occurrences, uint64_t most_size);

}  // namespace aptix::edit
