#include "ops/history/rollback.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/merge3.h"
#include "disk/reader.h"
#include "ops/history/compare.h"

namespace aptix::ops {
namespace {

using Kind = VersionName::Kind;

constexpr const char* kMakeAgain = "make it again, as with 'aptix diff FILE | aptix gitpatch -R', and roll back again";
constexpr const char* kTakeBack = "take back the edits that 'aptix diff' shows, and roll back again";

const VersionName kLastCommit = {.kind = Kind::git, .revision = "HEAD"};

bool is_text_of(const disk::StoredState& state, const FileVersion& version) {
  return state.exists == version.state.exists &&
      (!state.exists || (state.sha == version.state.sha && state.is_link() == version.state.is_link()));
}

// Whoever may read it may run it, as git does it.
uint32_t with_kind(uint32_t mode, FileKind kind) {
  return kind == FileKind::executable ? mode | ((mode & 0444) >> 2) : mode & ~0111u;
}

class RollbackPlan {
 public:
  RollbackPlan(disk::Workspace& workspace, Versions& versions, const RollbackRequest& request, RolledBack& out)
      : guard_(workspace.guard().get()),
        versions_(versions),
        request_(request),
        out_(out),
        reader_(disk::reader(workspace, {}, request.how.commit.threads, disk::Links::seen)) {}

  // What was edited outside under a new name: its edits go to the old one. Called for all paths before add() is.
  Status carry(const std::string& path) {
    const Touch* newest = reading_refused(guard_, path) ? nullptr : versions_.timeline().newest(path);
    if (newest == nullptr || !request_.merge || !is_from_log()) return {};
    TRY_ASSIGN(disk, versions_.on_disk(path));
    if (!disk.state.exists || is_text_of(newest->file->after, disk)) return {};
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
    if (moved_.contains(path)) return append(path, {}, "");
    // Also one that is gone: its old text would be shown.
    if (auto refused = reading_refused(guard_, path)) return fail(std::move(*refused));
    TRY_ASSIGN(target, version_of(path));
    TRY_ASSIGN(disk, versions_.on_disk(path));
    bool same_text = is_text_of(target.state, disk);
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
    return append(path, target.state, carried != carried_.end() ? carried->second : std::move(text));
  }

 private:
  bool is_from_log() const { return request_.to.kind == Kind::transaction || request_.to.kind == Kind::base; }

  // At this very path: what was renamed since goes back to its old name, which is rolled back with it.
  Result<FileVersion> version_of(const std::string& path) {
    if (request_.to.kind == Kind::transaction)
      if (auto state = versions_.timeline().state_after(path, request_.to.id))
        return FileVersion{.state = *state, .path = path};
    TRY_ASSIGN(version, versions_.version(path, request_.to));
    if (version.path != path) return FileVersion{.path = path};
    return version;
  }

  // What was edited outside, before it was: nothing where a transaction left the file as it is or, when it is git's
  // version that it goes back to, where git's last commit has it so.
  Result<std::optional<FileVersion>> left_before(const std::string& path, const FileVersion& disk) {
    // What was edited outside is what a checkpoint takes back, too.
    if (request_.to.kind == Kind::checkpoint) return std::optional<FileVersion>();
    const Timeline& timeline = versions_.timeline();
    const Touch* newest = timeline.newest(path);
    std::optional<FileVersion> left;
    if (newest != nullptr) left = FileVersion{.state = newest->file->after, .path = path};
    if (newest != nullptr && is_text_of(newest->file->after, disk)) return std::optional<FileVersion>();
    if (request_.to.kind != Kind::git) return left;
    if (!disk.state.exists || timeline.was_left_so(path, disk.state))  // nothing is overwritten
      return std::optional<FileVersion>();
    TRY_ASSIGN(has_commit, versions_.knows_git(kLastCommit.revision));
    FileVersion committed{.path = path};
    if (has_commit) TRY_SET(committed, versions_.version(path, kLastCommit));
    if (is_text_of(committed.state, disk)) return std::optional<FileVersion>();
    return left ? std::move(left) : std::optional(std::move(committed));
  }

  // As with texts: what was changed outside is refused, and with --merge stays where the roll-back changes none.
  Result<uint32_t> mode_of(const std::string& path, const disk::StoredState& target, const FileVersion& disk) {
    if (!target.exists || !disk.state.exists || target.is_link() || disk.state.is_link()) return target.mode;
    if (request_.to.kind == Kind::git) return with_kind(disk.state.mode, target.kind);
    if (request_.to.kind == Kind::checkpoint) return target.mode;
    if (!is_from_log()) return disk.state.mode;
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

  Status append(const std::string& path, const disk::StoredState& target, std::string text) {
    return append_restored(out_.changes, *reader_, path, target, std::move(text));
  }

  const Guard* guard_;
  Versions& versions_;
  const RollbackRequest& request_;
  RolledBack& out_;
  std::unique_ptr<Reader> reader_;
  std::map<std::string, std::string> carried_;  // texts of old names, with the edits of the new ones
  std::set<std::string> moved_;                 // those new names, which go
};

// The names that the files had between then and now, as well.
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
  if (by_id || request.to.kind == Kind::base)
    for (const std::string& path : named)
      for (const Touch& touch : timeline.trace(path)) {
        if (by_id && touch.record->id <= request.to.id) break;
        if (!touch.from.empty()) paths.emplace(touch.from);
      }
  return std::vector<std::string>(paths.begin(), paths.end());
}

Status check_version(const Versions& versions, const RollbackRequest& request) {
  if (request.to.kind == Kind::transaction && versions.timeline().find(request.to.id) == nullptr)
    return fail(
        Code::version_unknown, fmt::format("there is no transaction {}", request.to.id), "'aptix log' lists them");
  for (const std::string& path : request.paths) {
    std::vector<std::string> one = expand({path}, versions.timeline().touched(0, UINT64_MAX), "");
    bool unknown = one.size() == 1 && one.front() == path && !versions.timeline().knows(path);
    bool from_log = request.to.kind == Kind::transaction || request.to.kind == Kind::base;
    if (unknown && from_log)
      return fail_at(path, Code::version_unknown, fmt::format("no transaction changed '{}'", escape_for_display(path)),
          "'aptix log' lists what was changed");
  }
  return {};
}

}  // namespace

Outcome<RolledBack> rollback(disk::Workspace& workspace, Versions& versions, const RollbackRequest& request) {
  Outcome<RolledBack> out;
  TRY(check_version(versions, request));
  RollbackPlan plan(workspace, versions, request, out.value);
  TRY_ASSIGN(paths, paths_of(versions, request));
  for (const std::string& path : paths)
    if (Status carried = plan.carry(path); !carried) out.add(std::move(carried).error());
  for (const std::string& path : paths)
    if (Status added = plan.add(path); !added) out.add(std::move(added).error());
  if (out.ok()) out.diagnostics.add({.warnings = versions.later_bases()});
  out.value.published = publish_restored(workspace, out.value.changes, request.how, out.diagnostics);
  return out;
}

}  // namespace aptix::ops
