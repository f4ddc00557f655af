// The session of a run, as declared in session.h.
#include "terminal/audit.h"
#include "terminal/session.h"

namespace aptix::app {

Status join_session(const Session& session, disk::Workspace& workspace, const ops::Settings& settings) {
  bool joins = session.trail != nullptr && !session.environment.session.empty() && !session.command.outside_session;
  if (!joins) return {};
  std::shared_ptr<ops::LiveSession>& live = session.trail->live;
  if (!live) {
    TRY_ASSIGN(opened, ops::LiveSession::open(workspace, session.environment.session));
    opened->lower_budget(settings.session);
    if (const std::string& name = opened->state().profile; !name.empty()) {
      TRY_ASSIGN(profile, context::find_profile(settings.profiles, name));
      if (profile.session_tokens != UINT64_MAX) opened->lower_budget({.read_tokens = profile.session_tokens});
    }
    live = std::move(opened);
  }
  workspace.set_memory(live);
  return {};
}

ops::LiveSession* live_session(const Session& session) {
  return session.trail == nullptr ? nullptr : session.trail->live.get();
}

bool notes_reads(const Session& session) {
  return live_session(session) != nullptr || (session.trail != nullptr && session.environment.names_caller);
}

Status note_reads(const Session& session, std::span<const ops::SeenFile> files, uint64_t bytes) {
  if (!notes_reads(session)) return {};
  if (ops::LiveSession* live = live_session(session)) TRY(live->note_reads(files, bytes));
  for (const ops::SeenFile& file : files)
    session.trail->record.paths.push_back({.path = file.path, .before = file.sha, .after = file.sha});
  return {};
}

}  // namespace aptix::app
