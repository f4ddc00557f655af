// The users of this machine, as /etc/passwd lists them. The functions of <pwd.h> that ask other services too load them
// at run time, which ends a static binary by a signal.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string_view>

namespace aptix::app {

// Nothing: there is none of that name.
std::optional<uid_t> user_named(std::string_view name);

}  // namespace aptix::app
