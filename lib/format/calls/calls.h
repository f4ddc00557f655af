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
// Whether the calls that the text begins with hold a line-patch batch.
bool calls_hold_batch(std::string_view text);
std::optional<BareText> bare_markup(const BareStart& start);
void parse_tool_markup(BlockReading& reading);

bool detect_shell(const Block& block);
void parse_shell(BlockReading& reading);

// A call in YAML or Python, an agent's report of an edit, a stream of deltas: seen, and never read.
bool detect_refused(const Block& block);
std::optional<BareText> bare_refused(const BareStart& start);
void parse_refused(BlockReading& reading);

}  // namespace aptix::format
