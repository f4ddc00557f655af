// What a run of gitpatch did to each file, for the report and for --summary. Pure.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "git/apply.h"
#include "git/patch.h"
#include "git/print.h"
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
    const std::deque<std::vector<git::Work>>& works, const ChangeSet& changes, const FilesReportOptions& options);

// --summary tells of modes and creations as the check has settled them. What comes out lives in `kept`.
git::Patches settled_patches(const std::vector<git::Work>& works, std::deque<git::Patch>& kept);

}  // namespace aptix::ops
