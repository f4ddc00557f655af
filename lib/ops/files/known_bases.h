// The copies of files that line changes may be made for. Earlier texts: the operation log's saved files, the versions
// of the cloud copy, git's history. And what a reader is shown, by the Active File List and the cloud.
#pragma once

#include "disk/history.h"
#include "edit/resolve.h"
#include "ops/files/git.h"
#include "ops/files/sources.h"

namespace aptix::ops {

// Where to look in addition to the log. Each is opened or run only when a text is asked for.
struct BasePlaces {
  store::CloudPlace cloud{};  // empty: none
  RunGit run_git{};           // in the workspace's folder; empty: git is not asked
};

class KnownBases final : public edit::Bases {
 public:
  // `repository`: first part of every docPath; "": worked out.
  KnownBases(disk::Workspace& workspace, const std::string& repository, const BasePlaces& places)
      : workspace_(workspace),
        repository_(repository),
        places_(places) {}
  std::optional<edit::Base> find(const RelPath& path, const Sha256& sha) override;
  edit::ShownCopy shown(const FileEdit& entry, const Sha256& now) override;
  Status check_source(const FileEdit& entry) override;

 private:
  static constexpr size_t kMostFilesInGit = 20;  // each costs processes

  Result<Sources*> sources();
  Result<store::CloudSet*> cloud();  // null: there is none
  std::optional<edit::Base> find_in_log(const std::string& path, const Sha256& sha);
  std::optional<edit::Base> find_in_cloud(const std::string& path, const Sha256& sha);

  disk::Workspace& workspace_;
  const std::string& repository_;
  const BasePlaces& places_;
  std::optional<disk::SavedTexts> texts_;  // read when it is first needed
  std::optional<Sources> sources_;
  std::optional<Result<std::unique_ptr<store::CloudSet>>> cloud_;  // looked for once: it may be far away
  size_t git_files_left_ = kMostFilesInGit;
};

// A text in git's object database.
struct GitText {
  std::string text;
  std::string revision;  // "the index", "HEAD" or a commit
};

// `path`: relative to where git runs. Looks at the index, at HEAD and at the newest commits that changed the path;
// the work is bounded, whatever the history is. Nothing is fetched. Without a repository, nothing is found.
std::optional<GitText> find_git_text(const RunGit& run, const std::string& path, const Sha256& sha);

}  // namespace aptix::ops
