// Paths of a document: joined to its root and checked by the path rules. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/basis/block_reading.h"
#include "model/plan.h"
#include "model/rel_path.h"

namespace aptix::answer {

// "src/" for "./src", "src" or "src/"; "" for "." and "". Fails with root_escapes, or as RelPath::parse does.
Result<std::string> root_prefix(std::string_view root);

std::string_view without_leading_dots(std::string_view path);

// `text` below `root` ("" or "src/"). Reports its faults at `offset`; a leading "./" is a warning.
std::optional<RelPath> path_below(
    Findings& findings, std::string_view root, std::string_view text, size_t offset, const std::string& pointer);

// A path as dialects write it: perhaps in quotes, absolute below the workspace root, or with backslashes.
std::optional<RelPath> dialect_path(
    BlockReading& reading, std::string_view text, size_t offset, const std::string& pointer = {});

// The edit of a file in a block of a dialect, to which the block's edits are still to be added. Each of their texts
// must occur exactly once. Other names that may be meant, without the first folders (`a/`, the repository's name) or
// without words after the path, are listed for the tree to decide.
std::optional<FileEdit> file_edit(
    BlockReading& reading, std::string_view text, Operation operation, size_t offset, const std::string& pointer = {});

// The part of `path` below `root`; nothing if it is not below it.
std::optional<std::string_view> after_root(std::string_view path, std::string_view root);

// Does the part that `shorter` lacks contain spaces? Then it is words ("Patched src/a.c") rather than a folder, and the
// shorter name is not guessed.
bool drops_words(std::string_view path, std::string_view shorter);

// The path before words in a header: "src/a.c" in "src/a.c (new)". Nothing if there is none.
std::optional<RelPath> without_header_words(std::string_view name);

// The names that the path rules allow.
std::vector<RelPath> paths_of(const std::vector<std::string>& names);

}  // namespace aptix::answer
