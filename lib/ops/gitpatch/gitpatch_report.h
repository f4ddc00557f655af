// What a run of gitpatch did to each file, for the report and for --summary. Pure.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "diff/read/git_patch.h"
#include "git/git_apply.h"
#include "git/git_stat.h"
#include "model/change_set.h"
#include "model/report.h"

namespace aptix::ops {

struct FilesReportOptions {
  std::string prefix;  // is taken off the names
  bool applies = true;
  bool went_well = true;
};

// One for each work, in order. `changes` is what was or would be written.
std::vector<FileReport> report_files(
    const std::deque<std::vector<edit::GitWork>>& works, const ChangeSet& changes, const FilesReportOptions& options);

// --summary tells of modes and creations as the check has settled them. What comes out lives in `kept`.
diff::Patches settled_patches(const std::vector<edit::GitWork>& works, std::deque<diff::GitPatch>& kept);

}  // namespace aptix::ops
