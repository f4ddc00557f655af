// Which files a plan is about: docPaths become paths, the tree decides what a name means that may mean several files,
// and --only leaves entries out.
#pragma once

#include <memory>

#include "base/result.h"
#include "disk/workspace.h"
#include "ops/apply/read_answer.h"

namespace aptix::ops {

struct Located {
  std::unique_ptr<disk::Workspace> top;  // the workspace with its own folder as the root; null: the root that was given
};

// Looks up the docPaths of the entries. Without --root they may lead anywhere in the workspace; its own folder is the
// root then, unless other entries name their files by paths. An entry whose file is not found is an error and leaves
// the plan, so that the faults of the other files are found, too.
Outcome<Located> locate(const Input& chain, Plan& plan, const ApplyRequest& request, disk::Workspace& given);

// The faults of the plan as a whole, as far as it is known before the tree is looked at. REQUIRES: keep_only().
Diagnostics check_plan(const Input& chain, const Answer& answer, const ApplyRequest& request);

// --only: leaves the other entries out.
void keep_only(const ApplyRequest& request, Plan& plan);

// Uses up the open names of the plan. Where they turn out to be names of other files, the plan is checked once more.
Diagnostics settle(const Input& chain, Answer& answer, Reader& reader, const ApplyRequest& request);

// Leaves the entries of line-patch batches of which it is known what file is meant. A change with a fault of form is
// one that does nothing from there on. False: there are none, or it is not known which.
bool leave_sound_changes(const Diagnostics& faults, Plan& plan);

// Names the file by its docPath where the document did so.
void name_doc_paths(const Plan& plan, Diagnostics& said);

}  // namespace aptix::ops
