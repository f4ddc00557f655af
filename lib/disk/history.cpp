// Reading the operation log, undo and redo. Undo is a new transaction that reverses the newest record of a target. It
// puts the saved files themselves in place, so that inodes, links, owners and attributes come back.
#include "disk/history.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/back/back.h"
#include "disk/commit.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"
#include "disk/run/run.h"

namespace aptix::disk {
namespace {

std::string named(const Record& record) { return "transaction " + std::to_string(record.id); }

// Finds the target to undo or redo.
class Choice {
 public:
  Choice(const Log& log, const UndoOptions& wanted) : log_(log), wanted_(wanted) {}

  Result<const Record*> find() const {
    if (wanted_.id != 0) return by_id();
    const auto& records = log_.records();
    auto wanted = [&](const Record& record) {
      return wanted_.redo ? undone_last(record) : record.is_target() && log_.stands(record);
    };
    auto record = std::find_if(records.rbegin(), records.rend(), wanted);
    if (record != records.rend()) return log_.find(record->target());
    if (wanted_.redo) return fail(Code::undo_nothing, "there is nothing to redo");
    return fail(Code::undo_nothing, "there is nothing to undo");
  }

 private:
  // True for an undo that was not redone.
  bool undone_last(const Record& record) const {
    return record.kind == TransactionKind::undo && log_.find(record.target()) != nullptr &&
        &log_.newest_of(record.target()) == &record;
  }

  Result<const Record*> by_id() const {
    const Record* record = log_.find(wanted_.id);
    if (record == nullptr)
      return fail(Code::undo_unknown, "there is no transaction " + std::to_string(wanted_.id), "'aptix log' lists all");
    // Undoing an undo is a redo, and the other way round.
    const Record* target = log_.find(record->target());
    if (target == nullptr)
      return fail(Code::undo_nothing, "the transaction that " + named(*record) + " is about is no longer in the log");
    bool flipped = record != target && &log_.newest_of(target->id) != record;
    bool stands = log_.stands(*target);
    if (flipped || (record == target && !wanted_.redo && !stands))
      return fail(Code::undo_nothing, named(*record) + " is already undone",
          stands ? "'aptix undo " + std::to_string(target->id) + "' takes " + named(*target) + " back again"
                 : "'aptix undo " + std::to_string(log_.newest_of(target->id).id) + "' restores it");
    if (record == target && wanted_.redo && stands) return fail(Code::undo_nothing, named(*record) + " is not undone");
    return target;
  }

  const Log& log_;
  const UndoOptions& wanted_;
};

// Checks that a record can be reversed, and reverses it.
class Reverser {
 public:
  Reverser(Site& site, const Log& log, const Record& target)
      : site_(site),
        log_(log),
        target_(target),
        flip_(log.newest_of(target.id)),
        saved_(log.open(site, flip_)),
        folders_(site.fs, site.top.get()),
        made_(flip_.made.begin(), flip_.made.end()) {
    for (const RecordedFile& file : flip_.files)
      if (file.after.exists) written_.insert(file.path);
  }

  // Returns every reason why it cannot be reversed.
  std::vector<Error> check() {
    if (!flip_.has_all || !saved_.ok()) {
      errors_.push_back(
          make_error(Code::undo_nothing, "the old texts of " + named(target_) + " were dropped by the history limits",
              "raise the limits of the history to keep more"));
      return std::move(errors_);
    }
    for (size_t i = 0; i < flip_.files.size(); ++i) {
      check_tree(flip_.files[i]);
      if (flip_.files[i].before.exists) check_saved(i);
    }
    return std::move(errors_);
  }

  // REQUIRES: check() found nothing.
  Draft draft() const {
    Draft draft;
    draft.kind = flip_.kind == TransactionKind::undo ? TransactionKind::redo : TransactionKind::undo;
    draft.reverses = target_.id;
    draft.removable.emplace(flip_.made.begin(), flip_.made.end());
    draft.removed = flip_.made;
    for (size_t k = 0; k < flip_.removed.size(); ++k) {
      const ManifestFolder& folder = flip_.removed[k];
      draft.saved_folders[folder.path] = {saved_.get(), saved_folder_name(k), folder.mode};
      if (!held_a_file(folder.path)) draft.made.push_back(folder.path);
    }
    draft.reserve(flip_.files.size());
    for (size_t i = 0; i < flip_.files.size(); ++i) reverse(i, draft.add());
    return draft;
  }

  // Call when the draft was committed: the saved files are in the tree under their second names, and the folders are
  // made.
  void drop_saved() { unlink_preimages(site_.fs, saved_.get()); }

 private:
  void check_tree(const RecordedFile& file) {
    auto [dir, name] = folders_.target(file.path);
    FileOnDisk there;
    int status = look(site_.fs, dir, name, there);
    if (status < 0) errors_.push_back(io_failure("cannot read", file.path, -status));
    else if (!there.is(file.after) && !gave_way(file, there)) errors_.push_back(changed(file, there));
    else if (!file.after.exists && made_.contains(file.path)) check_folder(file.path, file.path);
    seen_.push_back(identity_of(there.about, site_.around.now_ns));
  }

  // True for a deleted file whose place was taken by a folder of the same transaction, or the other way round.
  bool gave_way(const RecordedFile& file, const FileOnDisk& there) const {
    if (file.after.exists) return false;
    if (made_.contains(file.path)) return S_ISDIR(there.about.st_mode);
    for (std::string_view folder = split_path(file.path).first; !folder.empty(); folder = split_path(folder).first)
      if (written_.contains(folder)) return true;
    return false;
  }

  // The file comes back in place of this folder, so the folder may contain nothing else.
  void check_folder(const std::string& folder, const std::string& file) {
    std::vector<std::string> names;
    int dir = folders_.open(folder);
    int status = dir < 0 ? dir : site_.fs.list(dir, names);
    if (status == -ENOTDIR || status == -ELOOP) errors_.push_back(in_the_place(folder, file));
    else if (status < 0 && status != -ENOENT) errors_.push_back(io_failure("cannot read", folder, -status));
    for (const std::string& name : names) {
      std::string inner = join_path(folder, name);
      if (made_.contains(inner)) check_folder(inner, file);
      else if (!written_.contains(inner)) errors_.push_back(in_the_place(inner, file));
    }
  }

  Error in_the_place(const std::string& path, const std::string& file) const {
    return error_at(path, Code::undo_changed,
        in_quotes(path) + " was put in the place of the file " + in_quotes(file) + " after " + named(flip_),
        "move it elsewhere, and undo again");
  }

  // True if the folder had a file, which brings it back. Otherwise it was removed for its own sake.
  bool held_a_file(const std::string& folder) const {
    return std::any_of(flip_.files.begin(), flip_.files.end(),
        [&](const RecordedFile& file) { return file.before.exists && file.path.starts_with(folder + "/"); });
  }

  Error changed(const RecordedFile& file, const FileOnDisk& there) const {
    const char* how = !file.after.exists ? " exists again" : there.missing() ? " was deleted" : " was changed";
    auto typed = rest_below(file.path, site_.root_prefix);
    bool can_merge = file.before.exists && file.after.exists && there.kind == FileOnDisk::Kind::file && typed;
    return error_at(file.path, Code::undo_changed, in_quotes(file.path) + how + " since " + named(flip_),
        can_merge ? in_quotes(merging(*typed)) + " keeps the later edits where they touch other lines"
                  : "undo the later change first, or edit the file by hand");
  }

  // The command that takes back, or brings back, what can be merged.
  std::string merging(std::string_view typed) const {
    std::string id = std::to_string(target_.id);
    bool is_redo = flip_.kind == TransactionKind::undo;
    if (!is_redo) return "aptix undo " + id + " --merge";
    return "aptix rollback " + shell_word(typed) + " --to " + id + " --merge";
  }

  // Somebody may have written to the saved file through another name of it.
  void check_saved(size_t i) {
    const RecordedFile& file = flip_.files[i];
    FileOnDisk saved;
    int status = look(site_.fs, saved_.get(), staged_name(i), saved);
    if (status < 0) errors_.push_back(io_failure("cannot read the old text of", file.path, -status));
    else if (!saved.is(file.before))
      errors_.push_back(error_at(file.path, Code::undo_nothing,
          "the saved old text of " + in_quotes(file.path) + " is not what it was",
          "change the file back by hand, or take it from git or a backup"));
  }

  void reverse(size_t i, Step& step) const {
    const RecordedFile& file = flip_.files[i];
    step.file->path = file.path;
    step.file->before = file.after;
    step.file->after = file.before;
    step.file->whole = file.whole;
    step.seen = seen_[i];
    step.saved_in = saved_.get();
    step.saved = staged_name(i);
  }

  Site& site_;
  const Log& log_;
  const Record& target_;
  const Record& flip_;
  Fd saved_;
  Folders folders_;
  std::set<std::string_view> made_, written_;
  std::vector<FileIdentity> seen_;  // parallel to flip_.files
  std::vector<Error> errors_;
};

// The first transaction in effect that was done after `target` and has a path in common with it.
const Record* later_one(const Log& log, const Record& target) {
  std::set<std::string_view> paths;
  for (const RecordedFile& file : target.files) paths.insert(file.path);
  auto touches = [&](const RecordedFile& file) { return paths.contains(file.path); };
  uint64_t done = log.newest_of(target.id).id;
  for (const Record& record : log.records()) {
    if (!record.is_target() || &record == &target || !log.stands(record) || log.newest_of(record.id).id < done)
      continue;
    if (std::any_of(record.files.begin(), record.files.end(), touches)) return &record;
  }
  return nullptr;
}

// Errors: undo_nothing, undo_unknown, undo_later.
Result<const Record*> find_target(const Log& log, const UndoOptions& options) {
  TRY_ASSIGN(target, Choice(log, options).find());
  const Record* later = options.id != 0 && log.stands(*target) ? later_one(log, *target) : nullptr;
  if (later == nullptr) return target;
  return fail(Code::undo_later, named(*later) + " came after " + named(*target) + " and touched the same files",
      "undo " + named(*later) + " first");
}

}  // namespace

Outcome<std::vector<Record>> read_log(Workspace& workspace) {
  Outcome<std::vector<Record>> outcome;
  auto log = Log::load(workspace.site(), outcome.diagnostics.warnings);
  if (log) outcome.value = log->take_records();
  else outcome.add(std::move(log).error());
  return outcome;
}

Outcome<Undone> undo(Workspace& workspace, const UndoOptions& options) {
  Site& site = workspace.site();
  Outcome<Undone> outcome;
  if (!options.dry_run) {
    // If nothing was ever written, there is nothing to lock.
    TRY_ASSIGN(found, open_state(site));
    if (found) outcome.diagnostics = lock(workspace).diagnostics;
    if (!outcome.ok()) return outcome;
  }
  auto log = Log::load(site, outcome.diagnostics.warnings);
  auto target = log ? find_target(*log, options) : fail(std::move(log).error());
  if (!target) {
    outcome.add(std::move(target).error());
    return outcome;
  }
  outcome.value.target = **target;
  outcome.value.restores = log->newest_of((*target)->id).kind == TransactionKind::undo;
  if (options.judge) outcome.diagnostics.add(options.judge(outcome.value.target));
  if (!outcome.ok()) return outcome;
  Reverser reverser(site, *log, **target);
  outcome.diagnostics.errors = reverser.check();
  if (!outcome.ok()) return outcome;
  if (options.dry_run) {
    outcome.diagnostics.add(foresee(site, reverser.draft()));
    return outcome;
  }
  Outcome<Committed> done = run_transaction(site, reverser.draft(), options.commit);
  outcome.value.committed = std::move(done.value);
  outcome.diagnostics.add(std::move(done.diagnostics));
  if (outcome.ok()) reverser.drop_saved();
  return outcome;
}

Outcome<Pruned> collect(Workspace& workspace, const CollectOptions& options) {
  TRY_ASSIGN(found, open_state(workspace.site()));
  if (!found) return {};
  Diagnostics locked = options.dry_run ? Diagnostics() : lock(workspace).diagnostics;
  Outcome<Pruned> out = locked.ok() ? collect_log(workspace.site(), options) : Outcome<Pruned>();
  if (locked.ok()) {
    auto kept = drop_kept(workspace.site(), {.bytes = options.keep_bytes, .looks_only = options.dry_run});
    if (kept) out.value.kept = *kept;
    else out.diagnostics.warnings.push_back(std::move(kept).error());
  }
  out.diagnostics.add(std::move(locked));
  return out;
}

Outcome<Recovered> recover(Workspace& workspace, const RecoverOptions& options) {
  return recover(workspace.site(), options);
}

}  // namespace aptix::disk
