// The parts of a gitpatch run: its settings, reading the patches, and git's index.
#pragma once

#include <deque>
#include <memory>

#include "git/patch.h"
#include "model/guard.h"
#include "model/input.h"
#include "model/report.h"
#include "ops/gitpatch/git_repository.h"
#include "ops/gitpatch/gitpatch.h"

namespace aptix::ops {

struct GitPatchSettings {
  git::ApplyOptions options;
  git::ReadState reading;
};

// Fails, as git does with exit code 128, if options exclude each other or need a repository.
Result<GitPatchSettings> settle(const GitPatchRequest& request, GitRepository& repository);

class PatchIntake {
 public:
  // All arguments must outlive this.
  PatchIntake(GitRepository& repository, const GitPatchRequest& request, git::ReadState state, git::Verbosity verbosity,
      git::WhitespaceCount& whitespace, GitLog& log)
      : repository_(repository),
        request_(request),
        state_(std::move(state)),
        verbosity_(verbosity),
        whitespace_(whitespace),
        log_(log) {}

  // The patches of the input that are used, with their sides and in their order as they will be applied. nullopt if
  // reading failed, which was logged. The patches live as long as this.
  std::optional<git::Patches> read(const Input& input);

  uint64_t skipped() const { return skipped_; }  // by --include, --exclude or the folder
  bool any_used() const { return !patches_.empty(); }
  const git::StatScale& scale() const { return scale_; }

 private:
  bool is_used(const git::Patch& patch) const;
  void expect_names(const Input& input);
  git::WhitespaceRule rule_of(const git::Patch& patch);
  bool within_limits();

  GitRepository& repository_;
  const GitPatchRequest& request_;
  git::ReadState state_;
  git::Verbosity verbosity_;
  git::WhitespaceCount& whitespace_;
  GitLog& log_;
  std::deque<git::Patch> patches_;
  git::StatScale scale_;
  uint64_t skipped_ = 0, edits_ = 0;
  uint64_t given_ = 0, most_unpacked_ = 0;  // bytes of the inputs so far
  bool bad_rule_ = false;
};

// Reads the files as the index has them. Names are relative to the top of the repository, which the guard takes for the
// workspace.
std::unique_ptr<Reader> make_index_reader(GitRepository& repository, const Guard* guard);

using Works = std::deque<std::vector<git::Work>>;

// Reads the blobs that these patches will be applied to, all at once.
void expect_blobs(GitRepository& repository, const std::vector<git::Work>& works, const git::ApplyOptions& options);

// --cached: writes the changes to the index and touches no file.
Status write_index(GitRepository& repository, const ChangeSet& changes, const Works& works);

enum class IndexWork : uint8_t {
  update,  // as the work tree now is; conflicts become unmerged entries
  intent,  // -N: only records that there are new files
};
// Call after the transaction. On failure the index has its old entries.
Status follow_with_index(GitRepository& repository, const ChangeSet& changes, const Works& works, IndexWork work);

// --build-fake-ancestor: writes an index of its own to `file`, with the blobs that the patches were made for.
Status write_fake_ancestor(GitRepository& repository, const Works& works, const std::string& file);

}  // namespace aptix::ops
