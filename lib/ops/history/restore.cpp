#include "ops/history/restore.h"

namespace aptix::ops {

Status append_restored(
    ChangeSet& changes, Reader& reader, const std::string& path, const disk::StoredState& state, std::string text) {
  TRY_ASSIGN(name, RelPath::parse(path, PathRules::git));
  FileChange change{.path = name};
  auto before = reader.read(name);
  bool below_file = !before && before.error().code == Code::path_conflict;  // which gives way
  if (!before && !below_file) return fail(std::move(before).error());
  if (before && before->kind != FileKind::other) change.before = std::move(*before);  // a folder gives way, too
  change.compared_with = change.before.bytes;
  if (change.before.exists && change.before.kind != FileKind::symlink) change.metadata_of = name;
  FileKind kind = state.is_link() ? state.kind : (state.mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
  if (state.exists) change.set_after(kind, state.mode, changes.texts.emplace_back(std::move(text)));
  changes.changes.push_back(std::move(change));
  return {};
}

Published publish_restored(disk::Workspace& workspace, ChangeSet& changes, const Restoring& how, Diagnostics& said) {
  using End = PublishRequest::End;
  PublishRequest tail{.end = !said.ok() ? End::refused
          : how.dry_run                 ? End::foreseen
                                        : End::committed,
      .want_diff = how.want_diff,
      .commit = how.commit};
  return said.take(publish(workspace, changes, tail));
}

}  // namespace aptix::ops
