// The readers behind the rows of kFormats[], each in a file of its own.
#pragma once

#include "format/format.h"

namespace aptix::format {

bool detect_bundle(const Block& block);
Diagnostics parse_bundle(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_structured_patch(const Block& block);
Diagnostics parse_structured_patch(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_line_patch(const Block& block);
Diagnostics parse_line_patch(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_diff(const Block& block);
Diagnostics parse_diff(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_search_replace(const Block& block);
Diagnostics parse_search_replace(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_v4a(const Block& block);
Diagnostics parse_v4a(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_edit_tool(const Block& block);
Diagnostics parse_edit_tool(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_tool_markup(const Block& block);
Diagnostics parse_tool_markup(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_whole(const Block& block);
Diagnostics parse_whole(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

// A fence without its end around something that is no document: the answer was cut.
bool detect_cut(const Block& block);
Diagnostics parse_cut(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

}  // namespace aptix::format
