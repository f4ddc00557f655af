// Says why nothing is to be done, where an answer has no fault.
#pragma once

#include <memory>
#include <span>

#include "base/diagnostic.h"
#include "ops/apply/read_answer.h"

namespace aptix::ops {

// Why inputs without a fault hold nothing to be done.
Diagnostic nothing_to_do(
    std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request, const ReadAnswer& answer);

}  // namespace aptix::ops
