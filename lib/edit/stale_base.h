// Line changes for a text that is not the file's any more: what still stands, what has changed, and
// whether the changes can be carried over. Pure.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "edit/resolve.h"
#include "model/plan.h"

namespace aptix::edit {

struct CarriedOver {
  bool merged = false;                   // only with ResolveOptions::merge, and when it was clean
  std::vector<std::string_view> pieces;  // merged: the result; views of `now` and of `texts`
  std::deque<std::string> texts;
  std::vector<EditOutcome> outcomes;     // merged: parallel to the changes
  Diagnostic said;                       // merged: a warning (merge_made); else an error (hash_mismatch, merge_conflict)
};

// `now` has the hash `found`, which is not the one that `entry` expects. REQUIRES: entry.expected_sha.
CarriedOver carry_over(const FileEdit& entry, std::span<const LineChange* const> changes, std::string_view now, const Sha256& found,
                       const ResolveOptions& options);

}  // namespace aptix::edit
