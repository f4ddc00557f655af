// A text that comes after what a file has, said as all of the file. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

// A document with one file, for 'bundle apply'.
std::string one_file_bundle(std::string_view path, std::string_view operation, std::string_view content);

// `old`: the file as it is; nothing: there is none. The call that is given is held to that text. Where the text is at
// the end of the file already, and the base of the call is what stands before it, the result changes nothing. Fails
// with form_cannot_say: the file is not text in UTF-8.
Result<ToolCall> appending_call(const ToolCall& call, const std::optional<std::string>& old);

}  // namespace aptix::ops
