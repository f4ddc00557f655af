// `aptix gitpatch`: what git-apply(1) does with the files of a work tree, as one transaction.
#pragma once

#include <memory>
#include <span>

#include "model/git_log.h"
#include "model/input.h"
#include "model/report.h"
#include "ops/gitpatch/request.h"

namespace aptix::ops {

class GitRepository;

struct GitPatchResult {
  Report report;
  std::string out;           // --stat and its kind: for standard output
  std::vector<GitLine> log;  // for standard error, in order
  int exit_code = 0;         // git's: 0, 1, 128
};

GitPatchResult gitpatch(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace,
    GitRepository& repository, const GitPatchRequest& request);

}  // namespace aptix::ops
