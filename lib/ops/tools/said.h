// What a command said under --json, its errors and warnings, in the words that a model gets. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace aptix::ops {

std::string text_in(const json::Value& object, std::string_view key);  // a string or a number; "" for none

// "error[match.ambiguous]: ..." with the nearest text and the one thing to do now; `root`: what the command printed.
std::string all_said(const json::Value& root);
std::string hint_of(const json::Value& said);  // of one error or warning; "": there is nothing to do
bool has_error(const json::Value& root, std::span<const std::string_view> codes);
std::string approval_in(const json::Value& root);  // the id of the change that waits; "": none does

// What to call after a refusal, by what was wrong.
std::string next_call(const json::Value& root);

}  // namespace aptix::ops
