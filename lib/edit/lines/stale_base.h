// Line changes for a text that is not the file's any more: what still stands, what has changed, and
// whether the changes can be carried over. Pure.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "edit/basis/options.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

struct CarriedOver {
  bool merged = false;                   // only with ResolveOptions::merge, and when it was clean
  std::vector<std::string_view> pieces;  // merged: the result; views of `now` and of `texts`
  std::deque<std::string> texts;
  std::vector<EditOutcome> outcomes;  // merged: parallel to the changes
  Diagnostic said;                    // merged: a warning (merge_made); else an error (hash_mismatch, merge_conflict)
};

// A file that has not the hash that its entry expects.
struct StaleFile {
  std::string_view now;
  Sha256 sha;
  const FileImage* before = nullptr;  // as it is on the disk, when an earlier edit of the plan changes it
};
// REQUIRES: entry.proof.sha. Nothing is merged with what an earlier edit of the plan made.
CarriedOver carry_over(const FileEdit& entry, std::span<const LineChange* const> changes, const StaleFile& file,
    const ResolveOptions& options);

}  // namespace aptix::edit
