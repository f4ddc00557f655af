// Where a symbolic link that a document makes would lead (CLI.md §4). Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/link_target.h"
#include "edit/tree/file_state.h"

namespace aptix::edit {

// The first part of the way that is another link, or that no document may name; nothing when there is none.
// REQUIRES: stays_inside(link.str(), target).
std::optional<std::string> leads_on_by(const FileStates& states, const RelPath& link, std::string_view target);

}  // namespace aptix::edit
