// The main job, one call for each arrow of the path: extract, parse, check, resolve, commit, report.
// What a preview leaves out it leaves out at the end; there is no second way through.
#include "ops/apply/apply.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <utility>

#include "base/assert.h"
#include "base/background.h"
#include "base/text/text.h"
#include "disk/reader.h"
#include "edit/line_stats.h"
#include "edit/resolve.h"
#include "edit/tree/settle_names.h"
#include "format/format.h"
#include "ops/apply/describe_files.h"
#include "ops/apply/gather.h"
#include "ops/apply/known_bases.h"
#include "ops/apply/near_paths.h"
#include "ops/apply/resolve_doc_paths.h"
#include "ops/apply/review.h"
#include "ops/apply/shown.h"
#include "render/diff.h"

namespace aptix::ops {
namespace {

void keep_only(const std::vector<Glob>& only, Plan& plan) {
  if (only.empty()) return;
  auto is_taken = [&](const RelPath& path) {
    return std::any_of(only.begin(), only.end(), [&](const Glob& glob) { return glob.matches(path.str()); });
  };
  // A dialect changes a file and then moves it: what becomes of the taken one. The entries of a diff start from the
  // files as they were.
  std::set<std::pair<uint32_t, std::string>> sources;
  std::vector<FileEdit> taken;
  for (FileEdit& file : std::views::reverse(plan.files)) {
    bool named = is_taken(file.path) ||
        std::any_of(file.names.others.begin(), file.names.others.end(),
            [&](const Names::Other& name) { return is_taken(name.path); });
    bool feeds = file.operation == Operation::modify && file.order != Order::as_before &&
        sources.contains({file.block, file.path.str()});
    if (!named && !feeds) continue;
    if (file.from && file.order != Order::as_before) sources.insert({file.block, file.from->str()});
    taken.push_back(std::move(file));
  }
  std::reverse(taken.begin(), taken.end());
  plan.files = std::move(taken);
  for (PassedOver& block : plan.passed_over)
    std::erase_if(block.rivals, [&](const RelPath& path) { return !is_taken(path); });
}

Diagnostics check(const Input& chain, const Gathered& gathered, const ApplyRequest& request) {
  return format::check_plan(chain, gathered.plan,
      {.limits = request.limits,
          .allow_overlap = request.allow_overlap,
          .formatting = request.formatting,
          .block_formats = gathered.formats});
}

// Decides by the tree which files the names mean; the plan may be another one afterwards.
void settle_names(const Input& chain, Reader& reader, const ApplyRequest& request, Gathered& gathered, Report& report) {
  if (gathered.plan.passed_over.empty() &&
      std::all_of(gathered.plan.files.begin(), gathered.plan.files.end(),
          [](const FileEdit& file) { return file.names.others.empty() && file.names.rivals.empty(); }))
    return;
  edit::SettledNames settled = edit::settle_names(chain, gathered.plan, reader);
  for (FileEdit& file : gathered.plan.files) file.names.others.clear();
  keep_only(request.only, gathered.plan);
  if (settled.changed != 0) report.diagnostics.errors = check(chain, gathered, request).errors;
  report.diagnostics.add(std::move(settled.diagnostics));
}

// Stops the run when there are errors, after --strict has had its say.
bool failed(const ApplyRequest& request, Diagnostics& diagnostics) {
  if (request.strict) diagnostics.make_strict();
  return !diagnostics.ok();
}

// How a document is laid out says nothing about what it means.
Diagnostics take_style(Diagnostics& diagnostics) {
  auto style = std::stable_partition(diagnostics.warnings.begin(), diagnostics.warnings.end(),
      [](const Diagnostic& warning) { return warning.code != Code::style; });
  Diagnostics taken;
  taken.warnings.assign(std::make_move_iterator(style), std::make_move_iterator(diagnostics.warnings.end()));
  diagnostics.warnings.erase(style, diagnostics.warnings.end());
  return taken;
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

// One run, step by step. What is said goes into the report, and with an error nothing further is done.
class ApplyRun {
 public:
  ApplyRun(
      const Input& chain, disk::Workspace& workspace, const ApplyRequest& request, Gathered& gathered, Report& report)
      : chain_(chain),
        workspace_(workspace),
        request_(request),
        gathered_(gathered),
        report_(report),
        bases_(workspace, request.repository, request.bases) {}

  void go() {
    if (request_.reviewer != nullptr && !let_choose()) return;
    if (request_.stop == Stop::after_commit) {
      report_.diagnostics.add(disk::lock(workspace_, disk::Unmade::waits).diagnostics);
      report_.complete = report_.diagnostics.ok();
      if (!report_.complete) return;
    }
    read_anew();
    settle_names(chain_, *reader_, request_, gathered_, report_);
    auto kept = std::make_shared<Outcome<ChangeSet>>(resolve(gathered_.plan));
    report_.owners.push_back(kept);
    if (request_.reviewer != nullptr) check_as_shown(*kept);
    conclude(*kept);
  }

  // Only what does not fit is told; nothing else is known of a plan that has lost its faulty entries.
  void tell_misfits() {
    read_anew();
    auto resolved = resolve(gathered_.plan);
    name_doc_paths(gathered_.plan, resolved.diagnostics);
    Diagnostics misfits{.errors = std::exchange(gathered_.lost.errors, {}), .warnings = {}};
    misfits.add({.errors = std::move(resolved.diagnostics.errors), .warnings = {}});
    report_.diagnostics.add(std::move(misfits));
  }

 private:
  void read_anew() {
    disk_ = disk::reader(workspace_, request_.limits, request_.commit.threads);
    reader_.emplace(*disk_);
    // Where entries state the hash of their files, those that are read are hashed while the others are still being
    // read.
    for (const FileEdit& entry : gathered_.plan.files)
      if (entry.proof.sha) (void)reader_->read(entry.path);
  }

  Outcome<ChangeSet> resolve(const Plan& plan) {
    return edit::resolve(chain_, plan, *reader_,
        {.limits = request_.limits,
            .match = request_.match,
            .allow_placeholders = request_.allow_placeholders,
            .keep_line_ends = request_.keep_line_ends,
            .bases = &bases_,
            .merge = request_.merge});
  }

  // False when nothing is left to be done.
  bool let_choose() {
    read_anew();
    settle_names(chain_, *reader_, request_, gathered_, report_);
    all_.files = gathered_.plan.files;
    auto resolved = resolve(gathered_.plan);
    Diagnostics said = resolved.diagnostics;
    if (failed(request_, said) || !report_.diagnostics.ok() || !gathered_.lost.ok()) {
      conclude(resolved);
      return false;
    }
    hash_changes(resolved.value, request_.commit.threads);
    shown_ = shown_files(resolved.value);
    auto reviewed = review(
        gathered_.plan, resolved.value, said.warnings, [this](const Plan& plan) { return resolve(plan); },
        *request_.reviewer);
    if (!reviewed) {
      report_.diagnostics.errors.push_back(std::move(reviewed).error());
      report_.complete = false;
      return false;
    }
    left_out_ = std::move(reviewed->left_out);
    by_hand_ = std::move(reviewed->by_hand);
    bool had_any = !resolved.value.changes.empty();
    if (had_any) gathered_.plan.files = std::move(reviewed->files);
    if (!had_any || reviewed->any) return true;
    report_.complete = false;
    describe_left_out(all_, left_out_, report_.files);
    return false;
  }

  void conclude(Outcome<ChangeSet>& resolved) {
    ChangeSet& changes = resolved.value;
    name_near_files(workspace_, resolved.diagnostics.errors);
    name_doc_paths(gathered_.plan, resolved.diagnostics);
    report_.diagnostics.add(std::move(resolved.diagnostics));
    report_.diagnostics.add(std::move(gathered_.lost));
    report_.diagnostics.add(std::move(gathered_.style));
    bool fits = !failed(request_, report_.diagnostics) ||
        (request_.keep_going && leave_out_failed(gathered_.plan, report_.diagnostics, changes));
    if (fits && request_.page) fits = page_leaves_alone(changes);
    Background counting;
    counting.plan(when_beside(changes, request_.commit.threads), [&changes] { edit::count_changed_lines(changes); });
    if (fits) write(changes);
    if (!fits || !report_.diagnostics.ok()) hash_changes(changes, request_.commit.threads);
    counting.finish();
    report_.complete = report_.diagnostics.ok() && changes.complete() && left_out_.empty();
    bool done = report_.diagnostics.ok() || report_.transaction != 0 || (fits && report_.dry_run);
    report_.files = describe_files(gathered_.plan, changes, done ? Done::yes : Done::no);
    describe_left_out(all_, left_out_, report_.files);
    for (FileReport& file : report_.files)
      file.by_hand =
          std::any_of(by_hand_.begin(), by_hand_.end(), [&](const RelPath& path) { return path.str() == file.path; });
  }

  // Where a file is another one by now, that is all there is to be said.
  void check_as_shown(Outcome<ChangeSet>& resolved) {
    hash_changes(resolved.value, request_.commit.threads);
    std::vector<Diagnostic> other = compare_with_shown(shown_, resolved.value);
    if (other.empty()) return;
    resolved.diagnostics = {.errors = std::move(other), .warnings = {}};
    resolved.value.outcomes.clear();
  }

  bool page_leaves_alone(const ChangeSet& changes) {
    std::vector<Diagnostic> errors = overwritten_by_page(*request_.page, workspace_.root_path(), changes);
    report_.diagnostics.errors.insert(report_.diagnostics.errors.end(), errors.begin(), errors.end());
    return errors.empty();
  }

  void write(ChangeSet& changes) {
    if (request_.stop == Stop::after_commit) {
      auto committed = disk::commit(workspace_, changes, request_.commit);
      report_.transaction = committed.value.id;
      report_.diagnostics.add(std::move(committed.diagnostics));
    } else {
      if (request_.stop == Stop::dry_run) report_.diagnostics.add(disk::foresee(workspace_, changes));
      hash_changes(changes, request_.commit.threads);
    }
    if (request_.see) request_.see(changes, workspace_);
    if (request_.want_diff) report_.diff = render::unified_diff(changes);
    bool is_as_told = report_.transaction != 0 || report_.dry_run || report_.diagnostics.ok();
    if (request_.page && is_as_told) report_.page = change_page(*request_.page, changes, report_);
  }

  const Input& chain_;
  disk::Workspace& workspace_;
  const ApplyRequest& request_;
  Gathered& gathered_;
  Report& report_;
  KnownBases bases_;
  std::unique_ptr<Reader> disk_;
  std::optional<edit::SeenReader> reader_;
  Plan all_;  // of all that was asked about, where somebody was
  Shown shown_;
  Counts left_out_;
  std::set<RelPath> by_hand_;
};

// Leaves the entries of line-patch batches of which it is known what file is meant. A change with a fault of form is
// one that does nothing from there on. False: there are none, or it is not known which.
bool leave_sound_changes(const Diagnostics& diagnostics, Plan& plan) {
  constexpr size_t kLongestDocPath = 4096;  // no file has a longer one
  if (diagnostics.more_errors != 0) return false;
  std::map<std::string, std::set<std::string_view>> faulty;  // by docPath: the pointers
  std::set<std::string_view> repeated;
  for (const Diagnostic& error : diagnostics.errors) {
    faulty[fold_case(error.doc_path)].insert(error.where.pointer);
    if (error.code == Code::docpath_repeated) repeated.insert(error.where.pointer);
  }
  std::erase_if(plan.files, [&](FileEdit& file) {
    if (file.names.doc_path.empty() || file.names.doc_path.size() >= kLongestDocPath) return true;
    auto found = faulty.find(file.names.doc_path);
    if (found == faulty.end()) return false;
    for (Edit& edit : file.edits) {
      auto at = found->second.lower_bound(edit.origin.pointer);  // '/' stands before every digit
      if (at == found->second.end() || !at->starts_with(edit.origin.pointer)) continue;
      std::string_view below = at->substr(edit.origin.pointer.size());
      if (below.empty() || below.front() == '/') edit.what = LineChange();
    }
    return repeated.contains(file.origin.pointer + "/docPath");
  });
  return !plan.files.empty();
}

// `patch validate` names all faults at once: one of form does not hide that other changes do not fit.
void look_at_sound_changes(
    const Input& chain, Gathered& gathered, disk::Workspace& given, const ApplyRequest& request, Report& report) {
  if (request.stop == Stop::after_commit || request.stop == Stop::after_parse || request.formats.empty() ||
      report.diagnostics.ok())
    return;
  if (!leave_sound_changes(report.diagnostics, gathered.plan)) return;
  std::unique_ptr<disk::Workspace> top;
  gathered.lost = resolve_doc_paths(chain, gathered.plan, request, given, top);
  ApplyRun(chain, top ? *top : given, request, gathered, report).tell_misfits();
}

}  // namespace

Report apply(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& given, const ApplyRequest& request) {
  ASSERT(!inputs.empty());
  const Input& chain = *inputs.back();
  Report report;
  report.command = request.command;
  report.dry_run = request.stop != Stop::after_commit;

  auto kept = std::make_shared<Gathered>(gather(inputs, given.root_path(), request, report));
  report.owners.push_back(kept);
  Gathered& gathered = *kept;
  look_at_sound_changes(chain, gathered, given, request, report);
  std::unique_ptr<disk::Workspace> top;  // where docPaths may lead above the root
  if (report.diagnostics.ok() && request.stop != Stop::after_parse && names_doc_paths(gathered.plan))
    gathered.lost = resolve_doc_paths(chain, gathered.plan, request, given, top);
  disk::Workspace& workspace = top ? *top : given;
  report.root_prefix = workspace.root_prefix();
  size_t all = gathered.plan.files.size();
  keep_only(request.only, gathered.plan);
  report.is_part = gathered.plan.files.size() != all;
  if (!report.diagnostics.ok() || gathered.plan.files.empty()) report.diagnostics.add(std::exchange(gathered.lost, {}));
  if (report.diagnostics.ok() && gathered.plan.files.empty())
    report.diagnostics.errors.push_back(nothing_to_do(inputs, request, gathered, report));
  if (report.diagnostics.ok()) report.diagnostics.add(check(chain, gathered, request));
  if (report.diagnostics.ok() && request.stop == Stop::after_parse)
    report.diagnostics.add(edit::check_without_files(
        chain, gathered.plan, {.limits = request.limits, .allow_placeholders = request.allow_placeholders}));
  if (request.strict) gathered.style = take_style(report.diagnostics);
  bool goes_on = !failed(request, report.diagnostics) && request.stop != Stop::after_parse;
  if (!goes_on) {
    report.diagnostics.add(std::move(gathered.style));
    report.complete = !failed(request, report.diagnostics);
    return report;
  }

  ApplyRun(chain, workspace, request, gathered, report).go();
  return report;
}

}  // namespace aptix::ops
