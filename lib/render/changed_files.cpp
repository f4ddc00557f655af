#include "render/changed_files.h"

#include <map>

namespace aptix::render {
namespace {

// The deletions that are one half of a rename, by the path that goes; the value is the path that comes.
std::map<RelPath, RelPath> find_renames(const ChangeSet& changes) {
  std::map<RelPath, const FileChange*> gone;
  for (const FileChange& change : changes.changes)
    if (change.before.exists && !change.after_exists) gone.emplace(change.path, &change);
  std::map<RelPath, RelPath> renames;
  for (const FileChange& change : changes.changes) {
    if (!change.from || change.before.exists || !change.after_exists) continue;
    auto source = gone.find(*change.from);
    if (source == gone.end()) continue;
    bool links = source->second->before.kind == FileKind::symlink || change.after_kind == FileKind::symlink;
    if (!links || source->second->before.kind == change.after_kind) renames.emplace(*change.from, change.path);
  }
  return renames;
}

FileSide side_before(const FileChange& change) {
  return {.exists = change.before.exists,
      .name = change.path.str(),
      .kind = change.before.kind,
      .bytes = change.before.bytes};
}

using Visit = std::function<void(const FileSide& before, const FileSide& after)>;

void visit_change(const FileSide& before, const FileSide& after, const Visit& visit) {
  bool both = before.exists && after.exists;
  if (!both || (before.kind == FileKind::symlink) == (after.kind == FileKind::symlink)) return visit(before, after);
  visit(before, FileSide{.name = before.name});
  visit(FileSide{.name = after.name}, after);
}

}  // namespace

void for_each_file(const ChangeSet& changes, const Visit& visit) {
  std::map<RelPath, RelPath> renames = find_renames(changes);
  std::map<RelPath, const FileChange*> by_path;
  for (const FileChange& change : changes.changes) by_path.emplace(change.path, &change);

  for (const FileChange& change : changes.changes) {
    if (renames.contains(change.path)) continue;  // told with the file that it became
    std::string joined;
    bool whole = change.pieces.size() == 1;
    if (!whole) joined = change.after_bytes();
    std::string_view bytes = whole ? change.pieces.front() : joined;
    FileSide after{.exists = change.after_exists, .name = change.path.str(), .kind = change.after_kind, .bytes = bytes};
    FileSide before = side_before(change);
    auto rename = change.from ? renames.find(*change.from) : renames.end();
    if (rename != renames.end() && rename->second == change.path) before = side_before(*by_path.at(*change.from));
    visit_change(before, after, visit);
  }
}

}  // namespace aptix::render
