// The operation log says what was written; so it is the same for every command.
#include "ops/cloud_push.h"

#include "ops/history.h"

namespace aptix::ops {
namespace {

bool has_new_content(const disk::RecordedFile& file) {
  if (!file.exists || (file.after_kind != FileKind::regular && file.after_kind != FileKind::executable)) return false;
  return !file.existed || file.before_sha != file.after_sha;
}

// Whoever takes back a pull wants his own text again, and not everybody else to have it.
bool takes_back_a_pull(const std::vector<disk::Record>& log, const disk::Record& record) {
  const disk::Record* target = record.reverses == 0 ? nullptr : find_record(log, record.reverses);
  return target != nullptr && target->kind == disk::TransactionKind::pull;
}

bool is_about_one_file(Code code) {
  return code == Code::cloud_conflict || code == Code::docpath_twins || code == Code::file_missing || code == Code::path_symlink ||
         code == Code::path_special || code == Code::limit_exceeded;
}

// Whoever reads this must not take the run for a failed one.
Diagnostic not_pushed(Error error) {
  error.notes.push_back(is_about_one_file(error.code) ? "the change stands here; it is not in the Cloud File Set"
                                                      : "the changes stand here; they are not in the Cloud File Set, and 'aptix cloud push PATH' pushes them later");
  return error;
}

}  // namespace

Diagnostics push_transaction(disk::Workspace& workspace, Sources& sources, uint64_t transaction, const Sources::Pusher& by) {
  Diagnostics said;
  auto log = disk::read_log(workspace);
  const disk::Record* record = find_record(log.value, transaction);
  if (record == nullptr || takes_back_a_pull(log.value, *record)) return said;
  for (const disk::RecordedFile& file : record->files) {
    if (!has_new_content(file)) continue;
    std::optional<Sha256> before = file.existed ? std::optional(file.before_sha) : std::nullopt;
    auto pushed = sources.push_applied(file.path, before, by);
    if (pushed) continue;
    bool goes_on = is_about_one_file(pushed.error().code);
    said.warnings.push_back(not_pushed(std::move(pushed).error()));
    if (!goes_on) return said;  // the set itself cannot be used: once is enough
  }
  return said;
}

}  // namespace aptix::ops
