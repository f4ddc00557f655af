// Prints changes in git's extended unified format. Never reads a file: all it needs is in the set.
#include "render/diff.h"

#include <fmt/format.h>

#include <map>

#include "base/assert.h"
#include "base/sha1.h"
#include "diff/git_binary.h"
#include "diff/unified.h"

namespace aptix::render {
namespace {

std::string_view git_mode(FileKind kind) {
  switch (kind) {
    case FileKind::regular: return "100644";
    case FileKind::executable: return "100755";
    case FileKind::symlink: return "120000";
    case FileKind::other: return "100644";
  }
  return "100644";
}

// One side of a file, as the diff shows it.
struct Side {
  bool exists = false;
  std::string name;  // without a/ or b/
  FileKind kind = FileKind::regular;
  std::string_view bytes = {};

  std::string header_name(std::string_view prefix) const {
    if (!exists) return "/dev/null";
    std::string quoted = diff::quote_name(fmt::format("{}/{}", prefix, name));
    // As git does: a name with a blank ends in a tab, so that nobody takes the rest for a date.
    if (quoted.find(' ') != std::string::npos && quoted.front() != '"') quoted += '\t';
    return quoted;
  }
};

constexpr size_t kLookedAtForNul = 8000;

bool has_nul(const Side& side) { return side.bytes.substr(0, kLookedAtForNul).find('\0') != std::string_view::npos; }

bool is_binary(const Side& before, const Side& after, Contents contents) {
  switch (contents) {
    case Contents::as_text: return false;
    case Contents::as_git_does: return has_nul(before) || has_nul(after);
    case Contents::as_binary: return true;
  }
  throw Bug("no such way to tell contents");
}

std::string blob_of(const Side& side) { return side.exists ? git_blob_name({side.bytes}) : std::string(40, '0'); }

// git apply looks at the names of the blobs, so they are given in full.
void append_binary(std::string& out, const Side& before, const Side& after) {
  bool same_mode = before.exists && after.exists && git_mode(before.kind) == git_mode(after.kind);
  out += fmt::format("index {}..{}{}\n", blob_of(before), blob_of(after), same_mode ? fmt::format(" {}", git_mode(after.kind)) : "");
  out += diff::print_binary(before.bytes, after.bytes);
}

// Text as it is, a NUL too: git apply takes it, and a line that only says "differ" it does not.
void append_body(std::string& out, const Side& before, const Side& after, Contents contents) {
  if (before.bytes == after.bytes) return;
  if (is_binary(before, after, contents)) return append_binary(out, before, after);
  out += fmt::format("--- {}\n+++ {}\n", before.header_name("a"), after.header_name("b"));
  out += diff::print_hunks(before.bytes, after.bytes);
}

void append_file(std::string& out, const Side& before, const Side& after, Contents contents) {
  const std::string& old_name = before.exists ? before.name : after.name;
  const std::string& new_name = after.exists ? after.name : before.name;
  out += fmt::format("diff --git {} {}\n", diff::quote_name("a/" + old_name), diff::quote_name("b/" + new_name));
  if (!before.exists) {
    out += fmt::format("new file mode {}\n", git_mode(after.kind));
  } else if (!after.exists) {
    out += fmt::format("deleted file mode {}\n", git_mode(before.kind));
  } else if (git_mode(before.kind) != git_mode(after.kind)) {
    out += fmt::format("old mode {}\nnew mode {}\n", git_mode(before.kind), git_mode(after.kind));
  }
  if (old_name != new_name)
    out += fmt::format("rename from {}\nrename to {}\n", diff::quote_name(old_name), diff::quote_name(new_name));
  append_body(out, before, after, contents);
}

// A file that becomes a link, or a link that becomes a file, is told as git tells it: gone, then new.
void append_change(std::string& out, const Side& before, const Side& after, Contents contents) {
  bool both = before.exists && after.exists;
  if (both && (before.kind == FileKind::symlink) != (after.kind == FileKind::symlink)) {
    append_file(out, before, Side{.name = before.name}, contents);
    append_file(out, Side{.name = after.name}, after, contents);
    return;
  }
  append_file(out, before, after, contents);
}

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

Side side_before(const FileChange& change) {
  return {.exists = change.before.exists, .name = change.path.str(), .kind = change.before.kind, .bytes = change.before.bytes};
}

}  // namespace

std::string unified_diff(const ChangeSet& changes, Contents contents) {
  std::map<RelPath, RelPath> renames = find_renames(changes);
  std::map<RelPath, const FileChange*> by_path;
  for (const FileChange& change : changes.changes) by_path.emplace(change.path, &change);

  std::string out;
  for (const FileChange& change : changes.changes) {
    if (renames.contains(change.path)) continue;  // told with the file that it became
    std::string bytes = change.after_bytes();
    Side after{.exists = change.after_exists, .name = change.path.str(), .kind = change.after_kind, .bytes = bytes};
    Side before = side_before(change);
    auto rename = change.from ? renames.find(*change.from) : renames.end();
    if (rename != renames.end() && rename->second == change.path) before = side_before(*by_path.at(*change.from));
    append_change(out, before, after, contents);
  }
  return out;
}

}  // namespace aptix::render
