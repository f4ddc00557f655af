// A document in another form: read and resolved against the files it is for as an apply would do it, then composed
// anew from what would change. Nothing is written.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ops/apply/apply.h"
#include "ops/write/create.h"

namespace aptix::ops {

struct Converted {
  Report report;                        // of the apply that stopped before its first write, and of the composing
  std::optional<std::string> document;  // nothing: the report says why
  std::vector<std::string> paths;       // of the files it changes, below the root
};

// Errors in addition to those of apply: form_no_change, form_cannot_say, path_outside_root (a docPath may lead there).
Converted convert(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, ApplyRequest request,
    DocumentForm form);

}  // namespace aptix::ops
