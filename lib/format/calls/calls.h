// The readers of calls in the rows of kFormats[], each in a file of its own.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "format/basis/parse_options.h"
#include "format/forms/bare.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

Diagnostics parse_edit_tool(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_tool_markup(const Block& block);
// Whether the calls that the text begins with hold a line-patch batch.
bool calls_hold_batch(std::string_view text);
std::optional<BareText> bare_markup(const BareStart& start);
Diagnostics parse_tool_markup(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_shell(const Block& block);
Diagnostics parse_shell(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

// A call in YAML or Python, an agent's report of an edit, a stream of deltas: seen, and never read.
bool detect_refused(const Block& block);
std::optional<BareText> bare_refused(const BareStart& start);
Diagnostics parse_refused(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

}  // namespace aptix::format
