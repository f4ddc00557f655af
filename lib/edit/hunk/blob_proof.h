// What git's names of a file's contents, as they stand in the header of a diff, say about a result. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "edit/basis/hunk_shape.h"
#include "edit/tree/file_state.h"
#include "model/plan.h"

namespace aptix::edit {

// How git names a content: as it stands, or with LF for its CR LF, where it converts line ends.
enum class BlobForm : uint8_t { as_is, with_lf };
// Is that the (perhaps short) name of the content? What does not exist has a name of zeros.
bool is_named(std::string_view name, const Content& content, BlobForm form);
// In which form it is; nothing when the content has another name.
std::optional<BlobForm> form_named(std::string_view name, const Content& content);

// What the names say about the line numbers of an entry. They are asked where a hunk has no context: nothing else tells
// where lines go, or that lines have gone. The caller of a tool that takes a line number has to know it.
StatedNumbers stated_numbers(const FileEdit& entry, const Content& before);

// May the entry show the tabs of the file as spaces, without old lines that tell? `before` has tabs, or
// the file is new; the hunks have none, and add lines that begin with spaces.
bool may_hide_tabs(const FileEdit& entry, const Content& before);

}  // namespace aptix::edit
