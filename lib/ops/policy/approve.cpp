#include "ops/policy/approve.h"

#include <fmt/format.h>

#include "disk/confined.h"
#include "disk/reader.h"

namespace aptix::ops {

// Killed after the change is made, it leaves the stored one, which is stale then.
Outcome<Approved> approve(disk::Workspace& workspace, const ApproveRequest& request) {
  Outcome<Approved> out;
  TRY_ASSIGN(pending, find_pending(workspace, request.id));
  std::unique_ptr<Reader> reader = disk::reader(workspace, {}, request.commit.threads, disk::Links::seen);
  TRY_ASSIGN(stale, stale_paths(*reader, pending));
  for (const std::string& path : stale)
    out.add(
        make_error(Code::approval_stale, fmt::format("{} has changed since the change was stored", disk::quoted(path)),
            fmt::format(
                "let it be made again for the file as it is; 'aptix approve --reject {}' drops this one", pending.id))
            .at(path));
  TRY_ASSIGN(changes, changes_of(*reader, pending));
  out.value.pending = std::move(pending);
  out.value.changes = std::move(changes);
  using End = PublishRequest::End;
  PublishRequest tail{.end = !out.ok() ? End::refused
          : request.dry_run            ? End::foreseen
                                       : End::committed,
      .want_diff = true,
      .commit = request.commit};
  Outcome<Published> published = publish(workspace, out.value.changes, tail);
  out.value.published = std::move(published.value);
  out.diagnostics.add(std::move(published.diagnostics));
  if (out.ok() && !request.dry_run) drop_pending(workspace, out.value.pending.id);
  return out;
}

}  // namespace aptix::ops
