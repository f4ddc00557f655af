// Input after input, as git does it: read the patches, check them all, write the result into the tree
// of what will be. Only in the end one transaction makes it so.
#include "ops/gitpatch.h"

#include <algorithm>
#include <deque>

#include "base/assert.h"
#include "base/wildcard.h"
#include "diff/git_print.h"
#include "disk/history.h"
#include "edit/git_tree.h"
#include "edit/say.h"
#include "ops/git_repository.h"
#include "ops/gitpatch_index.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

using diff::GitPatch;
using diff::GitReader;
using diff::WhitespaceAction;
using edit::GitVerbosity;
using edit::GitWork;

enum class Ended : uint8_t { well, does_not_apply, fatal };

struct ActionName {
  std::string_view word;
  WhitespaceAction action;
};
constexpr ActionName kActions[] = {{"warn", WhitespaceAction::warn},   {"nowarn", WhitespaceAction::nowarn},
                                   {"error", WhitespaceAction::error}, {"error-all", WhitespaceAction::error_all},
                                   {"strip", WhitespaceAction::fix},   {"fix", WhitespaceAction::fix}};

bool is_error(WhitespaceAction action) { return action == WhitespaceAction::error || action == WhitespaceAction::error_all; }

std::string counted(uint64_t number, std::string_view one, std::string_view many) {
  return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

GitWork work_of(const GitPatch& patch) {
  GitWork work;
  work.patch = &patch;
  work.old_name = patch.old_name;
  work.new_name = patch.new_name;
  work.old_mode = patch.old_mode;
  work.new_mode = patch.new_mode;
  work.is_new = patch.is_new == diff::Stated::yes;
  work.is_delete = patch.is_delete == diff::Stated::yes;
  return work;
}

class Run {
 public:
  Run(disk::Workspace& workspace, GitRepository& repository, const GitPatchRequest& request)
      : workspace_(workspace), repository_(repository), request_(request) {
    result_.report.command = "gitpatch";
    result_.report.dry_run = request.dry_run;
  }

  GitPatchResult run(std::span<const std::unique_ptr<Input>> inputs) {
    Ended ended = apply_inputs(inputs);
    if (ended != Ended::fatal && !commit(ended)) ended = Ended::fatal;
    return finish(ended);
  }

 private:
  // --- what was asked for

  Ended settle() {
    if (request_.three_way && request_.reject) return refuse("options '--reject' and '--3way' cannot be used together");
    for (auto [wanted, name] : {std::pair(request_.three_way, "--3way"), std::pair(request_.index, "--index"), std::pair(request_.cached, "--cached")})
      if (wanted && !repository_.place().exists) return refuse("'" + std::string(name) + "' outside a repository");
    options_.rules = request_.rules;
    options_.verbosity = request_.verbosity;
    options_.reject = request_.reject;
    options_.three_way = request_.three_way;
    options_.result_limit = request_.limits.result_bytes;
    if (request_.cached) options_.target = edit::GitTarget::index;
    else if (request_.index || request_.three_way) options_.target = edit::GitTarget::tree_and_index;
    if (request_.reject && options_.verbosity == GitVerbosity::normal) options_.verbosity = GitVerbosity::verbose;
    bool only_looks = request_.check || request_.stat || request_.numstat || request_.summary || request_.print;
    applies_ = request_.apply || !only_looks;
    if (!settle_whitespace()) return Ended::fatal;
    state_.names = {request_.strip.value_or(1), request_.directory};
    if (!state_.names.directory.empty() && !state_.names.directory.ends_with('/')) state_.names.directory += '/';
    state_.strip_known = request_.strip.has_value();
    state_.prefix = repository_.place().prefix;
    state_.direction = request_.rules.direction;
    state_.recount = request_.recount;
    state_.wants_effect = applies_ || request_.check;
    state_.whitespace = options_.whitespace;
    state_.inflate_limit = request_.limits.result_bytes;
    return Ended::well;
  }

  bool settle_whitespace() {
    std::optional<WhitespaceAction> action = request_.whitespace;
    if (auto configured = repository_.setting("apply.whitespace"); configured && !action) {
      action = parse_whitespace_action(*configured);
      if (!action) return refuse("unrecognized whitespace option '" + *configured + "'") == Ended::well;
    }
    options_.whitespace = action.value_or(applies_ ? WhitespaceAction::warn : WhitespaceAction::nowarn);
    IgnoreBlanks ignore = IgnoreBlanks::no;
    if (auto configured = repository_.setting("apply.ignorewhitespace")) {
      if (*configured == "change") ignore = IgnoreBlanks::change;
      else if (*configured != "no" && *configured != "false" && *configured != "never" && *configured != "none")
        return refuse("unrecognized whitespace ignore option '" + *configured + "'") == Ended::well;
    }
    ignore = request_.ignore_blanks.value_or(ignore);
    if (options_.whitespace == WhitespaceAction::error_all) whitespace_.squelch_after = 0;
    options_.rules.fix_added = options_.whitespace == WhitespaceAction::fix;
    options_.rules.match = ignore == IgnoreBlanks::change ? diff::BlankMatch::ignore_changes
                           : options_.rules.fix_added     ? diff::BlankMatch::fixed
                                                          : diff::BlankMatch::exact;
    return true;
  }

  Ended refuse(std::string text, Code code = Code::usage) {
    log_.error(code, std::move(text));
    return Ended::fatal;
  }

  // --- input after input

  Ended apply_inputs(std::span<const std::unique_ptr<Input>> inputs) {
    if (settle() == Ended::fatal) return Ended::fatal;
    if (writes()) {
      Outcome<bool> locked = workspace_.lock();
      for (Diagnostic& warning : locked.diagnostics.warnings) log_.add(diff::GitLine::Kind::warning, std::move(warning));
      for (Diagnostic& error : locked.diagnostics.errors) log_.add(diff::GitLine::Kind::error, std::move(error));
      if (!locked.ok()) return Ended::fatal;
    }
    reader_ = request_.cached ? make_index_reader(repository_) : workspace_.reader(request_.limits, request_.commit.threads, disk::Links::seen);
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
    size_t first = patches_.size();
    if (read_patches(input) == Ended::fatal) return Ended::fatal;
    diff::Patches patches;
    for (size_t i = first; i < patches_.size(); ++i) patches.push_back(&patches_[i]);
    if (request_.rules.direction == diff::Direction::reverse) std::reverse(patches.begin(), patches.end());
    block.edits = patches.size();
    if (patches.empty() && skipped_ == 0) {
      if (request_.allow_empty) return Ended::well;
      return refuse("No valid patches in input (allow with \"--allow-empty\")", Code::input_no_edit);
    }
    if (whitespace_.found != 0 && is_error(options_.whitespace)) applies_ = false;
    Ended ended = check_and_write(input, patches);
    if (ended == Ended::well) print(patches);
    return ended;
  }

  // The names that the input speaks of, so that git is asked once for the attributes of all.
  void expect_names(const Input& input) {
    diff::GitReadState state = state_;
    state.whitespace = WhitespaceAction::nowarn;
    diff::GitLog unheard;
    diff::GitReadHooks hooks;
    std::vector<std::string> names;
    hooks.rule_of = [&](const GitPatch& patch) {
      for (const std::optional<std::string>* name : {&patch.old_name, &patch.new_name})
        if (*name && repository_.may_have_attributes(**name)) names.push_back(**name);
      return diff::WhitespaceRule{0, 8};
    };
    GitReader reader(input.bytes, state, hooks, unheard);
    for (GitPatch patch; reader.next(patch) == GitReader::Step::patch;) patch = {};
    repository_.expect_paths(names);
  }

  Ended read_patches(const Input& input) {
    expect_names(input);
    diff::GitReadHooks hooks;
    hooks.rule_of = [this](const GitPatch& patch) { return rule_of(patch); };
    hooks.whitespace = [&](const diff::WhitespaceFinding& finding) { whitespace_.add(input.name, finding, log_); };
    GitReader reader(input.bytes, state_, hooks, log_);
    while (true) {
      GitPatch patch;
      GitReader::Step step = reader.next(patch);
      if (step == GitReader::Step::fatal || bad_rule_) return Ended::fatal;
      if (step != GitReader::Step::patch) return Ended::well;
      if (state_.direction == diff::Direction::reverse) reverse_patch(patch);
      if (!is_used(patch)) {
        ++skipped_;
        if (options_.verbosity == GitVerbosity::verbose) log_.info("Skipped patch '" + edit::names_for_people(work_of(patch)) + "'.");
        continue;
      }
      edits_ += patch.hunks.size();
      scale_.add(patch);
      patches_.push_back(std::move(patch));
      if (auto over = over_the_limit()) return refuse(*over, Code::limit_exceeded);
    }
  }

  std::optional<std::string> over_the_limit() const {
    const Limits& limits = request_.limits;
    if (limits.files != 0 && patches_.size() > limits.files) return "the input changes more files than the limit of " + std::to_string(limits.files);
    if (limits.edits != 0 && edits_ > limits.edits) return "the input has more hunks than the limit of " + std::to_string(limits.edits);
    return std::nullopt;
  }

  diff::WhitespaceRule rule_of(const GitPatch& patch) {
    if (!is_used(patch)) return {0, 8};
    auto rule = repository_.whitespace_rule(patch.name());
    if (rule) return *rule;
    log_.add(diff::GitLine::Kind::error, std::move(rule).error());
    bad_rule_ = true;
    return {0, 8};
  }

  bool is_used(const GitPatch& patch) const {
    const std::string& name = patch.name();
    const std::string& prefix = repository_.place().prefix;
    if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
    bool any_include = false;
    for (const NameFilter& filter : request_.filters) {
      bool include = filter.kind == NameFilter::Kind::include;
      if (wildcard_matches(filter.pattern, name)) return include;
      any_include = any_include || include;
    }
    return !any_include;
  }

  Ended check_and_write(const Input& input, const diff::Patches& patches) {
    std::vector<GitWork>& works = works_.emplace_back();
    for (const GitPatch* patch : patches) works.push_back(work_of(*patch));
    if (!applies_ && !request_.check) return Ended::well;
    edit::GitApplier applier(*tree_, repository_, options_, whitespace_, log_);
    edit::GitApplier::Verdict verdict = applier.check(works, input.name);
    if (verdict == edit::GitApplier::Verdict::fatal) return Ended::fatal;
    if (verdict == edit::GitApplier::Verdict::does_not_fit && !request_.reject) return Ended::does_not_apply;
    if (whitespace_.found != 0 && is_error(options_.whitespace)) applies_ = false;
    if (!applies_) return Ended::well;  // as git: also where --reject --check found something to reject
    if (applier.write(works)) return Ended::well;
    for (const GitWork& work : works)
      if (work.conflicted) log_.info("U " + *work.new_name);
    return Ended::does_not_apply;
  }

  void print(const diff::Patches& patches) {
    if (request_.print)
      for (const GitPatch* patch : patches) result_.out += diff::print_patch(*patch, state_.direction);
    if (options_.verbosity == GitVerbosity::quiet) return;
    if (request_.stat) result_.out += diff::print_stat(patches, scale_);
    if (request_.numstat) result_.out += diff::print_numstat(patches, request_.name_form);
    if (request_.summary) result_.out += diff::print_summary(settled(patches));
  }

  // --summary tells of modes and creations as the check has settled them.
  diff::Patches settled(const diff::Patches& patches) {
    if (works_.empty() || (!applies_ && !request_.check)) return patches;
    diff::Patches list;
    for (const GitWork& work : works_.back()) {
      GitPatch& patch = settled_.emplace_back();
      patch.old_name = work.old_name;
      patch.new_name = work.new_name;
      patch.old_mode = work.old_mode;
      patch.new_mode = work.new_mode;
      patch.is_new = work.is_new ? diff::Stated::yes : work.patch->is_new == diff::Stated::open && !work.old_name ? diff::Stated::open : diff::Stated::no;
      patch.is_delete = work.is_delete ? diff::Stated::yes : work.is_new ? diff::Stated::no : work.patch->is_delete;
      patch.is_rename = work.patch->is_rename;
      patch.is_copy = work.patch->is_copy;
      patch.score = work.patch->score;
      list.push_back(&patch);
    }
    return list;
  }

  // Sums up what was told of whitespace. False when it is an error.
  bool conclude_whitespace() {
    uint64_t found = whitespace_.found;
    if (found == 0) return true;
    if (whitespace_.squelch_after != 0 && found > whitespace_.squelch_after)
      log_.warning(Code::style, "squelched " + counted(found - whitespace_.squelch_after, "whitespace error", "whitespace errors"));
    if (is_error(options_.whitespace)) {
      log_.error(Code::style, counted(found, "line adds whitespace errors.", "lines add whitespace errors."));
      return false;
    }
    if (whitespace_.fixed != 0 && applies_)
      log_.warning(Code::style, counted(whitespace_.fixed, "line applied after fixing whitespace errors.", "lines applied after fixing whitespace errors."));
    else
      log_.warning(Code::style, counted(found, "line adds whitespace errors.", "lines add whitespace errors."));
    return true;
  }

  // --- the end

  // Also where something was rejected: under --reject what fits is written.
  bool commit(Ended ended) {
    if (skipped_ != 0 && patches_.empty() && request_.filters.empty() && !repository_.place().prefix.empty())
      log_.warning(Code::file_unchanged, "nothing to do: every file of the patch lies outside of '" + repository_.place().prefix + "'")
          .hint = "run it at the top of the repository, or name the folder with --directory";
    bool conflicts = std::any_of(works_.begin(), works_.end(), [](const std::vector<GitWork>& works) {
      return std::any_of(works.begin(), works.end(), [](const GitWork& work) { return work.conflicted; });
    });
    if (!tree_ || (ended == Ended::does_not_apply && !request_.reject && !conflicts)) return true;
    tree_->collect();
    if (!within_limit()) return false;
    if (strict_refuses()) return false;
    if (!writes()) {
      hash_changes(changes_, request_.commit.threads);
    } else if (request_.cached) {
      if (Status done = write_index(repository_, changes_, works_); !done) return report(std::move(done).error());
    } else {
      if (!commit_tree()) return false;
    }
    if (request_.want_diff) result_.report.diff = render::unified_diff(changes_);
    return true;
  }

  bool commit_tree() {
    for (const FileChange& change : changes_.changes)
      if (change.before.links > 1 && change.after_exists) log_.add(diff::GitLine::Kind::warning, edit::hard_link(change.path, change.before.links));
    auto committed = disk::commit(workspace_, changes_, request_.commit);
    result_.report.transaction = committed.value.id;
    for (Diagnostic& warning : committed.diagnostics.warnings) log_.add(diff::GitLine::Kind::warning, std::move(warning));
    for (Diagnostic& error : committed.diagnostics.errors) log_.add(diff::GitLine::Kind::error, std::move(error));
    if (!committed.ok()) return false;
    if (options_.target == edit::GitTarget::tree && !request_.intent_to_add) return true;
    Status done = follow_with_index(repository_, changes_, works_, options_.target == edit::GitTarget::tree ? IndexWork::intent : IndexWork::update);
    return done ? true : take_back(std::move(done).error());
  }

  // Tree and index change together or not at all.
  bool take_back(Error error) {
    auto undone = disk::undo(workspace_, {.id = result_.report.transaction, .commit = request_.commit});
    result_.report.transaction = 0;
    for (Diagnostic& failed : undone.diagnostics.errors) log_.add(diff::GitLine::Kind::error, std::move(failed));
    error.notes.push_back(undone.ok() ? "the files have their old content again" : "the files are changed, the index is not");
    return report(std::move(error));
  }

  bool within_limit() {
    uint64_t total = 0;
    for (const FileChange& change : changes_.changes) total += change.after_size;
    uint64_t most = request_.limits.result_bytes;
    if (most == 0 || total <= most) return true;
    log_.error(Code::limit_exceeded, "the result has " + std::to_string(total) + " bytes, more than the limit of " + std::to_string(most)).hint =
        "raise the limit with --max-result";
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
    describe_files(ended);
    result_.log = log_.lines();
    result_.exit_code = ended == Ended::well ? 0 : ended == Ended::does_not_apply ? 1 : 128;
    result_.report.complete = ended == Ended::well;
    return std::move(result_);
  }

  void describe_files(Ended ended) {
    std::map<std::string, const FileChange*> changes;
    for (const FileChange& change : changes_.changes) changes.emplace(change.path.str(), &change);
    for (const std::vector<GitWork>& works : works_)
      for (const GitWork& work : works) result_.report.files.push_back(describe(work, changes, ended));
  }

  FileReport describe(const GitWork& work, const std::map<std::string, const FileChange*>& changes, Ended ended) const {
    FileReport file;
    const std::string& prefix = request_.cached ? kNoPrefix : repository_.place().prefix;
    auto shown = [&](const std::optional<std::string>& name) {
      return !name ? std::string() : name->starts_with(prefix) ? name->substr(prefix.size()) : *name;
    };
    file.path = shown(work.new_name ? work.new_name : work.old_name);
    bool moved = work.patch->is_rename || work.patch->is_copy;
    if (moved) file.from = shown(work.old_name);
    file.operation = work.patch->is_rename ? "rename" : work.patch->is_copy ? "copy" : work.is_new ? "create" : work.is_delete ? "delete" : "patch";
    file.status = work.rejected && applies_ ? "failed" : ended == Ended::well ? "unchanged" : "held";
    for (const EditOutcome& hunk : work.hunks)
      file.edits.push_back({.status = hunk.status, .rule = hunk.rule, .line = hunk.line, .offset = hunk.offset, .places = hunk.places, .pointer = {}});
    auto change = changes.find(file.path);
    if (change == changes.end()) return file;
    if (file.status != "failed") file.status = "changed";
    const FileChange& made = *change->second;
    file.before_sha = made.before.exists ? made.before_sha.hex() : std::string();
    file.after_sha = made.after_exists ? made.after_sha.hex() : std::string();
    file.lines_added = made.lines_added;
    file.lines_removed = made.lines_removed;
    return file;
  }

  inline static const std::string kNoPrefix;

  disk::Workspace& workspace_;
  GitRepository& repository_;
  const GitPatchRequest& request_;
  GitPatchResult result_;
  diff::GitLog log_;
  edit::GitApplyOptions options_;
  diff::GitReadState state_;
  bool applies_ = true;
  bool bad_rule_ = false;
  edit::WhitespaceCount whitespace_;
  std::deque<GitPatch> patches_;
  std::deque<GitPatch> settled_;
  std::deque<std::vector<GitWork>> works_;  // one for each input
  diff::StatScale scale_;
  uint64_t skipped_ = 0, edits_ = 0;
  std::unique_ptr<Reader> reader_;
  ChangeSet changes_;
  std::optional<edit::GitTree> tree_;
};

}  // namespace

std::optional<WhitespaceAction> parse_whitespace_action(std::string_view word) {
  for (const ActionName& known : kActions)
    if (known.word == word) return known.action;
  return std::nullopt;
}

GitPatchResult gitpatch(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, GitRepository& repository,
                        const GitPatchRequest& request) {
  ASSERT(!inputs.empty());
  return Run(workspace, repository, request).run(inputs);
}

}  // namespace aptix::ops
