// As git does it, input by input: read the patches, check them all, write the result to a tree in memory. Only at the
// end, one transaction writes that to disk.
#include "ops/gitpatch/steps.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "base/assert.h"
#include "disk/reader.h"
#include "edit/basis/messages.h"
#include "git/patched_tree.h"

namespace aptix::ops {
namespace {

enum class GitEnd : uint8_t { well, does_not_apply, fatal };

bool is_error(git::WhitespaceAction action) {
  return action == git::WhitespaceAction::error || action == git::WhitespaceAction::error_all;
}

std::string shown(const std::optional<std::string>& name, const std::string& prefix) {
  if (!name) return {};
  return name->starts_with(prefix) ? name->substr(prefix.size()) : *name;
}

git::Stated is_new(const git::Work& work) {
  if (work.is_new) return git::Stated::yes;
  return work.patch->is_new == git::Stated::open && !work.old_name ? git::Stated::open : git::Stated::no;
}

git::Stated is_delete(const git::Work& work) {
  if (work.is_delete) return git::Stated::yes;
  return work.is_new ? git::Stated::no : work.patch->is_delete;
}

class GitPatchRun {
 public:
  GitPatchRun(
      disk::Workspace& workspace, GitRepository& repository, const GitPatchRequest& request, GitPatchSettings settings)
      : workspace_(workspace),
        repository_(repository),
        request_(request),
        options_(settings.options),
        applies_(request.applies()),
        intake_(repository, request, std::move(settings.reading), options_.verbosity, whitespace_, log_) {
    if (options_.whitespace == git::WhitespaceAction::error_all) whitespace_.squelch_after = 0;
    result_.report.command = "gitpatch";
    result_.report.dry_run = request.dry_run;
  }

  GitPatchResult run(std::span<const std::unique_ptr<Input>> inputs) {
    GitEnd ended = apply_inputs(inputs);
    if (ended != GitEnd::fatal && !commit(ended)) ended = GitEnd::fatal;
    return finish(ended);
  }

 private:
  // --- input after input

  GitEnd apply_inputs(std::span<const std::unique_ptr<Input>> inputs) {
    if (writes()) {
      Outcome<bool> locked = disk::lock(workspace_, disk::Unmade::waits);
      bool is_locked = locked.ok();
      log(std::move(locked.diagnostics));
      if (!is_locked) return GitEnd::fatal;
    }
    reader_ = request_.cached ? make_index_reader(repository_, workspace_.guard().get())
                              : disk::reader(workspace_, request_.limits, disk::Links::seen);
    tree_.emplace(*reader_, changes_, request_.cached ? std::string() : repository_.place().prefix);
    for (const auto& input : inputs)  // as git: stops at the first input that does not apply
      if (GitEnd ended = apply_input(*input); ended != GitEnd::well) return ended;
    return conclude_whitespace() ? GitEnd::well : GitEnd::fatal;
  }

  bool writes() const { return applies_ && !request_.dry_run; }

  GitEnd apply_input(const Input& input) {
    BlockReport& block = result_.report.blocks.emplace_back();
    block.number = result_.report.blocks.size();
    block.format = "diff";
    block.line = 1;
    block.bytes = input.bytes.size();
    std::optional<git::Patches> read = intake_.read(input);
    if (!read) return GitEnd::fatal;
    const git::Patches& patches = *read;
    block.edits = patches.size();
    if (patches.empty() && intake_.skipped() == 0) {
      if (request_.allow_empty) return GitEnd::well;
      log_.error(Code::input_no_edit, "No valid patches in input (allow with \"--allow-empty\")");
      return GitEnd::fatal;
    }
    if (whitespace_.found != 0 && is_error(options_.whitespace)) applies_ = false;
    GitEnd ended = check_and_write(input, patches);
    if (ended == GitEnd::well) print(patches);
    return ended;
  }

  GitEnd check_and_write(const Input& input, const git::Patches& patches) {
    std::vector<git::Work>& works = works_.emplace_back();
    works.reserve(patches.size());
    for (const git::Patch* patch : patches) works.push_back(git::work_of(*patch));
    if (!applies_ && !request_.check) return GitEnd::well;
    expect_blobs(repository_, works, options_);
    git::Applier applier(*tree_, repository_, options_, whitespace_, log_);
    git::Applier::Checked checked = applier.check(works, input.name);
    if (checked == git::Applier::Checked::fatal) return GitEnd::fatal;
    if (checked == git::Applier::Checked::does_not_fit && !request_.reject) return GitEnd::does_not_apply;
    if (whitespace_.found != 0 && is_error(options_.whitespace)) applies_ = false;
    if (!applies_) return GitEnd::well;  // as git: also if --reject --check found something to reject
    git::Applier::Written written = applier.write(works);
    if (written == git::Applier::Written::fatal) return GitEnd::fatal;
    if (written == git::Applier::Written::all) return GitEnd::well;
    for (const git::Work& work : works) {
      if (!work.conflicted) continue;
      log_.info("U " + *work.new_name);
      left_conflicts_ = true;
    }
    return GitEnd::does_not_apply;
  }

  void print(const git::Patches& patches) {
    if (request_.print)
      for (const git::Patch* patch : patches) result_.out += git::print_patch(*patch, request_.rules.direction);
    if (options_.verbosity == git::Verbosity::quiet) return;
    if (request_.stat) result_.out += git::print_stat(patches, intake_.scale());
    if (request_.numstat) result_.out += git::print_numstat(patches, request_.name_form);
    bool is_settled = !works_.empty() && (applies_ || request_.check);
    if (request_.summary) result_.out += git::print_summary(is_settled ? settled_patches() : patches);
  }

  // --summary shows modes and creations as decided by the check.
  git::Patches settled_patches() {
    git::Patches list;
    for (const git::Work& work : works_.back()) {
      git::Patch& patch = settled_.emplace_back();
      patch.old_name = work.old_name;
      patch.new_name = work.new_name;
      patch.old_mode = work.old_mode;
      patch.new_mode = work.new_mode;
      patch.is_new = is_new(work);
      patch.is_delete = is_delete(work);
      patch.is_rename = work.patch->is_rename;
      patch.is_copy = work.patch->is_copy;
      patch.score = work.patch->score;
      list.push_back(&patch);
    }
    return list;
  }

  // Logs a summary of whitespace errors. False if they are an error.
  bool conclude_whitespace() {
    uint64_t found = whitespace_.found;
    if (found == 0) return true;
    if (whitespace_.squelch_after != 0 && found > whitespace_.squelch_after)
      log_.warning(Code::style,
          "squelched " + git::counted(found - whitespace_.squelch_after, "whitespace error", "whitespace errors"));
    if (is_error(options_.whitespace)) {
      log_.error(Code::style, git::counted(found, "line adds whitespace errors.", "lines add whitespace errors."));
      return false;
    }
    bool fixed = whitespace_.fixed != 0 && applies_;
    log_.warning(Code::style,
        fixed ? git::counted(whitespace_.fixed, "line applied after fixing whitespace errors.",
                    "lines applied after fixing whitespace errors.")
              : git::counted(found, "line adds whitespace errors.", "lines add whitespace errors."));
    return true;
  }

  // --- the end

  // Called also if hunks were rejected: with --reject, the others are written.
  bool commit(GitEnd ended) {
    tell_when_all_is_outside();
    bool wants_ancestor = !request_.fake_ancestor.empty() && ended == GitEnd::well && !request_.dry_run;
    Status made = wants_ancestor ? write_fake_ancestor(repository_, works_, request_.fake_ancestor) : Status();
    if (!made) return report(std::move(made).error());
    if (!tree_ || (ended == GitEnd::does_not_apply && !request_.reject && !left_conflicts_)) return true;
    if (works_.size() > 1)  // for one input the applier has checked it
      if (Status fits = tree_->check_folders(); !fits) return report(std::move(fits).error());
    tree_->collect();
    bool is_refused = strict_refuses();
    PublishRequest tail{.end = is_refused ? PublishRequest::End::refused : end_of(ended),
        .states_base = [this](const FileChange& change) { return states_base(change); },
        .most_bytes = request_.limits.result_bytes,
        .want_diff = request_.want_diff,
        .page = &request_.page,
        .checks = &request_.checks,
        .commit = request_.commit};
    if (request_.cached) tail.prefix.emplace();
    if (tail.end == PublishRequest::End::committed) tell_of_links_and_owners();
    Outcome<Published> done = publish(workspace_, changes_, tail);
    bool fits = done.ok();
    if (request_.cached)
      for (Error& error : done.diagnostics.errors)
        if (error.code == Code::policy_approval_needed)
          error.hint = "let a person run the command: a change of git's index alone is not stored for an approval";
    log(std::move(done.diagnostics));
    result_.report.transaction = done.value.transaction;
    if (done.value.transaction != 0) result_.report.verified = request_.checks.command;
    if (is_refused || (!fits && tail.end != PublishRequest::End::foreseen)) return false;
    if (writes() && !follow(ended, done.value)) return false;
    result_.report.diff = std::move(done.value.diff);
    result_.report.page = std::move(done.value.page);
    return fits;
  }

  // True if the patch names the blob of the old text.
  bool states_base(const FileChange& change) const {
    auto is_named = [&](const git::Work& work) { return names_blob(work.patch->old_blob, change.before.bytes); };
    return change.before.exists && std::ranges::any_of(works_, [&](const std::vector<git::Work>& works) {
      return std::ranges::any_of(works, is_named);
    });
  }

  void tell_when_all_is_outside() {
    const std::string& prefix = repository_.place().prefix;
    if (intake_.skipped() == 0 || intake_.any_used() || !request_.filters.empty() || prefix.empty()) return;
    log_.warning(Code::file_unchanged, "nothing to do: every file of the patch lies outside '" + prefix + "'").hint =
        "run it at the top of the repository, or name the folder with --directory";
  }

  PublishRequest::End end_of(GitEnd ended) const {
    using End = PublishRequest::End;
    if (writes() && request_.cached && any_rejected(ended)) return End::refused;
    if (!applies_ || request_.cached) return End::planned;
    return request_.dry_run ? End::foreseen : End::committed;
  }

  // As git: the index then stays as it is.
  bool any_rejected(GitEnd ended) const { return request_.reject && ended == GitEnd::does_not_apply; }

  // Updates the index to match what was written.
  bool follow(GitEnd ended, const Published& done) {
    for (const SubmoduleChange& submodule : changes_.submodules) {
      const std::string& path = submodule.path.str();
      bool stays = submodule.goes && std::ranges::none_of(done.directories_removed, [&](const std::string& folder) {
        return folder == path || folder.ends_with("/" + path);  // relative to the top of the workspace
      });
      // git's words: the folder of a submodule is removed only if it is empty.
      if (stays && !request_.cached)
        log_.warning(Code::file_unchanged, "unable to rmdir '" + path + "': Directory not empty", path);
    }
    bool of_tree_alone = options_.target == git::Target::tree && !request_.intent_to_add;
    if (of_tree_alone || any_rejected(ended)) return true;
    if (request_.cached) {
      Status written = write_index(repository_, changes_, works_);
      return written ? true : report(std::move(written).error());
    }
    Status followed = follow_with_index(
        repository_, changes_, works_, options_.target == git::Target::tree ? IndexWork::intent : IndexWork::update);
    if (!followed) return take_back(std::move(followed).error());
    if (left_conflicts_) repository_.replay_resolutions();
    return true;
  }

  void tell_of_links_and_owners() {
    for (const FileChange& change : changes_.changes) {
      if (change.before.links > 1 && change.after_exists)
        log_.add(GitLine::Kind::warning, edit::hard_link(change.path, change.before.links));
      if (!change.before.keeps_owner && change.after_exists)
        log_.add(GitLine::Kind::warning, edit::new_owner(change.path));
    }
  }

  // Tree and index change together or not at all.
  bool take_back(Error error) {
    if (result_.report.transaction == 0) return report(std::move(error));  // nothing was written
    auto undone = disk::undo(workspace_, {.id = result_.report.transaction, .commit = request_.commit});
    result_.report.transaction = 0;
    log({.errors = undone.diagnostics.errors});
    error.notes.push_back(
        undone.ok() ? "the files have their old content again" : "the files are changed, the index is not");
    return report(std::move(error));
  }

  bool strict_refuses() {
    if (!request_.strict) return false;
    return std::ranges::any_of(log_.lines(),
        [](const GitLine& line) { return line.kind == GitLine::Kind::warning && info(line.said.code).strict; });
  }

  void log(Diagnostics said) {
    for (Diagnostic& warning : said.warnings) log_.add(GitLine::Kind::warning, std::move(warning));
    for (Diagnostic& error : said.errors) log_.add(GitLine::Kind::error, std::move(error));
  }

  bool report(Error error) {
    log_.add(GitLine::Kind::error, std::move(error));
    return false;
  }

  GitPatchResult finish(GitEnd ended) {
    for (const GitLine& line : log_.lines()) {
      if (line.kind == GitLine::Kind::error) result_.report.diagnostics.errors.push_back(line.said);
      if (line.kind == GitLine::Kind::warning) result_.report.diagnostics.warnings.push_back(line.said);
    }
    if (request_.strict) result_.report.diagnostics.make_strict();
    const std::vector<Diagnostic>& errors = result_.report.diagnostics.errors;
    auto refusal = std::ranges::find_if(errors, [](const Diagnostic& error) { return has_no_git_code(error.code); });
    if (strict_refuses() && ended == GitEnd::well) ended = GitEnd::does_not_apply;
    report_files(ended);
    result_.log = log_.lines();
    result_.exit_code = ended == GitEnd::well ? 0 : ended == GitEnd::does_not_apply ? 1 : 128;
    if (refusal != errors.end()) result_.exit_code = info(refusal->code).exit_class;
    result_.report.complete = ended == GitEnd::well;
    return std::move(result_);
  }

  using ChangeOfPath = std::unordered_map<std::string_view, const FileChange*>;  // null: a submodule

  // One FileReport per work, in order.
  void report_files(GitEnd ended) {
    ChangeOfPath changes;
    for (const FileChange& change : changes_.changes) changes.emplace(change.path.str(), &change);
    for (const SubmoduleChange& submodule : changes_.submodules)
      if (submodule.goes || !submodule.commit.empty()) changes.emplace(submodule.path.str(), nullptr);
    for (const std::vector<git::Work>& list : works_)
      for (const git::Work& work : list) result_.report.files.push_back(report_of(work, changes, ended));
  }

  FileReport report_of(const git::Work& work, const ChangeOfPath& changes, GitEnd ended) const {
    std::string prefix = request_.cached ? std::string() : repository_.place().prefix;
    FileReport file;
    file.path = shown(work.new_name ? work.new_name : work.old_name, prefix);
    if (work.patch->is_rename || work.patch->is_copy) file.from = shown(work.old_name, prefix);
    file.operation = work.patch->is_rename ? "rename"
        : work.patch->is_copy              ? "copy"
        : work.is_new                      ? "create"
        : work.is_delete                   ? "delete"
                                           : "patch";
    file.status = work.rejected && applies_ ? "failed" : ended == GitEnd::well ? "unchanged" : "held";
    for (const EditOutcome& hunk : work.hunks) file.edits.push_back(edit_report(hunk, {}));
    auto change = changes.find(file.path);
    if (change == changes.end()) return file;
    if (file.status != "failed") file.status = "changed";
    if (change->second == nullptr) return file;
    const FileChange& made = *change->second;
    if (made.before.exists) file.before_sha = made.before_sha;
    if (made.after_exists) file.after_sha = made.after_sha;
    file.lines_added = made.lines_added;
    file.lines_removed = made.lines_removed;
    return file;
  }

  disk::Workspace& workspace_;
  GitRepository& repository_;
  const GitPatchRequest& request_;
  GitPatchResult result_;
  GitLog log_;
  git::ApplyOptions options_;
  bool applies_;
  git::WhitespaceCount whitespace_;
  PatchIntake intake_;
  std::deque<git::Patch> settled_;
  bool left_conflicts_ = false;               // --3way wrote conflict markers
  std::deque<std::vector<git::Work>> works_;  // one list per input
  std::unique_ptr<Reader> reader_;
  ChangeSet changes_;
  std::optional<git::PatchedTree> tree_;
};

}  // namespace

GitPatchResult gitpatch(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace,
    GitRepository& repository, const GitPatchRequest& request) {
  ASSERT(!inputs.empty());
  Result<GitPatchSettings> settings = settle(request, repository);
  if (settings) return GitPatchRun(workspace, repository, request, std::move(*settings)).run(inputs);
  GitPatchResult refused;
  refused.report.command = "gitpatch";
  refused.report.complete = false;
  refused.report.diagnostics.errors.push_back(settings.error());
  refused.log.push_back({GitLine::Kind::error, std::move(settings).error()});
  refused.exit_code = 128;
  return refused;
}

}  // namespace aptix::ops
