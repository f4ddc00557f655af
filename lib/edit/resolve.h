// Plan + Reader -> ChangeSet: the one resolver. Pure: reads files only through the Reader, writes
// nothing. Every edit that does not fit is reported, not only the first.
#pragma once

#include "edit/basis/options.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// Edits of one path see the result of the ones before. A path that ends as it began is left out of
// ChangeSet::changes. With errors the value still holds the outcomes of what could be resolved, for the report.
// A warning says what was done otherwise than an edit says, was left undone, or is lost with the file as it was.
Outcome<ChangeSet> resolve(const Input& input, const Plan& plan, Reader& reader, const ResolveOptions& options);

// What is wrong whatever the files are: lines of line changes that stand for text that was left out. Such a change fits
// no file.
Diagnostics check_without_files(const Input& input, const Plan& plan, const ResolveOptions& options);

}  // namespace aptix::edit
