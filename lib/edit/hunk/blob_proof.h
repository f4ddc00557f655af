// Checks contents against git's names for them, which the 'index' line of a diff has. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "edit/basis/hunk_shape.h"
#include "edit/tree/file_state.h"
#include "model/plan.h"

namespace aptix::edit {

// What git hashes: the content as it is, or with LF for CR LF if it converts line ends.
enum class BlobForm : uint8_t { as_is, with_lf };
// Is `name`, perhaps shortened, the name of the content? Zeros name a file that does not exist.
bool is_named(std::string_view name, const Content& content, BlobForm form);
// The form of which `name` is the name; nothing if of none.
std::optional<BlobForm> form_named(std::string_view name, const Content& content);

// `hold` if the line numbers count the lines of `before`: in a tool call, whose caller has to know them, and in a diff
// with hunks without context whose 'index' line names `before`.
StatedNumbers stated_numbers(const FileEdit& entry, const Content& before);

// May the entry show the tabs of the file as spaces, with no old line to prove it? It may if `before` has tabs or the
// file is new, and the hunks have none and add lines that begin with two spaces.
bool may_hide_tabs(const FileEdit& entry, const Content& before);

}  // namespace aptix::edit
