// Runs git, and finds out without running it what can be read from files.
#pragma once

#include <string>

#include "ops/gitpatch/git_repository.h"
#include "ops/registry/registry.h"
#include "terminal/session.h"

namespace aptix::app {

// The repository that contains `root` (absolute), as git would find it.
ops::GitPlace find_git(const std::string& root, const Environment& environment);

// What listing files needs to know about git.
ops::GitSurroundings git_surroundings(const Environment& environment);

// Runs `git -C root` and waits for it. Its standard error is only used for error messages.
ops::RunGit git_runner(std::string root);

}  // namespace aptix::app
