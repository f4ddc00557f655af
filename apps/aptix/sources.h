// What the commands about active files and cloud copies have in common.
#pragma once

#include "ops/sources.h"
#include "session.h"

namespace aptix::app {

struct OpenedSources {
  Opened opened;
  ops::Sources sources;  // of opened.workspace
};
Result<OpenedSources> open_sources(const Session& session);

// The same with the workspace opened at its top and locked; what that has to say is added to `said`.
Result<OpenedSources> lock_sources(const Session& session, Diagnostics& said);

ops::Sources::Pusher pusher(const Session& session);

}  // namespace aptix::app
