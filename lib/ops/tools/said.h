// What a command said under --json, its errors and warnings, in the words that a model gets. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "ops/tools/envelope.h"

namespace aptix::ops {

// "error[match.ambiguous]: ..." with the nearest text and the one thing to do now.
std::string all_said(const Envelope& envelope);
std::string hint_of(const json::Value& said);       // of one error or warning; "": there is nothing to do
std::string approval_in(const Envelope& envelope);  // the id of the change that waits; "": none does

// What to call after a refusal, by what was wrong.
std::string next_call(const Envelope& envelope);

}  // namespace aptix::ops
