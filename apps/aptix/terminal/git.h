// Running git, and finding out without it what can be found out without it.
#pragma once

#include <string>

#include "ops/gitpatch/git_repository.h"
#include "ops/registry/registry.h"
#include "terminal/session.h"

namespace aptix::app {

// The repository that `root` (absolute) is in, as git would find it.
ops::GitPlace find_git(const std::string& root, const Environment& environment);

// What listing files needs to know of git.
ops::GitSurroundings git_surroundings(const Environment& environment);

// Runs `git -C root`. Waits for its end; what it says on standard error is not heard.
ops::RunGit git_runner(std::string root);

}  // namespace aptix::app
