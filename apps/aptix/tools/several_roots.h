// Tools where the server has several roots: which of them a call is about, and what is told of files below different
// ones. A result then names files by their absolute paths, and a transaction by its root: "web:7". Nothing is
// remembered from one call to the next.
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
// What the command of the call says under --json below that root.
using RunBelow = std::function<std::string(const std::string& root, const ops::ToolCall& call)>;

std::string root_name(const Roots& roots, std::string_view root);
std::string list_of_roots(const Roots& roots);

// The root that a transaction is of, whose name is taken off it. Fails with usage: no root is named, or none of ours.
Result<std::string> take_root_off(const Roots& roots, std::string& transaction);

// The one root below which the edits of a document fit; else the one that has the files, for its refusal. Fails with
// usage. `try_below`: a dry run.
Result<std::string> root_of_document(const Roots& roots, const ops::ToolCall& call, const RunBelow& try_below);

// The root whose command knows what the call names, else the first.
std::string root_that_knows(const Roots& roots, const ops::ToolCall& call, const RunBelow& run);

// Of a list over all roots, one after the other, one page. Globs may begin with a root: then they are about that alone.
std::string list_below_each(const Roots& roots, const ops::ToolCall& call, const RunBelow& run);
// The same call below the one root; nothing: its globs are about other roots.
std::optional<ops::ToolCall> call_below(const Roots& roots, const std::string& root, ops::ToolCall call);

// What was printed below a root, with absolute paths and the name of the root before the transaction. `base`: the
// folder that the command's paths are from, the root itself or that of its workspace.
std::string told_of_root(
    const std::string& printed, const Roots& roots, const std::string& root, const std::string& base);

}  // namespace aptix::app
