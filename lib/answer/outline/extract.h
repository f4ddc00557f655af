// Finds the blocks in an answer: fenced code by CommonMark's rules, and documents without a fence in the prose. Pure
// and byte-exact: CRLF stays.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "answer/format.h"
#include "base/result.h"
#include "model/input.h"

namespace aptix::answer {

// The blocks with their formats; none is no error. Warnings: fence_unclosed, block_passed_over, block_syntax. Errors:
// block_passed_over, block_unterminated, json_syntax, input_think_unclosed, limit_exceeded.
Outcome<Extracted> extract(const Input& input);

// Does JSON that is not one of our documents contain one anywhere, or a string with an answer of any form?
bool json_holds_edit(std::string_view text);

// Is the block an edit, or JSON that contains one?
bool holds_any_edit(const Block& block);

// An answer that was wrapped as a whole, in one Markdown fence or a block quote, without the wrapping and with the same
// line numbers. Nothing if `text` is not wrapped, or if the fence may be something else: a code block among others, or
// a file.
std::optional<std::string> unwrapped(std::string_view text);

// The answer with LF, if every line of it ends in CR LF (ddrs/APX-017); nothing otherwise.
std::optional<std::string> with_own_line_ends(std::string_view text);

}  // namespace aptix::answer
