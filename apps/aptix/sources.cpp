#include "sources.h"

#include "batch.h"

namespace aptix::app {

Result<OpenedSources> open_sources(const Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(sources, ops::Sources::open(*opened.workspace, opened.settings.repository, opened.settings.cloud_file));
  return OpenedSources{std::move(opened), std::move(sources)};
}

Result<OpenedSources> lock_sources(const Session& session, Diagnostics& said) {
  TRY_ASSIGN(found, open_sources(session));
  auto locked = found.opened.workspace->lock();
  if (!locked.ok()) return fail(std::move(locked.diagnostics.errors.front()));
  said.add(std::move(locked.diagnostics));
  said.add(std::move(found.opened.warnings));
  return found;
}

ops::Sources::Pusher pusher(const Session& session) {
  ops::Occasion now = occasion(session);
  return {.caller = now.caller, .time_ns = now.now_ns};
}

}  // namespace aptix::app
