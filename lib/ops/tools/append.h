// Expresses "append this text" as a replacement of the whole file. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

// A document with one file, for 'bundle apply'.
std::string one_file_bundle(std::string_view path, std::string_view operation, std::string_view content);

// `old`: the present file; nullopt: there is none. The resulting call requires that text. If the file already ends with
// the text, and what precedes it is the base of the call, nothing is changed. Fails with form_cannot_say if the file is
// not UTF-8 text.
Result<ToolCall> appending_call(const ToolCall& call, const std::optional<std::string>& old);

}  // namespace aptix::ops
