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

// A JSON document as it ought to be written.
struct CanonicalDocument {
  uint64_t block;  // its number, from 1
  std::string_view form;
  std::string text;
};

// Of the blocks that `request` takes, in order. Errors: form_cannot_say for a block that is not a JSON document.
// REQUIRES: they were read without an error, as an answer, and all files are taken.
Outcome<std::vector<CanonicalDocument>> canonical_documents(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request);

}  // namespace aptix::ops
