#include "ops/history/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/merge3.h"
#include "disk/reader.h"

namespace aptix::ops {
namespace {

// Adds a change that gives the path `state` and this text, or removes it. Errors: those of the reader.
Status append_restored(
    ChangeSet& changes, Reader& reader, const std::string& path, const disk::StoredState& state, std::string text) {
  TRY_ASSIGN(name, RelPath::parse(path, PathRules::git));
  FileChange change{.path = name};
  auto before = reader.read(name);
  bool below_file = !before && before.error().code == Code::path_conflict;  // that file is replaced
  if (!before && !below_file) return fail(std::move(before).error());
  if (before && before->kind != FileKind::other) change.before = std::move(*before);  // a folder is replaced, too
  change.compared_with = change.before.bytes;
  if (change.before.exists && change.before.kind != FileKind::symlink) change.metadata_of = name;
  FileKind kind = state.is_link() ? state.kind : (state.mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
  if (state.exists) change.set_after(kind, state.mode, changes.texts.emplace_back(std::move(text)));
  changes.changes.push_back(std::move(change));
  return {};
}

using Kind = VersionName::Kind;

constexpr const char* kMakeAgain = "make it again, as with 'aptix diff FILE | aptix gitpatch -R', and roll back again";
constexpr const char* kTakeBack = "undo the edits that 'aptix diff' shows, and roll back again";

bool is_from_log(const VersionName& name) { return name.kind == Kind::transaction || name.kind == Kind::base; }

const VersionName kLastCommit = {.kind = Kind::git, .revision = "HEAD"};

class RollbackPlan {
 public:
  RollbackPlan(disk::Workspace& workspace, Versions& versions, const RollbackRequest& request, RolledBack& out)
      : guard_(workspace.guard().get()),
        versions_(versions),
        request_(request),
        out_(out),
        reader_(disk::reader(workspace, {}, disk::Links::seen)) {}

  // Outside edits under a new name are merged into the file's old name. Call for all paths before the first add().
  Status carry(const std::string& path) {
    const Touch* newest = reading_refused(guard_, path) ? nullptr : versions_.timeline().newest(path);
    if (newest == nullptr || !request_.merge || !is_from_log(request_.to)) return {};
    TRY_ASSIGN(disk, versions_.on_disk(path));
    if (!disk.state.exists || is_same_text(newest->file->after, disk.state)) return {};
    TRY_ASSIGN(target, version_of(path));
    auto then = versions_.version(path, request_.to);
    if (target.state.exists || !then || !then->state.exists || then->path == path) return {};
    TRY_ASSIGN(old, versions_.on_disk(then->path));
    if (old.state.exists || carried_.contains(then->path)) return {};  // add() refuses it
    moved_.insert(path);
    TRY_ASSIGN(text, versions_.text_of(*then));
    TRY_SET(carried_[then->path], merge(path, {.state = newest->file->after, .path = path}, disk, *then, text.bytes));
    return {};
  }

  Status add(const std::string& path) {
    if (moved_.contains(path)) return append_restored(out_.changes, *reader_, path, {}, "");
    // Also if it is deleted: its old text would be shown.
    if (auto refused = reading_refused(guard_, path)) return fail(std::move(*refused));
    TRY_ASSIGN(target, version_of(path));
    TRY_ASSIGN(disk, versions_.on_disk(path));
    bool same_text = is_same_text(target.state, disk.state);
    TRY_ASSIGN(left, same_text ? Result<std::optional<FileVersion>>(std::nullopt) : left_before(path, disk));
    TRY_ASSIGN(kept, same_text && disk.state.exists ? Result<OwnedText>(*disk.text) : versions_.text_of(target));
    std::string text(kept.bytes);
    if (left) TRY_SET(text, merge(path, *left, disk, target, text));
    TRY_SET(target.state.mode, mode_of(path, target.state, disk));
    bool same_mode = target.state.mode == disk.state.mode || target.state.is_link();
    if (target.state.exists == disk.state.exists &&
        (!disk.state.exists ||
            (text == disk.text->bytes && same_mode && target.state.is_link() == disk.state.is_link())))
      return {};
    auto carried = carried_.find(path);
    if (carried != carried_.end()) text = carried->second;
    return append_restored(out_.changes, *reader_, path, target.state, std::move(text));
  }

 private:
  // The version at exactly this path: a file that was renamed since gets its old name, which is rolled back as well.
  Result<FileVersion> version_of(const std::string& path) {
    if (request_.to.kind == Kind::transaction)
      if (auto state = versions_.timeline().state_after(path, request_.to.id))
        return FileVersion{.state = *state, .path = path};
    TRY_ASSIGN(version, versions_.version(path, request_.to));
    if (version.path != path) return FileVersion{.path = path};
    return version;
  }

  // The file before it was edited outside of aptix. nullopt if a transaction left it in its present state, or, for a
  // version of git, if git's last commit has it so.
  Result<std::optional<FileVersion>> left_before(const std::string& path, const FileVersion& disk) {
    // Going back to a checkpoint also takes back outside edits.
    if (request_.to.kind == Kind::checkpoint) return std::optional<FileVersion>();
    const Timeline& timeline = versions_.timeline();
    const Touch* newest = timeline.newest(path);
    std::optional<FileVersion> left;
    if (newest != nullptr) left = FileVersion{.state = newest->file->after, .path = path};
    if (newest != nullptr && is_same_text(newest->file->after, disk.state)) return std::optional<FileVersion>();
    if (request_.to.kind != Kind::git) return left;
    if (!disk.state.exists || timeline.was_left_so(path, disk.state))  // no outside edit is lost
      return std::optional<FileVersion>();
    TRY_ASSIGN(has_commit, versions_.knows_git(kLastCommit.revision));
    FileVersion committed{.path = path};
    if (has_commit) TRY_SET(committed, versions_.version(path, kLastCommit));
    if (is_same_text(committed.state, disk.state)) return std::optional<FileVersion>();
    return left ? std::move(left) : std::optional(std::move(committed));
  }

  // As for texts: an outside change of the mode is an error; with --merge it stays if the roll-back changes no mode.
  Result<uint32_t> mode_of(const std::string& path, const disk::StoredState& target, const FileVersion& disk) {
    if (!target.exists || !disk.state.exists || target.is_link() || disk.state.is_link()) return target.mode;
    if (request_.to.kind == Kind::git)  // as git does: who may read it may execute it
      return target.kind == FileKind::executable ? disk.state.mode | ((disk.state.mode & 0444) >> 2)
                                                 : disk.state.mode & ~0111u;
    if (request_.to.kind == Kind::checkpoint) return target.mode;
    if (!is_from_log(request_.to)) return disk.state.mode;
    const Touch* newest = versions_.timeline().newest(path);
    bool is_left = newest == nullptr || !newest->file->after.exists || newest->file->after.mode == disk.state.mode;
    if (is_left || target.mode == disk.state.mode) return target.mode;
    bool stays = target.mode == newest->file->after.mode;
    if (stays && request_.merge) return disk.state.mode;
    return fail_at(path, Code::undo_changed,
        fmt::format("the mode of {} was changed outside of aptix since its last transaction", in_quotes(path)),
        stays ? "'--merge' keeps it"
              : fmt::format("set it back with 'chmod {:o}', and roll back again", newest->file->after.mode));
  }

  Error changed(const std::string& path, const FileVersion& disk) const {
    const char* how = disk.state.exists ? "was edited" : "was deleted";
    const char* since = versions_.timeline().newest(path) == nullptr ? "the last commit" : "its last transaction";
    return error_at(path, Code::undo_changed,
        fmt::format("{} {} outside of aptix since {}", in_quotes(path), how, since),
        !disk.state.exists   ? kMakeAgain
            : request_.merge ? kTakeBack
                             : "'--merge' keeps such edits where they touch other lines");
  }

  Result<std::string> merge(const std::string& path, const FileVersion& left, const FileVersion& disk,
      const FileVersion& target, std::string_view text) {
    bool mergeable = request_.merge;
    for (const FileVersion* side : {&left, &disk, &target})
      mergeable = mergeable && side->state.exists && !side->state.is_link();
    if (!mergeable) return fail(changed(path, disk));
    auto base = versions_.text_of(left);
    if (!base) return fail(changed(path, disk));
    diff::Merged merged = diff::merge3(base->bytes, disk.text->bytes, text);
    if (!merged.clean())
      return fail_at(path, Code::merge_conflict,
          fmt::format("'{}' was edited outside of aptix on lines that the roll-back changes", escape_for_display(path)),
          kTakeBack);
    out_.merged.push_back(path);
    return joined(merged.pieces());
  }

  const Guard* guard_;
  Versions& versions_;
  const RollbackRequest& request_;
  RolledBack& out_;
  std::unique_ptr<Reader> reader_;
  std::map<std::string, std::string> carried_;  // texts for old names, with the edits made under new ones
  std::set<std::string> moved_;                 // those new names, to be removed
};

// Includes the names that the files had in between.
Result<std::vector<std::string>> paths_of(Versions& versions, const RollbackRequest& request) {
  const Timeline& timeline = versions.timeline();
  if (request.to.kind == Kind::checkpoint) {
    TRY_ASSIGN(all, versions.paths_of_checkpoint(request.to.revision));
    return expand(request.paths, all, "");
  }
  bool by_id = request.to.kind == Kind::transaction;
  uint64_t first = request.paths.empty() ? request.to.id + 1 : 0;
  std::vector<std::string> touched = by_id ? timeline.touched(first, UINT64_MAX) : timeline.touched();
  std::vector<std::string> named = expand(request.paths, touched, "");
  if (!request.paths.empty())
    TRY_SET(named, expand(versions, request.paths, touched, {}, request.to, Versions::Untracked::left_out));
  if (request.to.kind == Kind::git) {
    TRY(versions.load_from_git(named, request.to.revision));
    TRY_ASSIGN(has_commit, versions.knows_git(kLastCommit.revision));
    if (has_commit) TRY(versions.load_from_git(named, kLastCommit.revision));
  }
  std::set<std::string> paths(named.begin(), named.end());
  if (is_from_log(request.to))
    for (const std::string& path : named)
      for (const Touch& touch : timeline.trace(path)) {
        if (by_id && touch.record->id <= request.to.id) break;
        if (!touch.from.empty()) paths.emplace(touch.from);
      }
  return std::vector<std::string>(paths.begin(), paths.end());
}

}  // namespace

Outcome<RolledBack> rollback(disk::Workspace& workspace, Versions& versions, const RollbackRequest& request) {
  Outcome<RolledBack> out;
  if (request.to.kind == Kind::transaction && versions.timeline().find(request.to.id) == nullptr)
    return aptix::fail(
        Code::version_unknown, fmt::format("there is no transaction {}", request.to.id), "'aptix log' lists them");
  for (const std::string& path : request.paths) {
    std::vector<std::string> one = expand({path}, versions.timeline().touched(0, UINT64_MAX), "");
    bool unknown = one.size() == 1 && one.front() == path && !versions.timeline().knows(path);
    if (unknown && is_from_log(request.to))
      return fail_at(path, Code::version_unknown, fmt::format("no transaction changed {}", in_quotes(path)),
          "'aptix log' lists what was changed");
  }
  RollbackPlan plan(workspace, versions, request, out.value);
  TRY_ASSIGN(paths, paths_of(versions, request));
  for (const std::string& path : paths)
    if (Status carried = plan.carry(path); !carried) out.add(std::move(carried).error());
  for (const std::string& path : paths)
    if (Status added = plan.add(path); !added) out.add(std::move(added).error());
  if (out.ok()) out.diagnostics.add({.warnings = versions.later_bases()});
  out.value.published = publish(workspace, out.value.changes, request.how, out.diagnostics);
  return out;
}

namespace {

class UndoPlan {
 public:
  UndoPlan(disk::Workspace& workspace, Versions& versions, const disk::Record& target, Outcome<MergedUndo>& out)
      : guard_(workspace.guard().get()),
        versions_(versions),
        target_(target),
        out_(out),
        reader_(disk::reader(workspace, {}, disk::Links::seen)) {}

  Status run() {
    // If a renamed file was edited since, it keeps its new name, and the old name does not come back.
    for (const disk::RecordedFile& file : target_.files) {
      TRY_ASSIGN(disk, versions_.on_disk(file.path));
      if (!file.from.empty() && !is_left(file, disk)) kept_.insert(file.from);
    }
    for (const disk::RecordedFile& file : target_.files) TRY(add(file));
    if (!out_.value.changes.changes.empty()) return {};
    return fail(Code::undo_changed,
        fmt::format("nothing of transaction {} can be undone: later edits touch all of it", target_.id),
        "edit the files by hand");
  }

 private:
  static bool is_left(const disk::RecordedFile& file, const FileVersion& disk) {
    return is_same_text(file.after, disk.state) && (!file.after.exists || file.after.mode == disk.state.mode);
  }

  Status add(const disk::RecordedFile& file) {
    if (auto refused = reading_refused(guard_, file.path)) return fail(std::move(*refused));
    TRY_ASSIGN(disk, versions_.on_disk(file.path));
    if (is_same_text(file.before, disk.state) && (!disk.state.exists || file.before.mode == disk.state.mode)) return {};
    if (kept_.contains(file.path)) return stays(file.path, "the file that it became was edited since");
    if (is_left(file, disk)) {
      TRY_ASSIGN(text, versions_.text_of({.state = file.before, .path = file.path}));
      return append(file, file.before.mode, std::string(text.bytes));
    }
    bool is_text = file.before.exists && file.after.exists && disk.state.exists && !file.before.is_link() &&
        !file.after.is_link() && !disk.state.is_link();
    if (!is_text) return stays(file.path, disk.state.exists ? "it was edited since" : "it was deleted since");
    return merge(file, disk);
  }

  Status merge(const disk::RecordedFile& file, const FileVersion& disk) {
    TRY_ASSIGN(before, versions_.text_of({.state = file.before, .path = file.path}));
    TRY_ASSIGN(after, versions_.text_of({.state = file.after, .path = file.path}));
    diff::Merged merged = diff::merge3(after.bytes, disk.text->bytes, before.bytes);
    std::string text;
    uint64_t line = 1;
    for (const diff::MergeRegion& region : merged.regions) {
      std::string_view part = region.conflict ? region.ours : region.text;
      if (region.conflict) TRY(stays(file.path, fmt::format("line {} on was edited since", line)));
      text += part;
      line += static_cast<uint64_t>(std::count(part.begin(), part.end(), '\n'));
    }
    bool mode_stays = file.after.mode != disk.state.mode;
    uint32_t mode = mode_stays ? disk.state.mode : file.before.mode;
    if (text == disk.text->bytes && mode == disk.state.mode) return {};
    return append(file, mode, std::move(text));
  }

  Status stays(const std::string& path, const std::string& why) {
    out_.diagnostics.warnings.push_back(error_at(path, Code::undo_changed,
        fmt::format("a part of {} stays: {}", in_quotes(path), why), "look at it, and edit it by hand"));
    return {};
  }

  Status append(const disk::RecordedFile& file, uint32_t mode, std::string text) {
    disk::StoredState state = file.before;
    state.mode = mode;
    return append_restored(out_.value.changes, *reader_, file.path, state, std::move(text));
  }

  const Guard* guard_;
  Versions& versions_;
  const disk::Record& target_;
  Outcome<MergedUndo>& out_;
  std::unique_ptr<Reader> reader_;
  std::set<std::string> kept_;
};

}  // namespace

Outcome<MergedUndo> undo_merge(disk::Workspace& workspace, Versions& versions, uint64_t id, const Making& how) {
  Outcome<MergedUndo> out;
  const std::vector<disk::Record>& log = versions.texts().records();
  auto target = std::find_if(log.rbegin(), log.rend(),
      [&](const disk::Record& record) { return id != 0 ? record.id == id : record.reverses == 0 && !record.undone; });
  if (target == log.rend() && id == 0) return aptix::fail(Code::undo_nothing, "there is nothing to undo");
  if (target == log.rend())
    return aptix::fail(Code::undo_unknown, fmt::format("there is no transaction {}", id), "'aptix log' lists all");
  if (target->reverses != 0 || target->undone)
    return aptix::fail(Code::undo_nothing,
        fmt::format("transaction {} is undone already, or is an undo itself", target->id),
        "'--merge' undoes a transaction that is neither undone nor an undo");
  out.value.target = target->id;
  if (Status planned = UndoPlan(workspace, versions, *target, out).run(); !planned) out.add(std::move(planned).error());
  out.value.published = publish(workspace, out.value.changes, how, out.diagnostics);
  return out;
}

}  // namespace aptix::ops
