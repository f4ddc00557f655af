// What a run of gitpatch is to do: the request, the configuration of git, and git's defaults, in this order.
#pragma once

#include "base/result.h"
#include "git/apply.h"
#include "git/reader.h"
#include "ops/gitpatch/git_repository.h"
#include "ops/gitpatch/request.h"

namespace aptix::ops {

struct GitPatchSettings {
  git::ApplyOptions options;
  git::ReadState reading;
  bool applies = true;         // not only --check, --stat and their like
  uint64_t squelch_after = 5;  // whitespace findings that are told; 0: all
};

// Fails, as git does with code 128, for options that do not go together or need a repository.
Result<GitPatchSettings> settle(const GitPatchRequest& request, GitRepository& repository);

}  // namespace aptix::ops
