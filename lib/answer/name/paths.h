// Paths of a document: joined to its root, and through the path rules. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/basis/block_reading.h"
#include "model/plan.h"
#include "model/rel_path.h"

namespace aptix::answer {

// "src/" for "./src", "src" or "src/"; "" for "." and "". Fails with root_escapes, or as RelPath does.
Result<std::string> root_prefix(std::string_view root);

std::string_view without_leading_dots(std::string_view path);

// `text` below `root` ("" or "src/"). What is wrong with it is reported at `offset`.
std::optional<RelPath> path_below(
    Findings& findings, std::string_view root, std::string_view text, size_t offset, const std::string& pointer);

// A path as dialects write it: in quotes, with the folders of the root before it, with backslashes.
std::optional<RelPath> dialect_path(
    BlockReading& reading, std::string_view text, size_t offset, const std::string& pointer = {});

// What a block of a dialect does with the file of such a path, still without its edits, whose texts have to stand there
// just once. What the path may mean as well, a folder less (`a/`, the repository's name), is for the tree to decide.
std::optional<FileEdit> file_edit(
    BlockReading& reading, std::string_view text, Operation operation, size_t offset, const std::string& pointer = {});

// The part after the root's own path; nothing when it does not begin with that.
std::optional<std::string_view> after_root(std::string_view path, std::string_view root);

// "Patched src/a.c" without its first folder: what went are words rather than a folder, and nothing is guessed from
// them.
bool drops_words(std::string_view path, std::string_view shorter);

// "src/a.c" of "src/a.c (new)" in a header, where words stand after a path; nothing otherwise.
std::optional<RelPath> without_header_words(std::string_view name);

// Those of them that the path rules allow.
std::vector<RelPath> paths_of(const std::vector<std::string>& names);

}  // namespace aptix::answer
