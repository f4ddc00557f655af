// Documents in their canonical form, one for each block of an answer.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ops/apply/request.h"

namespace aptix::ops {

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
