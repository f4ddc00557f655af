// Earlier texts of a file in git's object database, by their SHA-256.
#pragma once

#include <optional>
#include <string>

#include "base/hash/sha256.h"
#include "ops/files/run_git.h"

namespace aptix::ops {

struct GitText {
  std::string text;
  std::string revision;  // "the index", "HEAD" or a commit
};

// `path`: relative to where git runs. Looks at the index, at HEAD and at the newest commits that changed the path;
// the work is bounded, whatever the history is. Nothing is fetched. Without a repository, nothing is found.
std::optional<GitText> find_git_text(const RunGit& run, const std::string& path, const Sha256& sha);

}  // namespace aptix::ops
