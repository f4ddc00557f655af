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

// From what was typed to the path from the workspace on, which --root limits. Errors: those of Sources::locate, path_outside_root.
Result<std::string> locate(const Session& session, OpenedSources& found, const std::string& typed);
// Where --root was given, a path from the workspace on must lie below it. Fails with path_outside_root.
Status check_below_root(const Session& session, const disk::Workspace& workspace, std::string_view path);

ops::Sources::Pusher pusher(const Session& session);

}  // namespace aptix::app
