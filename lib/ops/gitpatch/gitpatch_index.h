// The index under --index, --cached, --3way and -N: read and written by git alone.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "base/result.h"
#include "git/apply.h"
#include "model/change_set.h"
#include "model/guard.h"
#include "ops/gitpatch/git_repository.h"

namespace aptix::ops {

// The files as the index has them. Names are relative to the top of the repository, which is taken for the
// workspace when the guard is asked.
std::unique_ptr<Reader> make_index_reader(GitRepository& repository, const Guard* guard);

using Works = std::deque<std::vector<git::Work>>;

// Has the blobs that these patches will be applied to read in one go.
void expect_blobs(GitRepository& repository, const std::vector<git::Work>& works, const git::ApplyOptions& options);

// --cached: the changes become entries, and no file is touched.
Status write_index(GitRepository& repository, const ChangeSet& changes, const Works& works);

enum class IndexWork : uint8_t {
  update,  // what the work tree has now; conflicts become unmerged entries
  intent,  // -N: only that there are new files
};
// After the transaction. Where it fails the index has its old entries.
Status follow_with_index(GitRepository& repository, const ChangeSet& changes, const Works& works, IndexWork work);

// --build-fake-ancestor: an index of its own in `file`, with the blobs that the patches were made for.
Status write_fake_ancestor(GitRepository& repository, const Works& works, const std::string& file);

}  // namespace aptix::ops
