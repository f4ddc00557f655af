// Plan + Reader -> ChangeSet: the one resolver. Pure: reads files only through the Reader, writes
// nothing. Every edit that does not fit is reported, not only the first.
#pragma once

#include "edit/basis/options.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// Edits of one path see the result of the ones before. A path that ends as it began is left out of
// ChangeSet::changes. With errors the value still holds the outcomes of what could be resolved, for the report.
// Warnings: match_several, match_not_found (no-op), file_missing (delete), hard_link_broken, owner_changed,
// file_unchanged.
Outcome<ChangeSet> resolve(const Input& input, const Plan& plan, Reader& reader, const ResolveOptions& options);

// What is wrong whatever the files are: lines of line changes that stand for text that was left out. Such a change fits
// no file.
Diagnostics check_without_files(const Input& input, const Plan& plan, const ResolveOptions& options);

}  // namespace aptix::edit
