// Reads the patches of all inputs of a run, and decides which of them are used.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "git/git_apply.h"
#include "git/git_reader.h"
#include "git/git_stat.h"
#include "model/input.h"
#include "ops/gitpatch/git_repository.h"
#include "ops/gitpatch/request.h"

namespace aptix::ops {

class PatchIntake {
 public:
  // All outlive the intake.
  PatchIntake(GitRepository& repository, const GitPatchRequest& request, diff::GitReadState state,
      edit::GitVerbosity verbosity, edit::WhitespaceCount& whitespace, GitLog& log)
      : repository_(repository),
        request_(request),
        state_(std::move(state)),
        verbosity_(verbosity),
        whitespace_(whitespace),
        log_(log) {}

  // The patches of the input that are used, their sides as they are to be applied, in the order in which
  // they are. Nothing when reading ended fatally, which was said then. They live as long as the intake.
  std::optional<diff::Patches> read(const Input& input);

  uint64_t skipped() const { return skipped_; }  // left out by --include, --exclude or the folder
  bool any_used() const { return !patches_.empty(); }
  const diff::StatScale& scale() const { return scale_; }

 private:
  bool is_used(const diff::GitPatch& patch) const;
  void expect_names(const Input& input);
  diff::WhitespaceRule rule_of(const diff::GitPatch& patch);
  bool within_limits();
  bool refuse(Code code, std::string text);

  GitRepository& repository_;
  const GitPatchRequest& request_;
  diff::GitReadState state_;
  edit::GitVerbosity verbosity_;
  edit::WhitespaceCount& whitespace_;
  GitLog& log_;
  std::deque<diff::GitPatch> patches_;
  diff::StatScale scale_;
  uint64_t skipped_ = 0, edits_ = 0;
  bool bad_rule_ = false;
};

}  // namespace aptix::ops
