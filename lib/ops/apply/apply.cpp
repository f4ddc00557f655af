// One call for each arrow of the path. What a preview leaves out it leaves out at the end; there is no second way
// through. What a step has to say travels in its Outcome, and is put together in tell().
#include "ops/apply/apply.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/assert.h"
#include "disk/reader.h"
#include "edit/resolve.h"
#include "edit/tree/settle_names.h"
#include "ops/apply/choose.h"
#include "ops/apply/describe_files.h"
#include "ops/apply/read_answer.h"
#include "ops/apply/settle.h"
#include "ops/files/known_bases.h"
#include "ops/files/near_paths.h"
#include "ops/publish/publish.h"

namespace aptix::ops {
namespace {

// The files below the root, each read once; locked where the run writes.
struct OpenTree {
  std::unique_ptr<Reader> disk;
  std::unique_ptr<edit::SeenReader> reader;
};

// The steps that were taken. A report views the answer and the changes.
struct Steps {
  Outcome<Answer> read{};
  Diagnostics misfits{};       // of an answer with faults: what else in it does not fit
  Outcome<Located> located{};  // its errors do not keep the others from being found
  Diagnostics checked{};
  bool is_part = false;  // --only has left something out
  Outcome<Selection> chosen{};
  Outcome<OpenTree> tree{};
  Diagnostics settled{};
  Outcome<ChangeSet> changes{};
  Diagnostics judged{};  // all that is said before something is written
  bool fits = false;
  Outcome<Published> done{};

  Plan& plan() { return read.value.plan; }
};

// Where a run ended: that decides what it is a report of.
enum class Ended : uint8_t { before_tree, before_changes, with_changes };

// How a document is laid out says nothing about what it means.
bool is_style(const Diagnostic& warning) { return warning.code == Code::style; }

bool is_refused(const ApplyRequest& request, const Diagnostics& said) {
  auto refuses = [](const Diagnostic& warning) { return info(warning.code).strict && !is_style(warning); };
  return !said.ok() || (request.strict && std::any_of(said.warnings.begin(), said.warnings.end(), refuses));
}

// In the order of the steps. With --strict, style comes last: what does not fit is said before it.
Diagnostics put_together(Steps& steps, const ApplyRequest& request, Ended ended) {
  Diagnostics said = std::move(steps.read.diagnostics);
  said.add(std::move(steps.misfits));
  if (steps.plan().files.empty()) said.add(std::exchange(steps.located.diagnostics, {}));
  said.add(std::move(steps.checked));
  Diagnostics style;
  if (request.strict) {
    auto first = std::stable_partition(
        said.warnings.begin(), said.warnings.end(), [](const Diagnostic& warning) { return !is_style(warning); });
    style.warnings.assign(std::make_move_iterator(first), std::make_move_iterator(said.warnings.end()));
    said.warnings.erase(first, said.warnings.end());
  }
  said.add(std::move(steps.chosen.diagnostics));
  said.add(std::move(steps.tree.diagnostics));
  if (ended == Ended::before_changes) return said;
  if (ended == Ended::with_changes) {
    said.add(std::move(steps.settled));
    said.add(std::move(steps.changes.diagnostics));
    said.add(std::move(steps.located.diagnostics));
  }
  said.add(std::move(style));
  if (request.strict) said.make_strict();
  return said;
}

Outcome<OpenTree> open_tree(disk::Workspace& workspace, const Plan& plan, const ApplyRequest& request, bool locks) {
  Outcome<OpenTree> out;
  if (locks) out.diagnostics = disk::lock(workspace, disk::Unmade::waits).diagnostics;
  if (!out.ok()) return out;
  out.value.disk = disk::reader(workspace, request.limits, request.commit.threads);
  out.value.reader = std::make_unique<edit::SeenReader>(*out.value.disk);
  // Where entries state the hash of their files, those that are read are hashed while the others are still being
  // read.
  for (const FileEdit& entry : plan.files)
    if (entry.proof.sha) (void)out.value.reader->read(entry.path);
  return out;
}

// Is one of the paths above this one, or below it?
bool shares_place(std::string_view path, const std::set<std::string_view>& paths) {
  std::string folder = std::string(path) + "/";
  auto below = paths.lower_bound(folder);
  if (below != paths.end() && below->starts_with(folder)) return true;
  for (size_t slash = path.rfind('/'); slash != std::string_view::npos; slash = path.substr(0, slash).rfind('/'))
    if (paths.contains(path.substr(0, slash))) return true;
  return false;
}

// --keep-going: takes the files with an edit that does not fit out of the changes, and those that are renamed from or
// to them or need their place. False when nothing is left, or when an error is about more than whether edits fit.
bool leave_out_failed(const Plan& plan, const Diagnostics& diagnostics, ChangeSet& changes) {
  std::set<std::string_view> bad;
  for (const Diagnostic& error : diagnostics.errors) {
    if (info(error.code).exit_class != 1 || error.path.empty()) return false;
    bad.insert(error.path);
  }
  auto is_bad = [&bad](const RelPath& path) { return bad.contains(path.str()) || shares_place(path.str(), bad); };
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

class ApplyRun {
 public:
  ApplyRun(const Input& chain, disk::Workspace& workspace, const ApplyRequest& request, Steps& steps)
      : chain_(chain),
        workspace_(workspace),
        request_(request),
        steps_(steps),
        bases_(workspace, request.repository, request.bases) {}

  // With an error nothing further is done.
  Ended go() {
    walk(request_.reviewer == nullptr && request_.writes());
    if (request_.reviewer != nullptr && may_choose()) {
      choose_edits();
      if (steps_.chosen.value.ends) return Ended::before_changes;
      walk(request_.writes());
    }
    if (!steps_.tree.ok()) return Ended::before_changes;
    if (steps_.chosen.value.was_made) hold_to_shown(steps_.chosen.value, steps_.changes, request_.commit.threads);
    judge();
    steps_.done = publish(workspace_, steps_.changes.value, publish_request());
    return Ended::with_changes;
  }

  // Only what does not fit is told; nothing else is known of a plan that has lost its faulty entries.
  std::vector<Diagnostic> misfits() {
    steps_.tree = open_tree(workspace_, steps_.plan(), request_, false);
    Diagnostics said = resolve(steps_.plan()).diagnostics;
    name_doc_paths(steps_.plan(), said);
    return std::move(said.errors);
  }

 private:
  void walk(bool locks) {
    steps_.tree = open_tree(workspace_, steps_.plan(), request_, locks);
    if (!steps_.tree.ok()) return;
    steps_.settled = settle(chain_, steps_.read.value, *steps_.tree.value.reader, request_);
    steps_.changes = resolve(steps_.plan());
  }

  Outcome<ChangeSet> resolve(const Plan& plan) {
    return edit::resolve(chain_, plan, *steps_.tree.value.reader,
        {.limits = request_.limits,
            .match = request_.match,
            .allow_placeholders = request_.allow_placeholders,
            .keep_line_ends = request_.keep_line_ends,
            .bases = &bases_,
            .merge = request_.merge});
  }

  bool may_choose() const {
    return steps_.settled.ok() && steps_.located.ok() && !is_refused(request_, steps_.changes.diagnostics);
  }

  void choose_edits() {
    Diagnostics settled = std::move(steps_.settled);
    steps_.chosen = choose(
        steps_.plan(), steps_.changes, [this](const Plan& plan) { return resolve(plan); }, request_);
    settled.add(std::move(steps_.chosen.diagnostics));
    steps_.chosen.diagnostics = std::move(settled);
  }

  void judge() {
    Outcome<ChangeSet>& changes = steps_.changes;
    name_near_files(workspace_, changes.diagnostics.errors);
    name_doc_paths(steps_.plan(), changes.diagnostics);
    steps_.judged = put_together(steps_, request_, Ended::with_changes);
    steps_.fits =
        steps_.judged.ok() || (request_.keep_going && leave_out_failed(steps_.plan(), steps_.judged, changes.value));
  }

  PublishRequest publish_request() const {
    using End = PublishRequest::End;
    End end = request_.writes() ? End::committed : request_.stop == Stop::dry_run ? End::foreseen : End::planned;
    return {.end = steps_.fits ? end : End::refused,
        .want_diff = request_.want_diff,
        .page = &request_.page,
        .said = &steps_.judged,
        .see = request_.see,
        .commit = request_.commit};
  }

  const Input& chain_;
  disk::Workspace& workspace_;
  const ApplyRequest& request_;
  Steps& steps_;
  KnownBases bases_;
};

// `patch validate` names all faults at once: one of form does not hide that other changes do not fit.
Diagnostics misfits_of_sound_changes(
    const Input& chain, Steps& steps, disk::Workspace& given, const ApplyRequest& request) {
  bool looks = !request.writes() && request.stop != Stop::after_parse && !request.formats.empty();
  if (!looks || !leave_sound_changes(steps.read.diagnostics, steps.plan())) return {};
  Outcome<Located> located = locate(chain, steps.plan(), request, given);
  disk::Workspace& workspace = located.value.top ? *located.value.top : given;
  std::vector<Diagnostic> misfits = ApplyRun(chain, workspace, request, steps).misfits();
  steps.tree = {};
  located.diagnostics.add({.errors = std::move(misfits), .warnings = {}});
  return std::move(located.diagnostics);
}

// What a plan is known to be without the tree. False when the run ends with that.
bool prepare(
    std::span<const std::unique_ptr<Input>> inputs, Steps& steps, disk::Workspace& given, const ApplyRequest& request) {
  const Input& chain = *inputs.back();
  Plan& plan = steps.plan();
  if (!steps.read.ok()) steps.misfits = misfits_of_sound_changes(chain, steps, given, request);
  else if (request.stop != Stop::after_parse) steps.located = locate(chain, plan, request, given);
  size_t all = plan.files.size();
  keep_only(request, plan);
  steps.is_part = plan.files.size() != all;
  if (!steps.read.ok()) return false;
  if (!plan.files.empty()) steps.checked = check_plan(chain, steps.read.value, request);
  else if (steps.located.ok()) steps.checked.errors.push_back(nothing_to_do(inputs, request, steps.read.value));
  return !plan.files.empty() && request.stop != Stop::after_parse && !is_refused(request, steps.read.diagnostics) &&
      !is_refused(request, steps.checked);
}

void tell_of_changes(Steps& steps, Report& report) {
  report.transaction = steps.done.value.transaction;
  report.diff = std::move(steps.done.value.diff);
  report.page = std::move(steps.done.value.page);
  report.complete = report.diagnostics.ok() && steps.changes.value.complete() && steps.chosen.value.left_out.empty();
  bool done = report.diagnostics.ok() || report.transaction != 0 || (steps.fits && report.dry_run);
  report.files = describe_files(steps.plan(), steps.changes.value, done ? Done::yes : Done::no);
}

// The one place where what the steps have to say comes together.
Report tell(Steps& steps, const ApplyRequest& request, Ended ended) {
  Report report;
  report.command = request.command;
  report.dry_run = !request.writes();
  bool changed = ended == Ended::with_changes;
  report.diagnostics = changed ? std::move(steps.judged) : put_together(steps, request, ended);
  report.diagnostics.add(std::move(steps.done.diagnostics));
  report.complete = report.diagnostics.ok() && !steps.chosen.value.ends;
  report.is_part = steps.is_part;
  report.blocks = std::move(steps.read.value.found);
  report.batch_blocks = std::move(steps.read.value.batch_blocks);
  if (changed) tell_of_changes(steps, report);
  describe_choice(steps.chosen.value, report.files);
  return report;
}

}  // namespace

Report apply(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& given, const ApplyRequest& request) {
  ASSERT(!inputs.empty());
  auto steps = std::make_shared<Steps>();
  steps->read = read_answer(inputs, given.root_path(), request);
  bool goes_on = prepare(inputs, *steps, given, request);
  std::unique_ptr<disk::Workspace> top = std::move(steps->located.value.top);
  disk::Workspace& workspace = top ? *top : given;
  Ended ended = goes_on ? ApplyRun(*inputs.back(), workspace, request, *steps).go() : Ended::before_tree;
  Report report = tell(*steps, request, ended);
  report.root_prefix = workspace.root_prefix();
  steps->tree = {};
  report.owners.push_back(steps);
  return report;
}

}  // namespace aptix::ops
