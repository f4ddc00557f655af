// Tools with several roots: which of them a call is about, and how results name files. Results use absolute paths, and
// transactions with their root: "web:7". Nothing is remembered between calls.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ops/tools/tool.h"

namespace aptix::app {

using Roots = std::vector<std::string>;  // absolute
// Runs the call's command below that root and returns its --json output.
using RunBelow = std::function<std::string(const std::string& root, const ops::ToolCall& call)>;

std::string root_name(const Roots& roots, std::string_view root);
std::string list_of_roots(const Roots& roots);

// Removes the name of the root from a transaction and returns the root. Fails with usage if it has no name of a root.
Result<std::string> take_root_off(const Roots& roots, std::string& transaction);

// The only root in which the edits of a document apply; else the one that has the files, so that it can refuse them.
// Fails with usage. `try_below`: a dry run.
Result<std::string> root_of_document(const Roots& roots, const ops::ToolCall& call, const RunBelow& try_below);

// The root whose command knows what the call names; else the first.
std::string root_that_knows(const Roots& roots, const ops::ToolCall& call, const RunBelow& run);

// One page of a list over all roots, one after the other. Globs that begin with a root apply to that root only.
std::string list_below_each(const Roots& roots, const ops::ToolCall& call, const RunBelow& run);
// The call for one root; nullopt: its globs are for other roots.
std::optional<ops::ToolCall> call_below(const Roots& roots, const std::string& root, ops::ToolCall call);

// The output of a command below a root, with absolute paths, and transactions with the name of the root. `base`: the
// folder that the command's paths are relative to, the root or its workspace.
std::string told_of_root(
    const std::string& printed, const Roots& roots, const std::string& root, const std::string& base);

}  // namespace aptix::app
