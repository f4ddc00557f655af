// Plan + Reader -> ChangeSet: the one resolver. Pure: reads files only through the Reader, writes nothing. Every edit
// that does not match is reported, not only the first.
#pragma once

#include "edit/basis/options.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// Edits of one path see the result of those before. A path that ends as it began is not in ChangeSet::changes. With
// errors the value still has the outcomes of what could be resolved, for the report. A warning says what was done in
// another way than an edit says, or not done, or what a file loses besides.
Outcome<ChangeSet> resolve(const Input& input, const Plan& plan, Reader& reader, const ResolveOptions& options);

// Errors that do not depend on the files: line changes with lines that stand for text that was left out.
Diagnostics check_without_files(const Input& input, const Plan& plan, const ResolveOptions& options);

}  // namespace aptix::edit
