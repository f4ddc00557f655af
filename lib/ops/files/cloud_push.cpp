// The operation log says what was written; so it is the same for every command.
#include "ops/files/cloud_push.h"

#include "ops/files/record_changes.h"

namespace aptix::ops {
namespace {

bool has_new_content(const disk::RecordedFile& file) {
  if (!file.after.exists || (file.after.kind != FileKind::regular && file.after.kind != FileKind::executable))
    return false;
  return !file.before.exists || file.before.sha != file.after.sha;
}

bool is_about_one_file(Code code) {
  return code == Code::cloud_conflict || code == Code::docpath_twins || code == Code::file_missing ||
      code == Code::path_symlink || code == Code::path_special || code == Code::limit_exceeded;
}

// Whoever reads this must not take the run for a failed one.
Diagnostic not_pushed(Error error) {
  error.notes.push_back(is_about_one_file(error.code) ? "the change stands here; it is not in the Cloud File Set"
                                                      : "the changes stand here; they are not in the Cloud File Set, "
                                                        "and 'aptix cloud push PATH' pushes them later");
  return error;
}

// Who takes back a pull wants the old text back here, and does not want to push it to everybody else. That the file has
// not grown from the copy must be known for longer than the log reaches.
Diagnostics note_pull(Sources& sources, const disk::Record& pull, store::TakenBack now) {
  Diagnostics said;
  for (const disk::RecordedFile& file : pull.files) {
    Status noted = sources.set_taken_back(sources.doc_paths().key_of(file.path), now);
    if (noted) continue;
    said.warnings.push_back(std::move(noted).error());
    break;  // the database cannot be used: once is enough
  }
  return said;
}

}  // namespace

Diagnostics push_transaction(
    disk::Workspace& workspace, Sources& sources, const DoneTransaction& done, const Sources::Pusher& by) {
  Diagnostics said;
  auto log = disk::read_log(workspace);
  const disk::Record* record = find_record(log.value, done.transaction);
  if (record == nullptr) return said;
  if (done.reversed && done.reversed->kind == disk::TransactionKind::pull)
    return note_pull(sources, *done.reversed,
        record->kind == disk::TransactionKind::undo ? store::TakenBack::yes : store::TakenBack::no);
  for (const disk::RecordedFile& file : record->files) {
    if (!has_new_content(file)) continue;
    std::optional<Sha256> before = file.before.exists ? std::optional(file.before.sha) : std::nullopt;
    auto pushed = sources.push_applied(file.path, before, by);
    if (pushed) continue;
    bool goes_on = is_about_one_file(pushed.error().code);
    said.warnings.push_back(not_pushed(std::move(pushed).error()));
    if (!goes_on) return said;  // the set itself cannot be used: once is enough
  }
  return said;
}

}  // namespace aptix::ops
