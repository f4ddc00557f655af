// What differs between two versions of files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/change_set.h"
#include "ops/history/versions.h"

namespace aptix::ops {

struct CompareRequest {
  std::vector<std::string> paths;   // files and folders, from the workspace on; none: all that was changed
  std::string below;                // only what is below this folder; "": all
  std::optional<VersionName> from;  // nothing: the newest version of each file, else what git has of it
  VersionName to;
};

// The change that makes the first versions the second, by paths of the workspace. Errors: for each file that has no
// such version.
Outcome<ChangeSet> compare(Versions& versions, const CompareRequest& request);

// What the transactions of [first, last] did, taken together. Errors: for each file whose text is no longer kept.
Outcome<ChangeSet> changes_of_range(Versions& versions, uint64_t first, uint64_t last);

// The paths of the log below one of these, or that is one of them; a path that the log does not know is kept.
std::vector<std::string> expand(
    const std::vector<std::string>& places, const std::vector<std::string>& touched, std::string_view below);

// The same, and of folders what git says differs between the two versions. A folder itself is not among them.
Result<std::vector<std::string>> expand(Versions& versions, const std::vector<std::string>& places,
    const std::vector<std::string>& touched, const VersionName& from, const VersionName& to,
    Versions::Untracked untracked);

}  // namespace aptix::ops
