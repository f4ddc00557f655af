// `.aptix/inbox/`: texts that one run leaves there, because its caller need not wait for more, and a later one takes
// in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "disk/workspace.h"

namespace aptix::disk {

// Whole or not at all, but a crash of the machine may lose it, or its end: whoever reads it has to see that. One of the
// same name is replaced. Takes the lock of the workspace. Fails with io_error, state_untrusted, lock_busy. REQUIRES:
// `name` is a single component and not "next".
Status leave_in_inbox(Workspace& workspace, const std::string& name, const std::vector<std::string_view>& pieces);

// Needs no lock. Fails with io_error, state_untrusted.
Result<std::vector<std::string>> inbox_names(Workspace& workspace);
// Nothing when somebody else has taken it in meanwhile, or it is no regular file.
std::optional<std::string> read_from_inbox(Workspace& workspace, const std::string& name);
void take_from_inbox(Workspace& workspace, const std::string& name);  // what stays is taken in once more

}  // namespace aptix::disk
