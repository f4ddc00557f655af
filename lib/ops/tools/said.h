// Errors and warnings of a command's --json output as text for a model. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "ops/tools/envelope.h"

namespace aptix::ops {

// "error[match.ambiguous]: ..." with the nearest text and the next step.
std::string all_said(const Envelope& envelope);
std::string hint_of(const json::Value& said);       // of one error or warning; "": there is nothing to do
std::string approval_in(const Envelope& envelope);  // id of the change that waits; "": none

// What to call after a refusal, depending on the errors.
std::string next_call(const Envelope& envelope);

}  // namespace aptix::ops
