// Earlier texts of files, for changes that were made from one: the operation log's saved files, the versions
// of the cloud copy, git's history.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "disk/history.h"
#include "disk/workspace.h"
#include "edit/resolve.h"
#include "ops/run_git.h"
#include "ops/sources.h"

namespace aptix::ops {

// Where to look besides the log. Each is opened or run only when a text is asked for.
struct BasePlaces {
  std::string cloud_file;  // "": none
  RunGit run_git;          // in the workspace's folder; empty: git is not asked
};

class KnownBases final : public edit::Bases {
 public:
  // `repository`: first part of every docPath; "": worked out.
  KnownBases(disk::Workspace& workspace, const std::string& repository, const BasePlaces& places)
      : workspace_(workspace), repository_(repository), places_(places) {}
  std::optional<edit::Base> find(const RelPath& path, const Sha256& sha) override;

 private:
  static constexpr size_t kMostFilesInGit = 20;  // each costs processes

  struct Cloud {
    Sources sources;
    std::unique_ptr<store::CloudSet> set;
  };
  Cloud* cloud();  // null: there is none, or it cannot be read
  std::optional<edit::Base> find_in_log(const std::string& path, const Sha256& sha);
  std::optional<edit::Base> find_in_cloud(const std::string& path, const Sha256& sha);
  std::optional<edit::Base> find_in_git(const std::string& path, const Sha256& sha);

  disk::Workspace& workspace_;
  const std::string& repository_;
  const BasePlaces& places_;
  std::optional<std::vector<disk::Record>> log_;  // read when it is first needed
  std::optional<Cloud> cloud_;
  bool cloud_looked_for_ = false;
  size_t git_files_left_ = kMostFilesInGit;
};

}  // namespace aptix::ops
