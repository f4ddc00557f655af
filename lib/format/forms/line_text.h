// One line of a line change, as a document gives it: without its line end (TUL-002 §6). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "format/findings.h"

namespace aptix::format {

// A line ends with a line feed. A CR within one is a line break only to who writes it so: where the file has none
// there, one is refused.
enum class LineText : uint8_t { plain, with_returns, may_end_in_return };

bool has_line_break(std::string_view line, LineText form);
bool has_inner_return(std::string_view line);

// A finding at `offset`. Of a line that was copied with its line end, nothing has to be divided. REQUIRES:
// has_line_break(text, form).
void report_line_break(Findings& findings, std::string_view text, LineText form, size_t offset, std::string pointer);

}  // namespace aptix::format
