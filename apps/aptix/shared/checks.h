// --check-syntax and --verify: the programs that look at a change.
#pragma once

#include "ops/publish/publish.h"
#include "terminal/session.h"

namespace aptix::app {

// What the options and the settings ask for. Fails with usage. REQUIRES: the command has the options of kVerify, and
// the session outlives it.
Result<ops::Checks> make_checks(const Session& session, const Opened& opened);

}  // namespace aptix::app
