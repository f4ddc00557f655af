// Line changes for an older text of a file: which lines they expect are still there, what has changed, and whether the
// changes can be carried over. Pure.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "diff/compute/merge3.h"
#include "edit/basis/options.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

struct CarriedOver {
  // The last two only with ResolveOptions::merge.
  enum class Fate : uint8_t {
    refused,
    merged,
    already,  // the file has the result of the changes
  };
  Fate fate = Fate::refused;
  std::vector<std::string_view> pieces;  // merged: the result; views of `now` and of `texts`
  std::deque<std::string> texts;
  std::vector<EditOutcome> outcomes;  // parallel to the changes; refused: none
  Diagnostic said;  // refused: an error (hash_mismatch, merge_conflict); merged: a warning (merge_made)
};

// A file without the hash that its entry expects.
struct StaleFile {
  std::string_view now;
  Sha256 sha;
  const FileImage* before = nullptr;  // as it is on the disk, if an earlier edit of the plan changes it
};
// REQUIRES: entry.proof.sha. Nothing is merged with what an earlier edit of the plan made.
CarriedOver carry_over(const FileEdit& entry, std::span<const LineChange* const> changes, const StaleFile& file,
    const ResolveOptions& options);

struct MergeSides {
  std::string_view base, ours, theirs;
};

// Adds the conflicts of `merged` to `what`: in diff3 form for people, line by line for programs. REQUIRES: `merged` was
// made of these texts and views them.
void add_conflicts(const MergeSides& sides, const diff::Merged& merged, Diagnostic& what);

}  // namespace aptix::edit
