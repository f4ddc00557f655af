// Prints changes in git's extended unified format. Never reads a file: the set contains all it needs.
#include "render/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash/sha256.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/read/git_binary.h"
#include "diff/read/unified.h"
#include "render/style.h"

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

// The name with its prefix, as a header line has it.
std::string header_name(const FileSide& side, std::string_view prefix) {
  if (!side.exists) return "/dev/null";
  std::string quoted = diff::quote_name(fmt::format("{}/{}", prefix, side.name));
  // As in git: a name with a space ends in a tab, so that nobody reads the rest as a date.
  if (quoted.find(' ') != std::string::npos && quoted.front() != '"') quoted += '\t';
  return quoted;
}

std::string blob_of(const FileSide& side) { return side.exists ? git_blob_name({side.bytes}) : std::string(40, '0'); }

// Writes text as it is, even with NUL: git apply accepts that, but not a line that only says "differ".
std::optional<diff::LineCounts> append_body(
    std::string& out, const FileSide& before, const FileSide& after, Contents contents, unsigned context) {
  if (before.bytes == after.bytes) return diff::LineCounts{};
  bool any_binary = is_binary(before.bytes) || is_binary(after.bytes);
  if (contents == Contents::as_binary || (contents == Contents::as_git_does && any_binary)) {
    // git apply checks the names of the blobs, so they are given in full.
    bool same_mode = before.exists && after.exists && git_mode(before.kind) == git_mode(after.kind);
    out += fmt::format(
        "index {}..{}{}\n", blob_of(before), blob_of(after), same_mode ? fmt::format(" {}", git_mode(after.kind)) : "");
    out += diff::print_binary(before.bytes, after.bytes);
    return std::nullopt;
  }
  out += fmt::format("--- {}\n+++ {}\n", header_name(before, "a"), header_name(after, "b"));
  std::vector<diff::LineEdit> edits = diff::diff_lines(before.bytes, after.bytes);
  out += diff::print_hunks(before.bytes, after.bytes, edits, context);
  return diff::counts_of(edits);
}

void append_header(std::string& out, const FileSide& before, const FileSide& after) {
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
  // As in git: without hunks, only this line shows that the header is complete.
  if (before.exists != after.exists && before.bytes == after.bytes)
    out += fmt::format("index {:.7}..{:.7}\n", blob_of(before), blob_of(after));
}

// The style of a line by its first characters. That is enough for colours; a parser needs the hunk's counts.
std::string_view style_of(std::string_view line, bool in_hunk) {
  if (line.starts_with("@@")) return style::kHunk;
  if (!in_hunk) return style::kStrong;
  if (line.starts_with('+')) return style::kAdded;
  if (line.starts_with('-')) return style::kRemoved;
  return {};
}

// The widths of a stat are git's: names get the room that they need, up to five eighths of the line if the graph needs
// more than three eighths.
constexpr uint64_t kLeastName = 10, kLeastGraph = 6, kBetween = 6;  // " ", " | ", " " and one to spare

// "dir/{old => new}/file": folders in common are printed once.
std::string stat_name(const FileCount& file) {
  const std::string &from = file.from, &to = file.name;
  if (from.empty()) return diff::quote_name(to);
  if (diff::quote_name(from) != from || diff::quote_name(to) != to)
    return diff::quote_name(from) + " => " + diff::quote_name(to);
  size_t same = static_cast<size_t>(std::mismatch(from.begin(), from.end(), to.begin(), to.end()).first - from.begin());
  size_t slash = same == 0 ? std::string::npos : from.rfind('/', same - 1);
  size_t front = slash == std::string::npos ? 0 : slash + 1, back = 0;
  size_t most = std::min(from.size(), to.size()) - (front == 0 ? 0 : front - 1);  // both may share the slash
  for (size_t i = 1; i <= most && from[from.size() - i] == to[to.size() - i]; ++i)
    if (from[from.size() - i] == '/') back = i;
  auto middle = [&](const std::string& name) {
    return front + back < name.size() ? name.substr(front, name.size() - front - back) : std::string();
  };
  std::string change = middle(from) + " => " + middle(to);
  return front + back == 0 ? change : from.substr(0, front) + "{" + change + "}" + from.substr(from.size() - back);
}

uint64_t digits(uint64_t number) { return std::to_string(number).size(); }

struct Widths {
  uint64_t name = 0, number = 0, graph = 0, most = 0;

  uint64_t scaled(uint64_t lines) const { return lines == 0 ? 0 : 1 + lines * (graph - 1) / most; }
};

Widths widths_of(const std::vector<FileCount>& files, const std::vector<std::string>& names, uint64_t width) {
  Widths out;
  uint64_t binary = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    out.name = std::max<uint64_t>(out.name, names[i].size());
    const FileCount& file = files[i];
    if (!file.is_binary) out.most = std::max(out.most, file.added + file.removed);
    else binary = std::max(binary, 14 + digits(file.added) + digits(file.removed));  // "Bin N -> N bytes"
  }
  out.number = std::max<uint64_t>(digits(out.most), binary != 0 ? 3 : 0);
  width = std::max(width, kLeastName + kBetween + kLeastGraph + out.number);
  out.graph = out.most + 4 > binary ? out.most : binary - 4;
  if (out.name + out.number + kBetween + out.graph <= width) return out;
  uint64_t share = width * 3 / 8 - std::min(width * 3 / 8, out.number + kBetween);
  if (out.graph > share) out.graph = std::max(share, kLeastGraph);
  uint64_t room = width - out.number - kBetween;
  if (out.name > room - out.graph) out.name = room - out.graph;
  else out.graph = room - out.name;
  return out;
}

// A name that is too long, shortened to its end, from a slash on if there is one.
std::string fitted(const std::string& name, uint64_t width) {
  if (name.size() <= width) return name + std::string(width - name.size(), ' ');
  std::string end = name.substr(name.size() - (width - std::min<uint64_t>(width, 3)));
  if (size_t slash = end.find('/'); slash != std::string::npos) end.erase(0, slash);
  std::string shown = "..." + end;
  return shown + std::string(width - std::min<uint64_t>(width, shown.size()), ' ');
}

std::string count_line(const FileCount& file, const std::string& name, const Widths& widths) {
  std::string line = " " + fitted(name, widths.name) + " | ";
  if (file.is_binary)
    return line + fmt::format("{:>{}} {} -> {} bytes\n", "Bin", widths.number, file.removed, file.added);
  uint64_t added = file.added, removed = file.removed, total = added + removed;
  line += fmt::format("{:>{}}{}", total, widths.number, total == 0 ? "" : " ");
  if (widths.graph <= widths.most) {
    total = widths.scaled(total);
    if (total < 2 && added != 0 && removed != 0) total = 2;
    if (added < removed) removed = total - (added = widths.scaled(added));
    else added = total - (removed = widths.scaled(removed));
  }
  return line + std::string(added, '+') + std::string(removed, '-') + "\n";
}

}  // namespace

std::string_view operation_of(const FileSide& before, const FileSide& after) {
  if (!before.exists) return "create";
  if (!after.exists) return "delete";
  return before.name == after.name ? "change" : "rename";
}

void for_each_file(
    const ChangeSet& changes, const std::function<void(const FileSide& before, const FileSide& after)>& visit) {
  std::map<RelPath, const FileChange*> gone, sources;  // of renames; sources: by the new path
  std::set<RelPath> renamed;
  for (const FileChange& change : changes.changes)
    if (change.before.exists && !change.after_exists) gone.emplace(change.path, &change);
  for (const FileChange& change : changes.changes) {
    if (!change.from || change.before.exists || !change.after_exists) continue;
    auto source = gone.find(*change.from);
    if (source == gone.end()) continue;
    FileKind before = source->second->before.kind, after = change.after_kind;
    bool any_link = before == FileKind::symlink || after == FileKind::symlink;
    if ((!any_link || before == after) && renamed.insert(*change.from).second)
      sources.emplace(change.path, source->second);
  }
  for (const FileChange& change : changes.changes) {
    if (renamed.contains(change.path)) continue;  // printed with its new name
    auto source = sources.find(change.path);
    const FileChange& old = source == sources.end() ? change : *source->second;
    std::string joined;
    bool whole = change.pieces.size() == 1;
    if (!whole) joined = change.after_bytes();
    FileSide before{old.before.exists, old.path.str(), old.before.kind, old.before.bytes};
    FileSide after{change.after_exists, change.path.str(), change.after_kind, whole ? change.pieces.front() : joined};
    bool becomes_other = (before.kind == FileKind::symlink) != (after.kind == FileKind::symlink);
    if (!before.exists || !after.exists || !becomes_other) {
      visit(before, after);
      continue;
    }
    visit(before, FileSide{.name = before.name});
    visit(FileSide{.name = after.name}, after);
  }
}

FileDiff diff_of_file(const FileSide& before, const FileSide& after, Contents contents, unsigned context) {
  FileDiff diff;
  append_header(diff.text, before, after);
  diff.lines = append_body(diff.text, before, after, contents, context);
  return diff;
}

std::string unified_diff(const ChangeSet& changes, Contents contents, unsigned context) {
  std::string out;
  for_each_file(changes, [&](const FileSide& before, const FileSide& after) {
    out += diff_of_file(before, after, contents, context).text;
  });
  return out;
}

std::string colour_diff(std::string_view diff) {
  std::string out;
  bool in_hunk = false;
  while (!diff.empty()) {
    std::string_view line = take_line(diff);
    if (line.starts_with("@@")) in_hunk = true;
    if (line.starts_with("diff --git ")) in_hunk = false;
    style::append(out, style_of(line, in_hunk), escape_block_for_display(line));
    out += '\n';
  }
  return out;
}

std::string diff_stat(const std::vector<FileCount>& files, uint64_t width) {
  if (files.empty()) return {};
  std::vector<std::string> names;
  for (const FileCount& file : files) names.push_back(stat_name(file));
  Widths widths = widths_of(files, names, width);
  std::string text;
  uint64_t added = 0, removed = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    text += count_line(files[i], names[i], widths);
    if (files[i].is_binary) continue;
    added += files[i].added;
    removed += files[i].removed;
  }
  text += fmt::format(" {} {} changed", files.size(), files.size() == 1 ? "file" : "files");
  if (added != 0 || removed == 0) text += fmt::format(", {} insertion{}(+)", added, added == 1 ? "" : "s");
  if (removed != 0 || added == 0) text += fmt::format(", {} deletion{}(-)", removed, removed == 1 ? "" : "s");
  return text + "\n";
}

}  // namespace aptix::render
