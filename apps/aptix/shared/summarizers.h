// The programs that summarize files: the user's own command, and Universal Ctags.
#pragma once

#include "ops/context/context.h"
#include "terminal/session.h"

namespace aptix::app {

// Of the user's settings, and what is on PATH. What the command made is kept in the workspace. `opened` outlives it.
ops::Summarizers summarizers_of(const Session& session, Opened& opened);

}  // namespace aptix::app
