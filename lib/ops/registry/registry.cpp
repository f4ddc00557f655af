#include "ops/registry/registry.h"

namespace aptix::ops {

Outcome<Listing> list_files(const disk::Workspace& workspace, const GitSurroundings& git, const ListRequest& request) {
  auto selection = context::Selection::parse(request.globs);
  if (!selection) return fail(std::move(selection).error());
  disk::FileSystem& fs = disk::posix_file_system();
  auto tree = open_git_tree(fs, workspace, git);
  if (!tree) return fail(std::move(tree).error());
  WalkRequest walked{.top = tree->top.get(),
      .start = tree->start,
      .tracked = tree->exists ? &tree->tracked : nullptr,
      .rules = tree->rules,
      .letters = tree->letters,
      .ignored = request.ignored,
      .stamps = request.stamps,
      .selection = selection->all() ? nullptr : &*selection,
      .threads = request.threads,
      .interrupted = request.interrupted};
  return walk(fs, walked);
}

}  // namespace aptix::ops
