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
Diagnostics check_plan(const Input& chain, const ReadAnswer& answer, const ApplyRequest& request);

// --only: leaves the other entries out.
void keep_only(const ApplyRequest& request, Plan& plan);

// Decides by the tree what the names of the plan mean that may mean several files. Where they mean other files than
// before, the plan is checked once more. Errors also, file_missing, where the root is below the workspace's top: an
// entry deletes a file, or makes one in a folder that is not below the root, and the top has a file of that path.
Diagnostics settle(const Input& chain, ReadAnswer& answer, Reader& reader, const disk::Workspace& workspace,
    const ApplyRequest& request);

// Leaves only the entries of line-patch batches whose file is known. In them, a change with a fault of form becomes one
// that does nothing. False: no entry is left, or it is not clear which changes have the faults.
bool leave_sound_changes(const Diagnostics& faults, Plan& plan);

// Names the file by its docPath where the document did so.
void name_doc_paths(const Plan& plan, Diagnostics& said);

}  // namespace aptix::ops
