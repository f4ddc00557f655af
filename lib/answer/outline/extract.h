// Finds the blocks in an answer: fenced code by CommonMark's rules, and bare documents in the
// prose. Byte-exact and pure: no byte is changed, CRLF stays.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "answer/format.h"
#include "base/result.h"
#include "model/input.h"

namespace aptix::answer {

// The blocks with their formats. An answer without a block gives none. Warnings: fence_unclosed, block_passed_over.
// Errors: block_passed_over, block_unterminated, input_think_unclosed, limit_exceeded.
Outcome<Extracted> extract(const Input& input);

// Whether JSON that is no document of ours holds one, anywhere, or an answer of any form in a string.
bool json_holds_edit(std::string_view text);

// Whether the block is an edit, or JSON that holds one.
bool holds_any_edit(const Block& block);

// What was done to an answer as a whole on its way: it was wrapped into one fence of Markdown or into a block quote.
// The answer itself, line for line; nothing when `text` is not wrapped, or may be something else: one code block of
// Markdown among others, or a file.
std::optional<std::string> unwrapped(std::string_view text);

// The answer with LF, when every one of its lines ends in CR LF (ddrs/APX-017); nothing otherwise.
std::optional<std::string> with_own_line_ends(std::string_view text);

}  // namespace aptix::answer
