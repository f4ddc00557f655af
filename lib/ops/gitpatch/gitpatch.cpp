// Input after input, as git does it: read the patches, check them all, write the result into the tree
// of what will be. Only in the end one transaction makes it so.
#include "ops/gitpatch/gitpatch.h"

#include <algorithm>
#include <deque>

#include "base/assert.h"
#include "base/background.h"
#include "disk/history.h"
#include "disk/reader.h"
#include "edit/line_stats.h"
#include "edit/say.h"
#include "git/git_print.h"
#include "git/git_tree.h"
#include "ops/gitpatch/git_repository.h"
#include "ops/gitpatch/gitpatch_index.h"
#include "ops/gitpatch/gitpatch_read.h"
#include "ops/gitpatch/gitpatch_report.h"
#include "ops/gitpatch/gitpatch_settings.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

using diff::WhitespaceAction;
using edit::GitVerbosity;
using edit::GitWork;

enum class Ended : uint8_t { well, does_not_apply, fatal };

bool is_error(WhitespaceAction action) {
  return action == WhitespaceAction::error || action == WhitespaceAction::error_all;
}

class GitPatchRun {
 public:
  GitPatchRun(
      disk::Workspace& workspace, GitRepository& repository, const GitPatchRequest& request, GitPatchSettings settings)
      : workspace_(workspace),
        repository_(repository),
        request_(request),
        options_(settings.options),
        applies_(settings.applies),
        intake_(repository, request, std::move(settings.reading), options_.verbosity, whitespace_, log_) {
    whitespace_.squelch_after = settings.squelch_after;
    result_.report.command = "gitpatch";
    result_.report.dry_run = request.dry_run;
  }

  GitPatchResult run(std::span<const std::unique_ptr<Input>> inputs) {
    Ended ended = apply_inputs(inputs);
    if (ended != Ended::fatal && !commit(ended)) ended = Ended::fatal;
    return finish(ended);
  }

 private:
  // --- input after input

  Ended apply_inputs(std::span<const std::unique_ptr<Input>> inputs) {
    if (writes()) {
      Outcome<bool> locked = disk::lock(workspace_, disk::Unmade::waits);
      for (Diagnostic& warning : locked.diagnostics.warnings)
        log_.add(diff::GitLine::Kind::warning, std::move(warning));
      for (Diagnostic& error : locked.diagnostics.errors) log_.add(diff::GitLine::Kind::error, std::move(error));
      if (!locked.ok()) return Ended::fatal;
    }
    reader_ = request_.cached ? make_index_reader(repository_)
                              : disk::reader(workspace_, request_.limits, request_.commit.threads, disk::Links::seen);
    tree_.emplace(*reader_, changes_, request_.cached ? std::string() : repository_.place().prefix);
    Ended worst = Ended::well;
    for (const auto& input : inputs) {
      Ended ended = apply_input(*input);
      if (ended == Ended::fatal) return ended;
      if (ended == Ended::does_not_apply) return ended;  // as git: the inputs behind it are not looked at
      worst = std::max(worst, ended);
    }
    if (!conclude_whitespace()) return Ended::fatal;
    return worst;
  }

  bool writes() const { return applies_ && !request_.dry_run; }

  Ended apply_input(const Input& input) {
    BlockReport& block = result_.report.blocks.emplace_back();
    block.number = result_.report.blocks.size();
    block.format = "diff";
    block.line = 1;
    block.bytes = input.bytes.size();
    std::optional<diff::Patches> read = intake_.read(input);
    if (!read) return Ended::fatal;
    const diff::Patches& patches = *read;
    block.edits = patches.size();
    if (patches.empty() && intake_.skipped() == 0) {
      if (request_.allow_empty) return Ended::well;
      log_.error(Code::input_no_edit, "No valid patches in input (allow with \"--allow-empty\")");
      return Ended::fatal;
    }
    if (whitespace_.found != 0 && is_error(options_.whitespace)) applies_ = false;
    Ended ended = check_and_write(input, patches);
    if (ended == Ended::well) print(patches);
    return ended;
  }

  Ended check_and_write(const Input& input, const diff::Patches& patches) {
    std::vector<GitWork>& works = works_.emplace_back();
    for (const diff::GitPatch* patch : patches) works.push_back(edit::work_of(*patch));
    if (!applies_ && !request_.check) return Ended::well;
    expect_blobs(repository_, works, options_);
    edit::GitApplier applier(*tree_, repository_, options_, whitespace_, log_);
    edit::GitApplier::Verdict verdict = applier.check(works, input.name);
    if (verdict == edit::GitApplier::Verdict::fatal) return Ended::fatal;
    if (verdict == edit::GitApplier::Verdict::does_not_fit && !request_.reject) return Ended::does_not_apply;
    if (whitespace_.found != 0 && is_error(options_.whitespace)) applies_ = false;
    if (!applies_) return Ended::well;  // as git: also where --reject --check found something to reject
    edit::GitApplier::Written written = applier.write(works);
    if (written == edit::GitApplier::Written::fatal) return Ended::fatal;
    if (written == edit::GitApplier::Written::all) return Ended::well;
    for (const GitWork& work : works) {
      if (!work.conflicted) continue;
      log_.info("U " + *work.new_name);
      left_conflicts_ = true;
    }
    return Ended::does_not_apply;
  }

  void print(const diff::Patches& patches) {
    if (request_.print)
      for (const diff::GitPatch* patch : patches) result_.out += diff::print_patch(*patch, request_.rules.direction);
    if (options_.verbosity == GitVerbosity::quiet) return;
    if (request_.stat) result_.out += diff::print_stat(patches, intake_.scale());
    if (request_.numstat) result_.out += diff::print_numstat(patches, request_.name_form);
    if (request_.summary) result_.out += diff::print_summary(settled(patches));
  }

  diff::Patches settled(const diff::Patches& patches) {
    if (works_.empty() || (!applies_ && !request_.check)) return patches;
    return settled_patches(works_.back(), settled_);
  }

  // Sums up what was told of whitespace. False when it is an error.
  bool conclude_whitespace() {
    uint64_t found = whitespace_.found;
    if (found == 0) return true;
    if (whitespace_.squelch_after != 0 && found > whitespace_.squelch_after)
      log_.warning(Code::style,
          "squelched " + diff::counted(found - whitespace_.squelch_after, "whitespace error", "whitespace errors"));
    if (is_error(options_.whitespace)) {
      log_.error(Code::style, diff::counted(found, "line adds whitespace errors.", "lines add whitespace errors."));
      return false;
    }
    if (whitespace_.fixed != 0 && applies_)
      log_.warning(Code::style,
          diff::counted(whitespace_.fixed, "line applied after fixing whitespace errors.",
              "lines applied after fixing whitespace errors."));
    else
      log_.warning(Code::style, diff::counted(found, "line adds whitespace errors.", "lines add whitespace errors."));
    return true;
  }

  // --- the end

  // Also where something was rejected: under --reject what fits is written.
  bool commit(Ended ended) {
    if (intake_.skipped() != 0 && !intake_.any_used() && request_.filters.empty() &&
        !repository_.place().prefix.empty())
      log_.warning(Code::file_unchanged,
              "nothing to do: every file of the patch lies outside of '" + repository_.place().prefix + "'")
          .hint = "run it at the top of the repository, or name the folder with --directory";
    if (!request_.fake_ancestor.empty() && ended == Ended::well && !request_.dry_run)
      if (Status done = write_fake_ancestor(repository_, works_, request_.fake_ancestor); !done)
        return report(std::move(done).error());
    if (!tree_ || (ended == Ended::does_not_apply && !request_.reject && !left_conflicts_)) return true;
    tree_->collect();
    counting_.plan(when_beside(changes_, request_.commit.threads), [this] { edit::count_changed_lines(changes_); });
    if (!within_limit()) return false;
    if (strict_refuses()) return false;
    if (request_.page)
      for (Diagnostic& error : overwritten_by_page(*request_.page, workspace_.root_path(), changes_))
        return report(std::move(error));
    if (!writes()) {
      hash_changes(changes_, request_.commit.threads);
    } else if (request_.cached) {
      if (any_rejected(ended)) return true;
      if (Status done = write_index(repository_, changes_, works_); !done) return report(std::move(done).error());
    } else {
      if (!commit_tree(ended)) return false;
    }
    if (request_.want_diff) result_.report.diff = render::unified_diff(changes_);
    if (request_.page) result_.report.page = change_page(*request_.page, changes_, result_.report);
    return writes() || !applies_ || request_.cached || could_write();
  }

  bool could_write() {
    Diagnostics seen = disk::foresee(workspace_, changes_);
    for (Diagnostic& error : seen.errors) log_.add(diff::GitLine::Kind::error, std::move(error));
    return seen.ok();
  }

  // As git: the index is then left as it is.
  bool any_rejected(Ended ended) const { return request_.reject && ended == Ended::does_not_apply; }

  bool commit_tree(Ended ended) {
    for (const FileChange& change : changes_.changes)
      if (change.before.links > 1 && change.after_exists)
        log_.add(diff::GitLine::Kind::warning, edit::hard_link(change.path, change.before.links));
    auto committed = disk::commit(workspace_, changes_, request_.commit);
    result_.report.transaction = committed.value.id;
    for (Diagnostic& warning : committed.diagnostics.warnings)
      log_.add(diff::GitLine::Kind::warning, std::move(warning));
    for (Diagnostic& error : committed.diagnostics.errors) log_.add(diff::GitLine::Kind::error, std::move(error));
    if (!committed.ok()) return false;
    tell_of_full_folders(committed.value.directories_removed);
    if ((options_.target == edit::GitTarget::tree && !request_.intent_to_add) || any_rejected(ended)) return true;
    Status done = follow_with_index(repository_, changes_, works_,
        options_.target == edit::GitTarget::tree ? IndexWork::intent : IndexWork::update);
    if (!done) return take_back(std::move(done).error());
    if (left_conflicts_) repository_.replay_resolutions();
    return true;
  }

  // git's words: the folder of a submodule goes only when it is empty.
  void tell_of_full_folders(const std::vector<std::string>& removed) {
    for (const SubmoduleChange& submodule : changes_.submodules) {
      const std::string& path = submodule.path.str();
      bool stays = submodule.goes && std::none_of(removed.begin(), removed.end(), [&](const std::string& folder) {
        return folder == path || folder.ends_with("/" + path);  // from the top of the workspace
      });
      if (stays) log_.warning(Code::file_unchanged, "unable to rmdir '" + path + "': Directory not empty", path);
    }
  }

  // Tree and index change together or not at all.
  bool take_back(Error error) {
    if (result_.report.transaction == 0) return report(std::move(error));  // nothing was written
    auto undone = disk::undo(workspace_, {.id = result_.report.transaction, .commit = request_.commit});
    result_.report.transaction = 0;
    for (Diagnostic& failed : undone.diagnostics.errors) log_.add(diff::GitLine::Kind::error, std::move(failed));
    error.notes.push_back(
        undone.ok() ? "the files have their old content again" : "the files are changed, the index is not");
    return report(std::move(error));
  }

  bool within_limit() {
    uint64_t total = 0;
    for (const FileChange& change : changes_.changes) total += change.after_size;
    uint64_t most = request_.limits.result_bytes;
    if (most == 0 || total <= most) return true;
    log_.error(Code::limit_exceeded,
            "the result has " + std::to_string(total) + " bytes, more than the limit of " + std::to_string(most))
        .hint = "raise the limit with --max-result";
    return false;
  }

  bool strict_refuses() {
    if (!request_.strict) return false;
    return std::any_of(log_.lines().begin(), log_.lines().end(), [](const diff::GitLine& line) {
      return line.kind == diff::GitLine::Kind::warning && info(line.said.code).strict;
    });
  }

  bool report(Error error) {
    log_.add(diff::GitLine::Kind::error, std::move(error));
    return false;
  }

  GitPatchResult finish(Ended ended) {
    for (const diff::GitLine& line : log_.lines()) {
      if (line.kind == diff::GitLine::Kind::error) result_.report.diagnostics.errors.push_back(line.said);
      if (line.kind == diff::GitLine::Kind::warning) result_.report.diagnostics.warnings.push_back(line.said);
    }
    if (request_.strict) result_.report.diagnostics.make_strict();
    if (strict_refuses() && ended == Ended::well) ended = Ended::does_not_apply;
    counting_.finish();
    result_.report.files = report_files(works_, changes_,
        {.prefix = request_.cached ? std::string() : repository_.place().prefix,
            .applies = applies_,
            .went_well = ended == Ended::well});
    result_.log = log_.lines();
    result_.exit_code = ended == Ended::well ? 0 : ended == Ended::does_not_apply ? 1 : 128;
    result_.report.complete = ended == Ended::well;
    return std::move(result_);
  }

  disk::Workspace& workspace_;
  GitRepository& repository_;
  const GitPatchRequest& request_;
  GitPatchResult result_;
  diff::GitLog log_;
  edit::GitApplyOptions options_;
  bool applies_;
  edit::WhitespaceCount whitespace_;
  PatchIntake intake_;
  std::deque<diff::GitPatch> settled_;
  bool left_conflicts_ = false;             // --3way left markers in what is written
  std::deque<std::vector<GitWork>> works_;  // one for each input
  std::unique_ptr<Reader> reader_;
  ChangeSet changes_;
  std::optional<edit::GitTree> tree_;
  Background counting_;  // of the lines of changes_
};

GitPatchResult refused(Error error) {
  GitPatchResult result;
  result.report.command = "gitpatch";
  result.report.complete = false;
  result.report.diagnostics.errors.push_back(error);
  result.log.push_back({diff::GitLine::Kind::error, std::move(error)});
  result.exit_code = 128;
  return result;
}

}  // namespace

GitPatchResult gitpatch(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace,
    GitRepository& repository, const GitPatchRequest& request) {
  ASSERT(!inputs.empty());
  Result<GitPatchSettings> settings = settle(request, repository);
  if (!settings) return refused(std::move(settings).error());
  return GitPatchRun(workspace, repository, request, std::move(*settings)).run(inputs);
}

}  // namespace aptix::ops
