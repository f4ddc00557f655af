#include "sources.h"

#include <fmt/format.h>

#include "base/text.h"
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

Result<std::string> locate(const Session& session, OpenedSources& found, const std::string& typed) {
  TRY_ASSIGN(path, found.sources.locate(typed));
  TRY(check_below_root(session, *found.opened.workspace, path));
  return path;
}

Status check_below_root(const Session& session, const disk::Workspace& workspace, std::string_view path) {
  const std::string& prefix = workspace.root_prefix();
  if (!session.arguments.has("root") || prefix.empty() || path.starts_with(prefix + "/")) return {};
  return fail(make_error(Code::path_outside_root, fmt::format("'{}' is outside of the root", escape_for_display(path)),
                         "name a file below the root, or give another root with '--root'")
                  .at(std::string(path)));
}

ops::Sources::Pusher pusher(const Session& session) {
  ops::Occasion now = occasion(session);
  return {.caller = now.caller, .time_ns = now.now_ns};
}

}  // namespace aptix::app
