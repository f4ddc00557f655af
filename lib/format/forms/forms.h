// The readers in the rows of kFormats[] that are no calls (calls.h), each in a file of its own.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "format/basis/parse_options.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

Diagnostics parse_bundle(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

Diagnostics parse_structured_patch(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

// Whether it is a JSON document whose 'files' does not tell a line-patch batch from a bundle, or one that is broken or
// names the file by its path, with a field of a batch and none of a bundle.
bool may_be_line_patch(const Block& block);
Diagnostics parse_line_patch(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_search_replace(const Block& block);
Diagnostics parse_search_replace(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_v4a(const Block& block);
Diagnostics parse_v4a(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_diff(const Block& block);
// Is this block, which no format takes, labelled as a diff and has lines that look like changes? An
// edit may then have been missed.
bool looks_like_lost_diff(const Block& block);
Diagnostics parse_diff(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

bool detect_whole(const Block& block);
Diagnostics parse_whole(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

// A fence without its end around something that is no document: the answer was cut.
bool detect_cut(const Block& block);
Diagnostics parse_cut(const Input& input, const Block& block, const ParseOptions& options, Plan& plan);

// The body of a block, as long as the plan lives.
inline std::string_view kept_body(const Block& block, Plan& plan) {
  return block.unindented ? plan.keep(std::string(block.body)) : block.body;
}

}  // namespace aptix::format
