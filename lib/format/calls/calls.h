// The readers of calls in the rows of kFormats[], each in a file of its own.
#pragma once

#include <optional>
#include <string_view>

#include "format/basis/block_reading.h"
#include "format/forms/bare.h"
#include "model/input.h"

namespace aptix::format {

void parse_edit_tool(BlockReading& reading);

bool detect_tool_markup(const Block& block);
std::optional<BareText> bare_markup(const BareStart& start);
void parse_tool_markup(BlockReading& reading);

bool detect_shell(const Block& block);
void parse_shell(BlockReading& reading);

}  // namespace aptix::format
