#include "ops/policy/approve.h"

#include <fmt/format.h>

#include "base/text/text.h"
#include "disk/confined.h"
#include "disk/reader.h"

namespace aptix::ops {

// Killed after the change is made, it leaves the stored one, which is stale then.
Outcome<Approved> approve(disk::Workspace& workspace, const ApproveRequest& request) {
  Outcome<Approved> out;
  Pending& pending = out.value.pending;
  TRY_SET(pending, find_pending(workspace, request.id));
  std::unique_ptr<Reader> reader = disk::reader(workspace, {}, request.commit.threads, disk::Links::seen);
  TRY_ASSIGN(stale, stale_paths(*reader, pending));
  for (const std::string& path : stale)
    out.add(
        error_at(path, Code::approval_stale, fmt::format("{} has changed since the change was stored", in_quotes(path)),
            fmt::format(
                "let it be made again for the file as it is; 'aptix approve --reject {}' drops this one", pending.id)));
  TRY_SET(out.value.changes, changes_of(*reader, pending));
  using End = PublishRequest::End;
  PublishRequest tail{.end = !out.ok() ? End::refused
          : request.dry_run            ? End::foreseen
                                       : End::committed,
      .want_diff = true,
      .commit = request.commit};
  out.value.published = out.diagnostics.take(publish(workspace, out.value.changes, tail));
  if (out.ok() && !request.dry_run) drop_pending(workspace, pending.id);
  return out;
}

}  // namespace aptix::ops
