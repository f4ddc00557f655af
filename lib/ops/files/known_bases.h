// Finds texts that line changes may have been made for: old texts in the operation log, the cloud copy's versions and
// git's history; and the copies that a reader is shown, in the Active File List and the cloud.
#pragma once

#include "disk/history.h"
#include "edit/resolve.h"
#include "ops/files/git.h"
#include "ops/files/sources.h"

namespace aptix::ops {

// Where to look besides the log. Each is opened or run only when a text is needed.
struct BasePlaces {
  store::CloudPlace cloud{};  // empty: none
  RunGit run_git{};           // in the workspace's folder; empty: without git
};

class KnownBases final : public edit::Bases {
 public:
  // `repository`: first component of every docPath; "": determined from the workspace.
  KnownBases(disk::Workspace& workspace, const std::string& repository, const BasePlaces& places)
      : workspace_(workspace),
        repository_(repository),
        places_(places) {}
  std::optional<edit::Base> find(const RelPath& path, const Sha256& sha) override;
  edit::ShownCopy shown(const FileEdit& entry, const Sha256& now) override;
  Status check_source(const FileEdit& entry) override;

 private:
  static constexpr size_t kMostFilesInGit = 20;  // each costs several processes

  Result<Sources*> sources();
  Result<store::CloudSet*> cloud();  // null: there is none
  std::optional<edit::Base> find_in_log(const std::string& path, const Sha256& sha);
  std::optional<edit::Base> find_in_cloud(const std::string& path, const Sha256& sha);

  disk::Workspace& workspace_;
  const std::string& repository_;
  const BasePlaces& places_;
  std::optional<disk::SavedTexts> texts_;  // read when first needed
  std::optional<Sources> sources_;
  std::optional<Result<std::unique_ptr<store::CloudSet>>> cloud_;  // opened only once: it may be remote
  size_t git_files_left_ = kMostFilesInGit;
};

// A text in git's object database.
struct GitText {
  std::string text;
  std::string revision;  // where it was found: "the index", "HEAD" or a commit
};

// Looks in the index, in HEAD and in the newest commits that changed the path. `path`: relative to git's directory. The
// work is bounded for any history. Fetches nothing. nullopt also without a repository.
std::optional<GitText> find_git_text(const RunGit& run, const std::string& path, const Sha256& sha);

}  // namespace aptix::ops
