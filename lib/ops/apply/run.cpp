// One call per step of apply(). A preview leaves out the end; there is no second path. Diagnostics travel in each
// step's Outcome; put_together() orders them.
#include "ops/apply/steps.h"

#include <set>
#include <utility>

#include "base/assert.h"
#include "context/redact.h"
#include "disk/reader.h"
#include "edit/tree/settle_names.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {
namespace {

// The results of the steps. A report views the answer and the changes.
struct Steps {
  Outcome<ReadAnswer> read{};
  Diagnostics misfits{};                                // for an answer with errors: what else does not fit
  Outcome<std::unique_ptr<disk::Workspace>> located{};  // its errors are reported together with those of later steps
  Diagnostics checked{};
  bool is_part = false;  // --only left something out
  Outcome<PersonsChoice> chosen{};
  Diagnostics locked{};
  std::unique_ptr<Reader> disk{};
  std::unique_ptr<edit::SeenReader> reader{};  // for the files below the root; reads each once
  Diagnostics settled{};
  Outcome<ChangeSet> changes{};
  Diagnostics judged{};  // everything reported before the write
  bool fits = false;
};

// Where a run ended, which decides what the report contains.
enum class Ended : uint8_t { before_tree, before_changes, with_changes };

// Style findings are about the layout of a document, not its meaning.
bool is_style(const Diagnostic& warning) { return warning.code == Code::style; }

bool is_refused(const ApplyRequest& request, const Diagnostics& said) {
  auto refuses = [](const Diagnostic& warning) { return info(warning.code).strict && !is_style(warning); };
  return !said.ok() || (request.strict && std::ranges::any_of(said.warnings, refuses));
}

// In the order of the steps. With --strict, style findings come last, after what does not fit.
Diagnostics put_together(Steps& steps, const ApplyRequest& request, Ended ended) {
  Diagnostics said = std::move(steps.read.diagnostics);
  said.add(std::move(steps.misfits));
  if (steps.read.value.plan.files.empty()) said.add(std::exchange(steps.located.diagnostics, {}));
  said.add(std::move(steps.checked));
  Diagnostics style;
  if (request.strict) {
    auto first = std::stable_partition(
        said.warnings.begin(), said.warnings.end(), [](const Diagnostic& warning) { return !is_style(warning); });
    style.warnings.assign(std::make_move_iterator(first), std::make_move_iterator(said.warnings.end()));
    said.warnings.erase(first, said.warnings.end());
  }
  said.add(std::move(steps.chosen.diagnostics));
  said.add(std::move(steps.locked));
  if (ended == Ended::before_changes) return said;
  if (ended == Ended::with_changes) {
    said.add(std::move(steps.settled));
    said.add(std::move(steps.changes.diagnostics));
    said.add(std::move(steps.located.diagnostics));
  }
  said.add(std::move(style));
  if (request.strict) said.make_strict();
  else if (request.certain) said.make_errors({Code::match_several, Code::match_not_found});
  return said;
}

// --keep-going: removes from the changes the files with an edit that does not fit, and those that are renamed from or
// to them or need their place. False if nothing is left, or if an error is not about whether edits fit.
bool leave_out_failed(const Plan& plan, const Diagnostics& diagnostics, ChangeSet& changes) {
  std::set<std::string_view> bad;
  for (const Diagnostic& error : diagnostics.errors) {
    if (info(error.code).exit_class != 1 || error.path.empty()) return false;
    bad.insert(error.path);
  }
  // True for a bad path, and for one above or below it.
  auto is_bad = [&bad](const RelPath& path) {
    std::string folder = path.str() + "/";
    auto below = bad.lower_bound(folder);
    if (below != bad.end() && below->starts_with(folder)) return true;
    for (std::string_view above = path.str(); !above.empty();
         above = above.substr(0, above.find('/') == above.npos ? 0 : above.rfind('/')))
      if (bad.contains(above)) return true;
    return false;
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const FileEdit& entry : plan.files) {
      if (!is_bad(entry.path) && !(entry.from && is_bad(*entry.from))) continue;
      grown = bad.insert(entry.path.str()).second || grown;
      if (entry.from) grown = bad.insert(entry.from->str()).second || grown;
    }
  }
  std::erase_if(changes.changes, [&](const FileChange& change) { return bad.contains(change.path.str()); });
  return !changes.changes.empty();
}

// True if the plan states the old content of the file: by SHA-256, by git blob, or as "does not exist".
bool states_base(const Plan& plan, const FileChange& change) {
  return std::ranges::any_of(plan.files, [&](const FileEdit& entry) {
    if (entry.path != change.path && entry.from != change.path) return false;
    if (entry.proof.sha || (entry.operation == Operation::create && !change.before.exists)) return true;
    return entry.proof.blobs && change.before.exists && names_blob(entry.proof.blobs->before, change.before.bytes);
  });
}

class ApplyRun {
 public:
  ApplyRun(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& given, const ApplyRequest& request)
      : inputs_(inputs),
        chain_(*inputs.back()),
        given_(given),
        request_(request) {}

  Report run() {
    steps_->read = read_answer(inputs_, given_.root_path(), request_);
    if (!prepare()) return tell(Ended::before_tree);
    if (!steps_->read.ok()) {
      // The faulty entries were removed from the plan, so only errors that edits do not fit are reliable.
      walk(Lock::none);
      name_doc_paths(plan_, steps_->changes.diagnostics);
      steps_->misfits = std::exchange(steps_->located.diagnostics, {});
      steps_->misfits.add({.errors = std::move(steps_->changes.diagnostics.errors)});
      return tell(Ended::before_tree);
    }
    bool misfits = request_.reviewer != nullptr && !let_choose();
    if (steps_->chosen.value.ends) return tell(Ended::before_changes);
    if (!misfits) walk(request_.writes() ? Lock::taken : Lock::none);
    if (!steps_->locked.ok()) return tell(Ended::before_changes);
    judge();
    steps_->reader.reset();  // the changes keep alive what they need of it
    return tell(Ended::with_changes, publish(workspace(), steps_->changes.value, publish_request()));
  }

 private:
  enum class Lock : uint8_t { none, taken };

  disk::Workspace& workspace() { return top_ ? *top_ : given_; }

  // Runs the steps that need no tree. False if the run ends here.
  bool prepare() {
    Diagnostics& said = steps_->read.diagnostics;
    // `patch validate` reports all errors at once: a format error does not hide that other changes do not fit.
    bool names_all = !request_.writes() && !request_.formats.empty();
    bool looks = request_.stop != Stop::after_parse && (said.ok() || (names_all && leave_sound_changes(said, plan_)));
    if (looks) steps_->located = locate(chain_, plan_, request_, given_);
    top_ = std::move(steps_->located.value);
    size_t all = plan_.files.size();
    keep_only(request_, plan_);
    steps_->is_part = plan_.files.size() != all;
    if (!said.ok()) return looks;
    if (!plan_.files.empty()) steps_->checked = check_plan(chain_, steps_->read.value, request_);
    else if (steps_->located.ok()) steps_->checked.errors = {nothing_to_do(inputs_, request_, steps_->read.value)};
    return !plan_.files.empty() && request_.stop != Stop::after_parse && !is_refused(request_, said) &&
        !is_refused(request_, steps_->checked);
  }

  void walk(Lock lock) {
    if (lock == Lock::taken) steps_->locked = disk::lock(workspace(), disk::Unmade::waits).diagnostics;
    if (!steps_->locked.ok()) return;
    steps_->reader.reset();
    steps_->disk = disk::reader(workspace(), request_.limits);
    steps_->reader = std::make_unique<edit::SeenReader>(*steps_->disk);
    if (!bases_) bases_.emplace(workspace(), request_.repository, request_.bases);
    steps_->settled = settle(chain_, steps_->read.value, *steps_->reader, workspace(), request_);
    steps_->changes = resolve(plan_);
    if (steps_->chosen.value.was_made) hold_to_shown(steps_->chosen.value, steps_->changes, request_.commit.threads);
  }

  Outcome<ChangeSet> resolve(const Plan& plan) {
    Outcome<ChangeSet> changes = edit::resolve(chain_, plan, *steps_->reader,
        {.limits = request_.limits,
            .match = request_.match,
            .whole = request_.whole,
            .append = request_.append,
            .allow_placeholders = request_.allow_placeholders,
            .keep_line_ends = request_.keep_line_ends,
            .bases = &*bases_,
            .merge = request_.merge});
    if (!request_.allow_placeholders)
      for (const FileChange& change : changes.value.changes)
        if (auto found = context::new_redaction(change)) changes.diagnostics.errors.push_back(std::move(*found));
    return changes;
  }

  // Resolves without the lock, then asks the person. False if the plan does not fit.
  bool let_choose() {
    walk(Lock::none);
    bool fits = steps_->settled.ok() && steps_->located.ok() && !is_refused(request_, steps_->changes.diagnostics);
    if (!fits) return false;
    Diagnostics settled = std::move(steps_->settled);
    steps_->chosen = choose(
        plan_, steps_->changes, [this](const Plan& plan) { return resolve(plan); }, request_);
    settled.add(std::move(steps_->chosen.diagnostics));
    steps_->chosen.diagnostics = std::move(settled);
    return true;
  }

  void judge() {
    Outcome<ChangeSet>& changes = steps_->changes;
    if (request_.expected) changes.diagnostics.add(hold_to_expected(*request_.expected, changes, *steps_->reader));
    name_near_files(workspace(), changes.diagnostics.errors);
    name_doc_paths(plan_, changes.diagnostics);
    steps_->judged = put_together(*steps_, request_, Ended::with_changes);
    steps_->fits =
        steps_->judged.ok() || (request_.keep_going && leave_out_failed(plan_, steps_->judged, changes.value));
  }

  PublishRequest publish_request() const {
    using End = PublishRequest::End;
    End end = request_.writes() ? End::committed : request_.stop == Stop::dry_run ? End::foreseen : End::planned;
    return {.end = steps_->fits ? end : End::refused,
        .states_base =
            [this](const FileChange& change) {
              bool told =
                  request_.expected && !request_.expected->sha.empty() && request_.expected->path == change.path.str();
              return told || states_base(plan_, change);
            },
        .want_diff = request_.want_diff,
        .page = &request_.page,
        .said = &steps_->judged,
        .see = request_.see,
        .checks = &request_.checks,
        .commit = request_.commit};
  }

  // Puts the report together.
  Report tell(Ended ended, Outcome<Published> done = {}) {
    Report report;
    report.command = request_.command;
    report.dry_run = !request_.writes();
    report.root_prefix = workspace().root_prefix();
    bool with_changes = ended == Ended::with_changes;
    report.diagnostics = with_changes ? std::move(steps_->judged) : put_together(*steps_, request_, ended);
    report.diagnostics.add(std::move(done.diagnostics));
    report.complete = report.diagnostics.ok() && !steps_->chosen.value.ends;
    report.is_part = steps_->is_part;
    report.blocks = std::move(steps_->read.value.found);
    report.batch_blocks = std::move(steps_->read.value.batch_blocks);
    if (with_changes) {
      const ChangeSet& changes = steps_->changes.value;
      report.transaction = done.value.transaction;
      if (report.transaction != 0) report.verified = request_.checks.command;
      report.diff = std::move(done.value.diff);
      report.page = std::move(done.value.page);
      report.complete = report.diagnostics.ok() && changes.complete() && steps_->chosen.value.made.left_out.empty();
      bool made = report.diagnostics.ok() || report.transaction != 0 || (steps_->fits && report.dry_run);
      report.files = describe_files(plan_, changes, made ? Done::yes : Done::no);
    }
    describe_choice(steps_->chosen.value, report.files);
    steps_->reader.reset();
    steps_->disk.reset();
    report.owners.push_back(steps_);
    return report;
  }

  std::span<const std::unique_ptr<Input>> inputs_;
  const Input& chain_;
  disk::Workspace& given_;
  const ApplyRequest& request_;
  std::unique_ptr<disk::Workspace> top_;  // for docPaths that lead outside the root
  std::optional<KnownBases> bases_;
  std::shared_ptr<Steps> steps_ = std::make_shared<Steps>();  // shared with the report
  Plan& plan_ = steps_->read.value.plan;
};

// If alternatives are the only errors of an answer, lets a person pick the block. nullopt: there are none. Fails with
// that error if the person picks none.
Result<std::optional<uint64_t>> pick_alternative(
    std::span<const std::unique_ptr<Input>> inputs, const disk::Workspace& workspace, const ApplyRequest& request) {
  if (request.reviewer == nullptr || !request.blocks.empty()) return std::optional<uint64_t>();
  ApplyRequest alone = request;
  alone.reviewer = nullptr;
  Outcome<ReadAnswer> read = read_answer(inputs, workspace.root_path(), alone);
  std::vector<Error>& errors = read.diagnostics.errors;
  bool excludes = !errors.empty() &&
      std::ranges::all_of(errors, [](const Error& error) { return error.code == Code::input_alternatives; });
  std::erase_if(read.value.found, [](const BlockReport& block) { return block.format.empty(); });
  if (!excludes || read.value.found.size() < 2) return std::optional<uint64_t>();
  TRY_ASSIGN(picked, request.reviewer->pick(read.value.found));
  if (!picked) return fail(std::move(errors.front()));
  return picked;
}

}  // namespace

Report apply(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, const ApplyRequest& request) {
  ASSERT(!inputs.empty());
  auto picked = pick_alternative(inputs, workspace, request);
  if (picked && !*picked) return ApplyRun(inputs, workspace, request).run();
  if (picked) {
    ApplyRequest one = request;
    one.blocks = {**picked};
    return ApplyRun(inputs, workspace, one).run();
  }
  Report report;
  report.command = request.command;
  report.dry_run = !request.writes();
  report.root_prefix = workspace.root_prefix();
  report.diagnostics.errors = {std::move(picked).error()};
  report.complete = false;
  return report;
}

}  // namespace aptix::ops
