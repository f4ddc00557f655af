#include "ops/gitpatch_index.h"

#include <utility>

namespace aptix::ops {
namespace {

class IndexReader final : public Reader {
 public:
  explicit IndexReader(GitRepository& repository) : repository_(repository) {}

  Result<FileImage> read(const RelPath& path) override {
    FileImage image;
    std::optional<edit::IndexEntry> entry = repository_.index_entry(path.str());
    if (!entry) return image;
    TRY_ASSIGN(blob, repository_.blob(entry->blob));
    if (!blob) return fail(Code::file_missing, "failed to read " + path.str());
    auto bytes = std::make_shared<std::string>(std::move(*blob));
    image.exists = true;
    image.mode = entry->mode & 0777;
    image.kind = (entry->mode & diff::kModeType) == diff::kModeLink ? FileKind::symlink
                 : (image.mode & 0100) != 0                         ? FileKind::executable
                                                                    : FileKind::regular;
    image.bytes = *bytes;
    image.owner = std::move(bytes);
    return image;
  }

 private:
  GitRepository& repository_;
};

uint32_t mode_of(const FileChange& change) {
  if (change.after_kind == FileKind::symlink) return diff::kModeLink;
  return diff::kModeRegular | ((change.after_mode & 0100) != 0 ? 0755 : 0644);
}

// The three sides of a merge that left markers, in place of the one entry.
Status add_conflicts(GitRepository& repository, const Works& works, std::vector<GitRepository::NewEntry>& entries) {
  for (const std::vector<edit::GitWork>& list : works) {
    for (const edit::GitWork& work : list) {
      if (!work.conflicted) continue;
      entries.push_back({.path = *work.new_name, .mode = 0, .blob = {}, .stage = 0});
      unsigned stage = 1;
      for (std::optional<std::string_view> side : {work.base, std::optional(work.ours), std::optional(work.theirs)}) {
        if (side) {
          TRY_ASSIGN(blob, repository.store_blob(*side));
          entries.push_back({*work.new_name, work.new_mode, std::move(blob), stage});
        }
        ++stage;
      }
    }
  }
  return {};
}

}  // namespace

std::unique_ptr<Reader> make_index_reader(GitRepository& repository) { return std::make_unique<IndexReader>(repository); }

Status write_index(GitRepository& repository, const ChangeSet& changes, const Works& works) {
  std::vector<GitRepository::NewEntry> entries;
  for (const FileChange& change : changes.changes) {
    if (!change.after_exists) {
      entries.push_back({.path = change.path.str(), .mode = 0, .blob = {}, .stage = 0});
      continue;
    }
    TRY_ASSIGN(blob, repository.store_blob(change.after_bytes()));
    entries.push_back({change.path.str(), mode_of(change), std::move(blob), 0});
  }
  TRY(add_conflicts(repository, works, entries));
  return entries.empty() ? Status() : repository.write_entries(entries);
}

Status follow_with_index(GitRepository& repository, const ChangeSet& changes, const Works& works, IndexWork work) {
  std::vector<std::string> paths;
  for (const FileChange& change : changes.changes) {
    bool is_reject = change.path.str().ends_with(".rej");
    bool wanted = work == IndexWork::update || (change.after_exists && !change.before.exists);
    if (wanted && !is_reject) paths.push_back(repository.place().prefix + change.path.str());
  }
  if (work == IndexWork::intent) return repository.add_intent(paths);
  std::vector<GitRepository::NewEntry> entries;
  if (!paths.empty()) TRY(repository.update_index(paths));
  TRY(add_conflicts(repository, works, entries));
  return entries.empty() ? Status() : repository.write_entries(entries);
}

}  // namespace aptix::ops
