// `.aptix/inbox/`: a run leaves a text there, so that its caller need not wait for the database, and a later run takes
// it in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/workspace.h"

namespace aptix::disk {

// The text is there as a whole or not at all, but a crash of the machine may lose it or its end: the reader has to
// check that. A text of the same name is replaced. Takes the lock of the workspace. Fails with io_error,
// state_untrusted, lock_busy. REQUIRES: `name` is a single component and not "next".
Status leave_in_inbox(Workspace& workspace, const std::string& name, const std::vector<std::string_view>& pieces);

// Needs no lock. Fails with io_error, state_untrusted.
Result<std::vector<std::string>> inbox_names(Workspace& workspace);
// Nothing when another run has taken it in since, or it is not a regular file.
std::optional<std::string> read_from_inbox(Workspace& workspace, const std::string& name);
void take_from_inbox(Workspace& workspace, const std::string& name);  // if it cannot be removed, it is taken in again

}  // namespace aptix::disk
