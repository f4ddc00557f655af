// Plan + Reader -> ChangeSet: the one resolver. Pure: reads files only through the Reader, writes
// nothing. Every edit that does not fit is reported, not only the first.
#pragma once

#include "base/result.h"
#include "model/change_set.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

struct ResolveOptions {
  Limits limits{};
  bool allow_placeholders = false;
  bool keep_line_ends = true;   // false: --line-ends as-given
};

// Edits of one path see the result of the ones before. A path that ends as it began is left out of
// ChangeSet::changes. With errors the value still holds the outcomes of what could be resolved, for the report.
// Warnings: match_several, match_not_found (no-op), file_missing (delete), hard_link_broken, file_unchanged.
Outcome<ChangeSet> resolve(const Input& input, const Plan& plan, Reader& reader, const ResolveOptions& options);

}  // namespace aptix::edit
