#include "ops/gitpatch/steps.h"

#include <utility>

namespace aptix::ops {
namespace {

class IndexReader final : public Reader {
 public:
  IndexReader(GitRepository& repository, const Guard* guard) : repository_(repository), guard_(guard) {}

  Result<FileImage> read(const RelPath& path) override {
    FileImage image;
    std::optional<git::IndexEntry> entry = repository_.index_entry(path.str());
    if (!entry) return image;
    if (auto refused = reading_refused(guard_, path.str())) return fail(std::move(*refused));
    if (git::is_submodule(entry->mode)) {
      image.exists = true;
      image.kind = FileKind::other;  // like a folder
      return image;
    }
    TRY_ASSIGN(blob, repository_.blob(entry->blob));
    if (!blob) return fail(Code::file_missing, "failed to read " + path.str());
    auto bytes = std::make_shared<std::string>(std::move(*blob));
    image.exists = true;
    image.mode = entry->mode & 0777;
    image.kind = git::is_link(entry->mode) ? FileKind::symlink
        : (image.mode & 0100) != 0         ? FileKind::executable
                                           : FileKind::regular;
    image.bytes = *bytes;
    image.owner = std::move(bytes);
    return image;
  }

 private:
  GitRepository& repository_;
  const Guard* guard_;
};

// Call first: a link may have replaced a folder.
Status remove_entries(GitRepository& repository, const std::vector<std::string>& paths) {
  std::vector<GitRepository::NewEntry> entries;
  for (const std::string& path : paths) entries.push_back({.path = path});
  return repository.write_entries(entries);
}

// Restores the index as it was read before the run. Removes first what was not in it.
Status restore_entries(GitRepository& repository, const std::vector<std::string>& paths) {
  std::vector<GitRepository::NewEntry> old_entries;
  std::vector<std::string> new_paths;
  for (const std::string& path : paths) {
    if (std::optional<git::IndexEntry> entry = repository.index_entry(path))
      old_entries.push_back({path, entry->mode, entry->blob, 0});
    else new_paths.push_back(path);
  }
  TRY(remove_entries(repository, new_paths));
  return repository.write_entries(old_entries);
}

// The x bit comes from the patches if core.fileMode is off.
Status take_from_tree(GitRepository& repository, const std::vector<std::string>& paths, const Works& works) {
  using Executable = GitRepository::Executable;
  if (repository.trusts_file_modes()) return repository.update_index(paths, Executable::as_in_tree);
  std::map<std::string_view, uint32_t> modes;
  for (const std::vector<git::Work>& list : works)
    for (const git::Work& work : list)
      if (work.new_name && !work.rejected) modes[*work.new_name] = work.new_mode;
  std::map<Executable, std::vector<std::string>> groups;
  for (const std::string& path : paths) {
    auto mode = modes.find(path);
    bool stated = mode != modes.end() && (mode->second & git::kModeType) == git::kModeRegular;
    groups[!stated                       ? Executable::as_in_tree
            : (mode->second & 0100) != 0 ? Executable::yes
                                         : Executable::no]
        .push_back(path);
  }
  for (const auto& [executable, group] : groups) TRY(repository.update_index(group, executable));
  return {};
}

// The names that change in the index.
struct IndexNames {
  std::vector<std::string> gone, there;
};

// Uses the patches, not the changes: deleting a file that was already missing changes only the index.
IndexNames sort_names(const ChangeSet& changes, const Works& works, const std::string& prefix, IndexWork work) {
  std::set<std::string, std::less<>> follow, stand;
  for (const FileChange& change : changes.changes) {
    if (!change.after_exists) continue;
    bool wanted = work == IndexWork::update || !change.before.exists;
    (wanted ? follow : stand).insert(prefix + change.path.str());
  }
  for (const KeptFile& kept : changes.kept) stand.insert(prefix + kept.path.str());
  for (const SubmoduleChange& submodule : changes.submodules)
    if (!submodule.goes) stand.insert(prefix + submodule.path.str());
  std::set<std::string_view> patched;  // files with rejected hunks are not included
  for (const std::vector<git::Work>& list : works) {
    for (const git::Work& one : list) {
      if (one.rejected) continue;
      if (one.old_name && !one.patch->is_copy) patched.insert(*one.old_name);
      if (one.new_name) patched.insert(*one.new_name);
    }
  }
  IndexNames names;
  for (std::string_view name : patched) {
    if (follow.contains(name)) names.there.emplace_back(name);
    else if (!stand.contains(name)) names.gone.emplace_back(name);
  }
  return names;
}

void add_submodules(
    std::vector<GitRepository::NewEntry>& entries, const ChangeSet& changes, const std::string& prefix) {
  for (const SubmoduleChange& submodule : changes.submodules)
    if (!submodule.goes) entries.push_back({prefix + submodule.path.str(), git::kModeSubmodule, submodule.commit, 0});
}

// Entries whose blobs are not stored yet, and the contents of those.
struct Unstored {
  std::vector<GitRepository::NewEntry> entries;
  std::vector<size_t> of;  // index into entries, parallel to contents
  std::vector<std::string_view> contents;

  void add(GitRepository::NewEntry entry, std::string_view content) {
    of.push_back(entries.size());
    entries.push_back(std::move(entry));
    contents.push_back(content);
  }
};

// git would remove conflicting entries; this is an error instead.
Status check_places(const GitRepository& repository, const std::vector<GitRepository::NewEntry>& entries,
    std::set<std::string, std::less<>> gone) {
  for (const GitRepository::NewEntry& entry : entries)
    if (entry.mode == 0) gone.insert(entry.path);
  for (const GitRepository::NewEntry& entry : entries)
    if (entry.mode != 0 && repository.clashes(entry.path, gone))
      return fail_at(entry.path, Code::path_conflict, "'" + entry.path + "' appears as both a file and as a directory",
          "look at 'git status' and put the index in order");
  return {};
}

Status write_all(GitRepository& repository, Unstored unstored) {
  TRY_ASSIGN(names, repository.store_blobs(unstored.contents));
  for (size_t i = 0; i < names.size(); ++i) unstored.entries[unstored.of[i]].blob = std::move(names[i]);
  return repository.write_entries(unstored.entries);
}

// If a merge left markers, three entries with the sides replace the one entry.
void add_conflicts(Unstored& sides, const Works& works) {
  for (const std::vector<git::Work>& list : works) {
    for (const git::Work& work : list) {
      if (!work.conflicted) continue;
      sides.entries.push_back({.path = *work.new_name});
      unsigned stage = 1;
      for (std::optional<std::string_view> side : {work.base, std::optional(work.ours), std::optional(work.theirs)}) {
        if (side) sides.add({*work.new_name, work.new_mode, {}, stage}, *side);
        ++stage;
      }
    }
  }
}

}  // namespace

std::unique_ptr<Reader> make_index_reader(GitRepository& repository, const Guard* guard) {
  return std::make_unique<IndexReader>(repository, guard);
}

void expect_blobs(GitRepository& repository, const std::vector<git::Work>& works, const git::ApplyOptions& options) {
  std::vector<std::string> names;
  for (const git::Work& work : works) {
    if (!work.old_name) continue;
    if (options.three_way && !work.is_delete) names.push_back(work.patch->old_blob);
    std::optional<git::IndexEntry> entry =
        options.target == git::Target::index ? repository.index_entry(*work.old_name) : std::nullopt;
    if (entry && !git::is_submodule(entry->mode)) names.push_back(entry->blob);
  }
  repository.expect_blobs(names);
}

Status write_index(GitRepository& repository, const ChangeSet& changes, const Works& works) {
  Unstored unstored;
  std::deque<std::string> texts;
  for (const SubmoduleChange& submodule : changes.submodules)  // a file may replace it
    if (submodule.goes) unstored.entries.push_back({.path = submodule.path.str()});
  for (const FileChange& change : changes.changes)
    if (!change.after_exists) unstored.entries.push_back({.path = change.path.str()});
  for (const FileChange& change : changes.changes) {
    if (!change.after_exists) continue;
    uint32_t mode = git::kModeRegular | ((change.after_mode & 0100) != 0 ? 0755 : 0644);
    if (change.after_kind == FileKind::symlink) mode = git::kModeLink;
    unstored.add({change.path.str(), mode, {}, 0}, texts.emplace_back(change.after_bytes()));
  }
  add_submodules(unstored.entries, changes, {});
  TRY(check_places(repository, unstored.entries, {}));
  add_conflicts(unstored, works);
  return write_all(repository, std::move(unstored));
}

Status follow_with_index(GitRepository& repository, const ChangeSet& changes, const Works& works, IndexWork work) {
  IndexNames names = sort_names(changes, works, repository.place().prefix, work);
  if (work == IndexWork::intent) return repository.add_intent(names.there);
  Unstored rest;
  add_submodules(rest.entries, changes, repository.place().prefix);
  add_conflicts(rest, works);
  std::vector<GitRepository::NewEntry> wanted = rest.entries;
  for (const std::string& path : names.there) wanted.push_back({path, git::kModeRegular, {}, 0});
  TRY(check_places(repository, wanted, {names.gone.begin(), names.gone.end()}));
  std::vector<std::string> touched = names.gone;
  for (const GitRepository::NewEntry& entry : wanted) touched.push_back(entry.path);
  Status done = remove_entries(repository, names.gone);
  if (done) done = take_from_tree(repository, names.there, works);
  if (done) done = write_all(repository, std::move(rest));
  if (done || restore_entries(repository, touched)) return done;
  done.error().notes.push_back("the index could not be restored: look at 'git status'");
  return done;
}

Status write_fake_ancestor(GitRepository& repository, const Works& works, const std::string& file) {
  std::vector<GitRepository::NewEntry> entries;
  for (const std::vector<git::Work>& list : works) {
    for (const git::Work& work : list) {
      if (work.is_new || !work.old_name) continue;
      std::optional<std::string> blob = repository.full_name(work.patch->old_blob);  // its old side
      bool only_mode = work.patch->lines_added == 0 && work.patch->lines_deleted == 0;
      if (auto entry = only_mode && !blob ? repository.index_entry(*work.old_name) : std::nullopt) blob = entry->blob;
      if (!blob) return fail(Code::file_missing, "sha1 information is lacking or useless (" + *work.old_name + ").");
      entries.push_back({.path = *work.old_name,
          .mode = work.old_mode == 0 ? git::kModeRegular | 0644 : work.old_mode,
          .blob = std::move(*blob)});
    }
  }
  return repository.write_other_index(file, entries);
}

}  // namespace aptix::ops
