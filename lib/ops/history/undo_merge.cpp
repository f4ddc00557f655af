#include "ops/history/undo_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/text.h"
#include "diff/compute/merge3.h"
#include "disk/reader.h"

namespace aptix::ops {
namespace {

Result<const disk::Record*> target_of(const std::vector<disk::Record>& log, uint64_t id) {
  auto is_meant = [&](const disk::Record& record) {
    return id != 0 ? record.id == id : record.reverses == 0 && !record.undone;
  };
  auto found = std::find_if(log.rbegin(), log.rend(), is_meant);
  if (found == log.rend() && id == 0) return fail(Code::undo_nothing, "there is nothing to undo");
  if (found == log.rend())
    return fail(Code::undo_unknown, fmt::format("there is no transaction {}", id), "'aptix log' lists all");
  if (found->reverses != 0 || found->undone)
    return fail(Code::undo_nothing,
        fmt::format("transaction {} is taken back already, or is an undo itself", found->id),
        "'--merge' takes back a transaction that is neither taken back nor an undo");
  return &*found;
}

class UndoPlan {
 public:
  UndoPlan(disk::Workspace& workspace, Versions& versions, const disk::Record& target, Outcome<MergedUndo>& out)
      : guard_(workspace.guard().get()),
        versions_(versions),
        target_(target),
        out_(out),
        reader_(disk::reader(workspace, {}, 1, disk::Links::seen)) {}

  Status run() {
    for (const disk::RecordedFile& file : target_.files) TRY(note_kept(file));
    for (const disk::RecordedFile& file : target_.files) TRY(add(file));
    if (!out_.value.changes.changes.empty()) return {};
    return fail(Code::undo_changed,
        fmt::format("nothing of transaction {} can be taken back: later edits touch all of it", target_.id),
        "edit the files by hand");
  }

 private:
  // The new name of a file that was edited since stays, and then its old name does not come back.
  Status note_kept(const disk::RecordedFile& file) {
    TRY_ASSIGN(disk, versions_.on_disk(file.path));
    if (!file.from.empty() && !is_left(file, disk)) kept_.insert(file.from);
    return {};
  }

  static bool is_left(const disk::RecordedFile& file, const FileVersion& disk) {
    return same(file.after, disk) && (!file.after.exists || file.after.mode == disk.state.mode);
  }

  static bool same(const disk::StoredState& state, const FileVersion& disk) {
    return state.exists == disk.state.exists &&
        (!state.exists || (state.sha == disk.state.sha && state.is_link() == disk.state.is_link()));
  }

  Status add(const disk::RecordedFile& file) {
    if (auto refused = reading_refused(guard_, file.path)) return fail(std::move(*refused));
    TRY_ASSIGN(disk, versions_.on_disk(file.path));
    bool came_back = same(file.before, disk) && (!file.before.exists || file.before.mode == disk.state.mode);
    if (came_back) return {};
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

Outcome<MergedUndo> undo_merge(disk::Workspace& workspace, Versions& versions, const UndoMergeRequest& request) {
  Outcome<MergedUndo> out;
  TRY_ASSIGN(target, target_of(versions.texts().records(), request.id));
  out.value.target = target->id;
  if (Status planned = UndoPlan(workspace, versions, *target, out).run(); !planned) out.add(std::move(planned).error());
  out.value.published = publish_restored(workspace, out.value.changes, request.how, out.diagnostics);
  return out;
}

}  // namespace aptix::ops
