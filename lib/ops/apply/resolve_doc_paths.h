// From the docPaths of a plan to the paths of files, before anything is read.
#pragma once

#include <memory>

#include "disk/workspace.h"
#include "model/input.h"
#include "model/plan.h"
#include "ops/apply/apply.h"
#include "ops/write/create.h"

namespace aptix::ops {

bool names_doc_paths(const Plan& plan);

// Sets FileEdit::path of every entry that has a docPath. Every docPath that leads nowhere, to two files,
// or out of the root is an error, and its entry is taken out of the plan. When only docPaths name files and no root was
// given, `top` becomes the workspace with its own folder as the root, and the paths are relative to that.
Diagnostics resolve_doc_paths(const Input& input, Plan& plan, const ApplyRequest& request, disk::Workspace& workspace,
    std::unique_ptr<disk::Workspace>& top);

// Gives what is said about a file that the plan names by its docPath that docPath.
void name_doc_paths(const Plan& plan, Diagnostics& said);

// The docPath of a file below the root of `workspace`, which must outlive the result; the work tree is first looked at
// when one is asked for. Errors: docpath_twins when it is another file's, too; io_error.
DocPathOf doc_paths_of(const disk::Workspace& workspace, std::string repository);

}  // namespace aptix::ops
