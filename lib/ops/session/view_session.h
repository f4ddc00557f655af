// What there is to say of a session: what it has read and written, and what is under way in its workspace.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ops/files/sources.h"
#include "ops/registry/git_tree.h"
#include "ops/session/session_state.h"

namespace aptix::ops {

struct ViewedRead {
  NotedRead read;
  bool stale = false;  // the file is another one by now, and the session did not make it so
};

// A change that is stored and not carried out.
struct WaitingChange {
  std::string id, kind;            // "approval", "batch"
  std::vector<std::string> paths;  // from the workspace on; of a batch none are known
};

struct SessionView {
  std::vector<ViewedRead> reads;   // stale ones first, then the newest
  std::vector<NotedWrite> writes;  // the newest first
  std::vector<ActiveEntry> active;
  std::vector<WaitingChange> pending;
  std::vector<std::string> uncommitted;  // from the workspace on, by git; none outside of git
};

// Warnings: what cannot be read of it.
Outcome<SessionView> view_session(
    disk::Workspace& workspace, Sources& sources, const GitSurroundings& git, const SessionState& state);

}  // namespace aptix::ops
