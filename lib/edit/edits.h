// Applies the edits of one plan entry to the content of its file.
#pragma once

#include <string_view>

#include "edit/messages.h"
#include "edit/options.h"
#include "edit/replace/cut_indentation.h"
#include "edit/tree/file_state.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// What applying needs around it.
struct Bench {
  FileStates& states;
  ChangeSet& changes;
  Speaker& speaker;
  const ResolveOptions& options;
  uint64_t nearest_budget = 0;          // bytes that looking for near texts may still read
  uint64_t nearest_left = 0;            // how many misses are still explained
  uint64_t bytes_to_try = 64ull << 20;  // that finding the result which a diff names may still read
  ShiftedFiles shifted{};

  // Takes a look of that cost out of the budget, when there is enough left.
  bool may_look_for_near(uint64_t cost) {
    if (nearest_left == 0 || nearest_budget < cost) return false;
    --nearest_left;
    nearest_budget -= cost;
    return true;
  }
};

// Changes `content` to what the edits make of it, fills the outcomes (parallel to entry.edits) and
// says what is to be said. False when an edit failed; the content is then that of the others.
bool apply_edits(Bench& bench, const FileEdit& entry, Content& content, std::vector<EditOutcome>& outcomes);

}  // namespace aptix::edit
