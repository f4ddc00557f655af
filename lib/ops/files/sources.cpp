// Nothing above this module knows which kind of Cloud File Set is used.
#include "ops/files/sources.h"

#include <fmt/format.h>

#include <map>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {
namespace {

// `seen`: the copy last seen here; without it nothing can be merged.
Error conflict(const std::string& path, std::string_view doc_path, const std::optional<store::CloudFile>& current,
    const std::optional<Sha256>& seen) {
  std::string key = shell_word(doc_path);
  std::string_view what = seen ? "is not the one that was last seen here" : "was never seen here";
  std::string hint = seen
      ? fmt::format("merge it with yours by 'aptix cloud pull --merge --doc-path {}', and push again", key)
      : fmt::format(
            "look at it with 'aptix cloud read {0}'; move your file away, take the copy with 'aptix cloud pull "
            "--doc-path {0}', "
            "carry your changes over, and push again",
            key);
  Error error = make_error(
      Code::cloud_conflict, fmt::format("the cloud copy of {} {}", in_quotes(doc_path), what), std::move(hint));
  if (current)
    error.notes.push_back(fmt::format("its SHA-256 is {}; {} wrote it as version {}", current->sha.hex(),
        escape_for_display(current->caller), current->version));
  error.doc_path = doc_path;
  return std::move(error).at(path);
}

CloudState cloud_state_of(
    const std::optional<Sha256>& here, const std::optional<Sha256>& there, const std::optional<Sha256>& synced) {
  if (!there) return CloudState::only_here;
  if (!here) return CloudState::only_there;
  if (*here == *there) return CloudState::same;
  if (synced && *synced == *there) return CloudState::changed_here;
  if (synced && *synced == *here) return CloudState::changed_there;
  return CloudState::changed_both;
}

}  // namespace

Error not_in_cloud(std::string_view doc_path) {
  return at_doc_path(make_error(Code::file_missing, fmt::format("there is no cloud copy of {}", in_quotes(doc_path)),
                         "'aptix cloud list' lists them"),
      doc_path);
}

Error active_is_gone(const FoundCopy& file) {
  Error error = make_error(Code::file_missing,
      fmt::format("{} is on the Active File List, but there is no such file any more", in_quotes(file.path)),
      fmt::format(
          "restore it, or take it off the list with 'aptix active remove --doc-path {}'", shell_word(file.doc_path)));
  error.doc_path = file.doc_path;
  return std::move(error).at(file.path);
}

Error not_active(std::string_view typed) {
  return at_doc_path(
      make_error(Code::file_missing, fmt::format("{} is not in the Active File List", excerpt_in_quotes(typed)),
          "'aptix active list' lists it"),
      typed);
}

bool may_be_doc_path(std::string_view path, const Error& error) {
  bool missing = error.code == Code::file_missing || error.code == Code::path_outside_root;
  return missing && path.find('/') != std::string_view::npos && path.front() != '/' && path.front() != '.';
}

bool is_unknown_key(const Error& error) { return error.code == Code::file_missing && error.path == error.doc_path; }

std::string_view name(CloudState state) {
  switch (state) {
    case CloudState::same: return "same";
    case CloudState::changed_here: return "changed here";
    case CloudState::changed_there: return "changed there";
    case CloudState::changed_both: return "changed on both sides";
    case CloudState::only_here: return "only here";
    case CloudState::only_there: return "only there";
  }
  return "";
}

Result<std::string> Sources::path_in_workspace(std::string_view typed) const {
  std::string whole = typed.starts_with('/') ? std::string(typed) : root_ + "/" + std::string(typed);
  std::string path = "/" + cleared_of_dots(whole);
  std::string top = workspace_ == "/" ? "/" : workspace_ + "/";
  if (path.starts_with(top)) return path.substr(top.size());
  return fail_at(typed, Code::path_outside_root, fmt::format("{} is outside the workspace", excerpt_in_quotes(typed)),
      "name a file of the workspace");
}

Result<std::string> Sources::locate(const std::string& typed) {
  auto path = path_in_workspace(typed);
  if (path && size_on_disk(*path)) return path;
  auto by_key = doc_paths_.path_of(typed);
  if (by_key || by_key.error().code == Code::docpath_twins) return by_key;
  if (!path) return path;
  TRY(size_on_disk(*path));
  return path;
}

Result<Sources> Sources::open(
    const disk::Workspace& workspace, const std::string& repository, store::CloudPlace cloud) {
  TRY_ASSIGN(doc_paths, DocPaths::open(disk::posix_file_system(), workspace.path(), repository));
  return Sources(workspace, std::move(doc_paths), std::move(cloud));
}

Result<store::CloudSet*> Sources::cloud() {
  if (cloud_place_.empty())
    return fail(Code::cloud_not_configured, "no Cloud File Set is configured",
        "name it in your own configuration, ~/.config/aptix/config.toml, not in that of a workspace: cloud.file = "
        "\"/path/to/set.db\", or cloud.url = \"postgresql://host/name\"");
  if (!cloud_) TRY_SET(cloud_, store::open_cloud(cloud_place_, cloud_busy_ms_, interrupted_));
  return cloud_.get();
}

Result<uint64_t> Sources::size_on_disk(const std::string& path) const {
  TRY_ASSIGN(tree, Tree::open_top(workspace_, guard_));
  TRY_ASSIGN(file, tree.open_file(path));
  return file.size();
}

Result<std::string> Sources::read_disk(const std::string& path) {
  TRY_ASSIGN(tree, Tree::open_top(workspace_, guard_));
  return tree.read_file(path);
}

Result<bool> Sources::is_active(std::string_view doc_path) {
  TRY_ASSIGN(found, active_list_.find(doc_path));
  return found.has_value();
}

// An active file may have been renamed to another path with the same docPath: the docPath is the key, the path only
// informs.
Result<std::string> Sources::path_of(const store::ActiveFile& entry) {
  auto path = doc_paths_.path_of(entry.doc_path);
  if (path || path.error().code != Code::file_missing) return path;
  return entry.path;
}

Result<FoundCopy> Sources::find(const std::string& doc_path, std::optional<FileSource> only) {
  if (only != FileSource::cloud && only != FileSource::disk) {
    TRY_ASSIGN(entry, active_list_.find(doc_path));
    if (entry) {
      TRY_ASSIGN(path, path_of(*entry));
      return FoundCopy{.doc_path = doc_path, .path = std::move(path), .source = FileSource::active};
    }
  }
  if (only == FileSource::active) return fail(not_active(doc_path));
  if (only == FileSource::cloud || (!only && has_cloud())) {
    TRY_ASSIGN(set, cloud());
    TRY_ASSIGN(copy, set->look(doc_path));
    if (copy) return FoundCopy{.doc_path = doc_path, .path = copy->path, .source = FileSource::cloud, .cloud = copy};
    if (only) return fail(not_in_cloud(doc_path));
  }
  TRY_ASSIGN(path, doc_paths_.path_of(doc_path));
  return FoundCopy{.doc_path = doc_path, .path = std::move(path), .source = FileSource::disk};
}

Result<std::string> Sources::content_of(const FoundCopy& copy) {
  if (!copy.cloud) {
    auto content = read_disk(copy.path);
    if (!content && content.error().code == Code::file_missing && copy.source == FileSource::active)
      return fail(active_is_gone(copy));
    return content;
  }
  // Judge by the path in the docPath, not by the path stored with the copy.
  std::string_view path = std::string_view(copy.doc_path).substr(copy.doc_path.find('/') + 1);
  if (auto refused = reading_refused(guard_.get(), path)) return fail(std::move(*refused));
  TRY_ASSIGN(set, cloud());
  TRY_ASSIGN(content, set->read(copy.doc_path, copy.cloud->sha));
  if (content) return std::move(*content);
  return fail(Code::io_error, fmt::format("the cloud copy of {} has gone", in_quotes(copy.doc_path)), "try again");
}

Result<FoundCopy> Sources::read(const std::string& doc_path, std::optional<FileSource> only) {
  TRY_ASSIGN(copy, find(doc_path, only));
  TRY_SET(copy.content, content_of(copy));
  return copy;
}

Result<std::string> Sources::key_alone(const std::string& path) {
  if (find_invalid_utf8(path))
    return fail_at(path, Code::path_invalid,
        fmt::format("the name of {} is not UTF-8, so that it has no docPath", in_quotes(path)), "rename the file");
  std::string key = doc_paths_.key_of(path);
  TRY(doc_paths_.path_of(key));
  return key;
}

Result<store::ActiveFile> Sources::active_entry(const std::string& path) {
  TRY(size_on_disk(path));
  TRY_ASSIGN(key, key_alone(path));
  return store::ActiveFile{std::move(key), path};
}

Result<std::optional<store::ActiveFile>> Sources::find_active(const std::string& typed) {
  auto path = path_in_workspace(typed);
  std::string by_path = path ? doc_paths_.key_of(*path) : std::string();
  bool exists = path && size_on_disk(*path);
  for (const std::string& key : {by_path, typed}) {
    if (key.empty() || (exists && key != by_path)) continue;
    TRY_ASSIGN(entry, active_list_.find(key));
    if (entry) return entry;
  }
  return std::optional<store::ActiveFile>();
}

Result<std::vector<ActiveEntry>> Sources::active() {
  std::vector<ActiveEntry> entries;
  TRY_ASSIGN(files, active_list_.list());
  for (store::ActiveFile& file : files) {
    ActiveEntry entry{.file = std::move(file)};
    if (auto path = path_of(entry.file)) entry.file.path = std::move(*path);
    auto size = size_on_disk(entry.file.path);
    entry.missing = !size;
    entry.size = size.value_or(0);
    if (has_cloud() && size) {
      TRY_ASSIGN(content, read_disk(entry.file.path));
      TRY_ASSIGN(set, cloud());
      TRY_ASSIGN(copy, set->look(entry.file.doc_path));
      entry.dirty = !copy || copy->sha != sha256(content);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<bool> Sources::push(const std::string& path, const Pusher& by) {
  TRY_ASSIGN(seen, active_list_.synced(doc_paths_.key_of(path)));
  return push(path, seen, by);
}

Result<bool> Sources::push(const std::string& path, const std::optional<Sha256>& expected, const Pusher& by) {
  TRY_ASSIGN(set, cloud());
  TRY_ASSIGN(content, read_disk(path));
  TRY_ASSIGN(key, key_alone(path));
  Sha256 sha = sha256(content);
  TRY_ASSIGN(current, set->look(key));
  auto refuse = [&](const std::optional<store::CloudFile>& now) {
    auto seen = active_list_.synced(key);
    return fail(conflict(path, key, now, seen ? *seen : std::nullopt));
  };
  bool is_same = current && current->sha == sha;
  bool has_it = is_same && set->read(key, sha);  // no new version of the same text, unless the stored one is damaged
  if (!is_same && by.dry_run && current && expected != current->sha) return refuse(current);
  if (by.dry_run) return !has_it;
  if (has_it) {
    TRY(active_list_.set_synced(key, sha));
    return false;
  }
  store::CloudWrite write{
      .doc_path = key, .path = path, .caller = by.caller, .time_ns = by.time_ns, .expected = {}, .content = content};
  write.expected = is_same ? sha : current ? expected : std::nullopt;
  TRY_ASSIGN(written, set->compare_and_set(write));
  bool same = !written.stored && written.current && written.current->sha == sha;
  if (!written.stored && !same) return refuse(written.current);
  TRY(active_list_.set_synced(key, sha));
  return !same;
}

Result<bool> Sources::push_applied(const std::string& path, const std::optional<Sha256>& before, const Pusher& by) {
  std::string key = doc_paths_.key_of(path);
  TRY_ASSIGN(set, cloud());
  TRY_ASSIGN(copy, set->look(key));
  if (copy) {
    auto pushed = push(path, before, by);
    if (pushed || pushed.error().code != Code::cloud_conflict) return pushed;
    TRY_ASSIGN(seen, active_list_.synced(key));
    if (!seen || *seen != copy->sha) return pushed;
    Error before_run = make_error(Code::cloud_conflict,
        fmt::format(
            "{} was not pushed: before this run it had changes already that the cloud copy has not", in_quotes(path)),
        fmt::format("make it the new copy with 'aptix cloud push --doc-path {}'", shell_word(key)));
    before_run.doc_path = key;
    return fail(std::move(before_run.at(path)));
  }
  TRY_ASSIGN(active, is_active(key));
  return active ? push(path, std::nullopt, by) : Result<bool>(false);
}

Result<std::vector<CloudEntry>> Sources::status() {
  TRY_ASSIGN(set, cloud());
  TRY_ASSIGN(copies, set->list());
  std::map<std::string, CloudEntry> entries;
  std::map<std::string, Sha256> there;
  std::string prefix = doc_paths_.repository() + "/";
  for (const store::CloudFile& copy : copies) {
    if (!copy.doc_path.starts_with(prefix)) continue;  // belongs to another repository
    entries[copy.doc_path] = {copy.doc_path, copy.path};
    there.emplace(copy.doc_path, copy.sha);
  }
  TRY_ASSIGN(files, active_list_.list());
  for (const store::ActiveFile& file : files) entries[file.doc_path] = {file.doc_path, file.path};
  std::vector<CloudEntry> out;
  for (auto& [key, entry] : entries) {
    std::optional<Sha256> here, copy;
    auto path = doc_paths_.path_of(key);
    if (!path && path.error().code != Code::file_missing) return fail(std::move(path).error());
    if (path) {
      entry.path = *path;
      if (auto content = read_disk(*path)) here = sha256(*content);
      else if (content.error().code == Code::io_error) return fail(std::move(content).error());
    }
    TRY_ASSIGN(seen, active_list_.synced(key));
    if (auto found = there.find(key); found != there.end()) copy = found->second;
    if (!here && !copy) continue;
    entry.state = cloud_state_of(here, copy, seen);
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace aptix::ops
