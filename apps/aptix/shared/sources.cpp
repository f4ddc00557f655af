#include "shared/sources.h"

#include <sys/random.h>

#include "disk/commit.h"
#include "shared/helper.h"

namespace aptix::app {

Result<ops::Tree> open_tree(const Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  return ops::Tree::open_root(*opened.workspace);
}

Result<OpenedSources> open_sources(const Session& session) {
  TRY_ASSIGN(opened, open_workspace(session));
  TRY_ASSIGN(sources, ops::Sources::open(*opened.workspace, opened.settings.repository, cloud_place(opened.settings)));
  sources.set_interrupt(session.environment.around.interrupted);
  std::string prefix = opened.workspace->root_prefix();
  return OpenedSources{std::move(opened), std::move(sources), std::move(prefix)};
}

Status lock(const Session& session, disk::Workspace& workspace) {
  if (session.dry_run()) return {};
  Diagnostics locked = disk::lock(workspace).diagnostics;
  std::optional<Error> failure;
  if (!locked.ok()) {  // report the last error after the others
    failure = std::move(locked.errors.back());
    locked.errors.pop_back();
  }
  session.said.add(std::move(locked));
  return failure ? Status(fail(std::move(*failure))) : Status();
}

Result<OpenedSources> lock_sources(const Session& session) {
  TRY_ASSIGN(found, open_sources(session));
  if (!found.root_prefix.empty()) TRY_SET(found.opened.workspace, found.opened.workspace->at_top());
  TRY(lock(session, *found.opened.workspace));
  if (!session.dry_run()) TRY(begin_audit(session));
  return found;
}

Result<std::string> locate(const Session& session, OpenedSources& found, const std::string& typed) {
  TRY_ASSIGN(path, session.flag("doc-path") ? found.sources.doc_paths().path_of(typed) : found.sources.locate(typed));
  TRY(check_below_root(session, found, typed, path));
  return path;
}

Status check_below_root(
    const Session& session, const OpenedSources& found, std::string_view typed, std::string_view path) {
  if (!session.arguments.has("root") || found.root_prefix.empty() || path.starts_with(found.root_prefix + "/"))
    return {};
  return fail_at(typed, Code::path_outside_root,
      fmt::format("'{}' is '{}', which is outside the root", escape_for_display(typed), escape_for_display(path)),
      "name a file below the root, or give another root with '--root'");
}

Result<std::vector<std::string>> places_of(const Session& session, const Opened& opened) {
  std::vector<std::string> places;
  if (session.arguments.operands().empty()) return places;
  TRY_ASSIGN(sources, ops::Sources::open(*opened.workspace, opened.settings.repository, cloud_place(opened.settings)));
  for (const std::string& typed : session.arguments.operands()) {
    if (auto located = sources.locate(typed)) {
      places.push_back(std::move(*located));
      continue;
    }
    auto below = sources.path_in_workspace(typed + "/x");  // works for the workspace's own folder, too
    if (!below) TRY(sources.path_in_workspace(typed));     // the same error, about what was typed
    if (!below) return fail(std::move(below).error());
    places.push_back(below->substr(0, below->size() == 1 ? 0 : below->size() - 2));
  }
  return places;
}

ops::Sources::Pusher pusher(const Session& session) {
  ops::Occasion now = occasion(session);
  return {.caller = now.caller, .time_ns = now.now_ns, .dry_run = session.dry_run()};
}

// --- after a transaction

namespace {

constexpr int kPatienceMs = 3'000;  // the workspace stays locked meanwhile

Diagnostics push(Opened& opened, const ops::DoneTransaction& done, const ops::Occasion& now) {
  auto sources = ops::Sources::open(*opened.workspace, opened.settings.repository, cloud_place(opened.settings));
  Diagnostics said;
  if (!sources) {
    said.warnings.push_back(std::move(sources).error());
    return said;
  }
  sources->set_patience(kPatienceMs);
  return ops::push_transaction(*opened.workspace, *sources, done, {.caller = now.caller, .time_ns = now.now_ns});
}

}  // namespace

ops::Occasion occasion(const Session& session) {
  ops::Occasion occasion;
  occasion.now_ns = now_ns();
  occasion.caller = session.environment.around.caller;
  // Right after booting there may be no random bits: use the time alone.
  if (::getrandom(&occasion.random, sizeof occasion.random, GRND_NONBLOCK) < 0)
    occasion.random = static_cast<uint64_t>(occasion.now_ns);
  return occasion;
}

Answer answer_and_push(const Session& session, std::shared_ptr<Opened> opened, ops::DoneTransaction done,
    Diagnostics& diagnostics, const std::function<Answer()>& make) {
  if (done.transaction == 0 || !opened->settings.has_cloud()) return make();
  ops::Occasion now = occasion(session);
  if (session.json()) {
    diagnostics.add(push(*opened, done, now));
    return make();
  }
  Answer answer = make();
  answer.afterwards = [opened, done = std::move(done), now, options = session.text_options(),
                          before = std::move(answer.afterwards)] {
    std::string said = before ? before() : std::string();
    return said + render::render_diagnostics(push(*opened, done, now), options);
  };
  return answer;
}

}  // namespace aptix::app
