// Reads the patches of all inputs of a run, and decides which of them are used.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "git/apply.h"
#include "git/print.h"
#include "git/reader.h"
#include "model/input.h"
#include "ops/gitpatch/git_repository.h"
#include "ops/gitpatch/request.h"

namespace aptix::ops {

class PatchIntake {
 public:
  // All outlive the intake.
  PatchIntake(GitRepository& repository, const GitPatchRequest& request, git::ReadState state, git::Verbosity verbosity,
      git::WhitespaceCount& whitespace, GitLog& log)
      : repository_(repository),
        request_(request),
        state_(std::move(state)),
        verbosity_(verbosity),
        whitespace_(whitespace),
        log_(log) {}

  // The patches of the input that are used, their sides as they are to be applied, in the order in which
  // they are. Nothing when reading ended fatally, which was said then. They live as long as the intake.
  std::optional<git::Patches> read(const Input& input);

  uint64_t skipped() const { return skipped_; }  // left out by --include, --exclude or the folder
  bool any_used() const { return !patches_.empty(); }
  const git::StatScale& scale() const { return scale_; }

 private:
  bool is_used(const git::Patch& patch) const;
  void expect_names(const Input& input);
  git::WhitespaceRule rule_of(const git::Patch& patch);
  void limit_unpacking(const Input& input);
  bool within_limits();
  bool refuse(Code code, std::string text);

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

}  // namespace aptix::ops
