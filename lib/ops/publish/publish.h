// The end of every operation that changes files: policy, checks, limits, counts, --html and --diff, and the commit or
// the preview. Nothing before it writes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/text/glob.h"
#include "disk/commit.h"
#include "disk/history.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "model/watch.h"
#include "render/html/html.h"

namespace aptix::ops {

// --- programs that check a change. The caller provides how to run them.

// A row of [check]: the program gets the path of a file with the new text as its last argument.
struct Checker {
  Glob files;
  std::vector<std::string> words;
};

// How a program that checked a change ended.
struct ProgramEnd {
  bool is_missing = false;  // there is no such program
  bool too_late = false;
  int exit_code = 0;        // 128 + N if signal N ended it
  std::string output = {};  // the end of its output

  bool went_well() const { return !is_missing && !too_late && exit_code == 0; }
};

struct Checks {
  std::vector<Checker> checkers = {};
  // Runs a checker on that text, stored in a file of that name. Fails with io_error.
  std::function<Result<ProgramEnd>(const Checker& checker, const std::string& name, std::string_view text)>
      run_checker = {};
  std::string command = {};  // the command of --verify; "": none
  // Runs the command in that folder. Fails with io_error, interrupted.
  std::function<Result<ProgramEnd>(const std::string& command, const std::string& folder)> run_command = {};
};

// Runs the checkers on new texts. An error if a checker reports a fault, unless it also reports one in the old text.
// That, and a text that it cannot check, is a warning.
Diagnostics check_syntax(const Checks& checks, const ChangeSet& changes);

// Fails with verify_failed, and as `run_command`.
Status verify(const Checks& checks, const std::string& folder);

// --- publishing

// --html: the file that the page of a change goes to.
struct PageRequest {
  std::string target;              // absolute, without links
  uint64_t device = 0, inode = 0;  // of the existing file; 0, 0: there is none
  uint32_t mode = 0644;            // permission bits that the page gets
  std::vector<render::HtmlOptions::Fact> facts = {};
};

struct PublishRequest {
  enum class End : uint8_t {
    refused,    // not even previewed, only described
    planned,    // previewed
    foreseen,   // previewed, and what would stop the write is an error
    committed,  // written
  };
  End end = End::refused;
  std::optional<std::string> prefix = {};  // from the workspace to the paths; default: the root's
  // For changes that come from outside. Null: each was made for the present text.
  StatesBase states_base = {};
  uint64_t most_bytes = 0;  // limit for all results together; 0: none
  bool want_diff = false;
  const std::optional<PageRequest>* page = nullptr;
  const Diagnostics* said = nullptr;  // diagnostics so far, for the page
  // Called with the changes that were, or would be, written, and the workspace whose root their paths are relative to.
  std::function<void(const ChangeSet&, const disk::Workspace&)> see = {};
  const Checks* checks = nullptr;
  disk::CommitOptions commit = {};
};

struct Published {
  uint64_t transaction = 0;  // 0: nothing was written
  std::vector<std::string> directories_removed;
  std::string diff, page;
};

// Fills hashes and counts of the changes in any case. Errors: those of judge(), limit_exceeded, usage (the page would
// overwrite a changed file), those of check_syntax() and of commit() or foresee(), verify_failed.
Outcome<Published> publish(disk::Workspace& workspace, ChangeSet& changes, const PublishRequest& request);

// How to make a change that does not come from an answer: a roll-back, copies from the cloud, a stored change.
struct Making {
  bool dry_run = false;
  bool want_diff = false;
  disk::CommitOptions commit;
};

// publish() for such a change. If `said` has errors, the change is only described. Adds its own diagnostics to `said`.
Published publish(disk::Workspace& workspace, ChangeSet& changes, const Making& how, Diagnostics& said);

// An error for each changed file, below `root`, that the page would overwrite.
Diagnostics overwritten_by_page(const PageRequest& request, const std::string& root, const ChangeSet& changes);

// An error if the page would be a file of the workspace that the policy denies or calls sensitive.
Diagnostics page_refused(const PageRequest& request, const disk::Workspace& workspace);

// --- changes that wait for a person: stored whole in `.aptix/approvals`, with the hashes of the files that they were
// made for

struct PendingFile {
  std::string path, from{}, metadata_of{};  // relative to the workspace; `from`, `metadata_of`: or ""
  disk::StoredState before{}, after{};
  std::string text{};  // the new text
};

// The change is an undo or redo of a transaction, and will be made as one.
struct Reversal {
  uint64_t transaction = 0;  // 0: it is neither
  bool restores = false;
};

struct Pending {
  std::string id;
  int64_t time_ns = 0;
  std::string caller, command;
  std::vector<PendingFile> files{};
  Reversal reversal{};
};

// `prefix`: of the paths of the changes. REQUIRES: their hashes are filled, and the lock is held or can be taken.
// Returns the id, which is that of an equal change by the same caller if one waits already. Fails with io_error,
// state_untrusted.
Result<std::string> store_pending(
    disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, const Reversal& reversal = {});

// Oldest first. Warnings: changes that cannot be read. Needs no lock.
Outcome<std::vector<Pending>> list_pending(disk::Workspace& workspace);
// Fails with approval_unknown.
Result<Pending> find_pending(disk::Workspace& workspace, std::string_view id);
// The paths whose files have changed since. Errors: those of reading.
Result<std::vector<std::string>> stale_paths(Reader& reader, const Pending& pending);
// The stored change as a change of the present tree. REQUIRES: the root of `reader` is the workspace.
Result<ChangeSet> changes_of(Reader& reader, const Pending& pending);
void drop_pending(disk::Workspace& workspace, const std::string& id);

std::string encode_pending(const Pending& pending);
std::optional<Pending> decode_pending(std::string_view text);

// --- what the policy of a workspace says about a change: asked once per path

// Errors: policy_denied, policy_approval_needed, session_stale_read, policy_budget. policy_sensitive and policy_secret
// are warnings; with --strict, errors. `prefix`: from the workspace to the paths. `states_base`: null if each change
// was made for the present text.
Diagnostics judge(const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix,
    const StatesBase& states_base, unsigned threads);

// True if the only objection is that a person must approve the change.
bool only_waits(const Diagnostics& said);

// If a change only needs approval, asks the person, without holding the lock. If the answer is yes, clears the errors
// in `said`. If nobody can be asked, stores the change; one error with its id then replaces the others. REQUIRES: the
// hashes of `changes` are filled.
void wait_for_person(disk::Workspace& workspace, ChangeSet& changes, const std::string& prefix, Diagnostics& said,
    const Reversal& reversal = {});

// Records in the audit and the session what became of the files; with transaction 0, that they did not change.
// Warnings: those of Memory::note_written. REQUIRES: the hashes are filled.
Diagnostics note_touched(
    const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, uint64_t transaction);
Diagnostics note_touched(const disk::Workspace& workspace, std::vector<TouchedPath> touched, uint64_t transaction);

// Errors for changed files whose content may not be shown.
std::optional<Error> judge_shown(const disk::Workspace& workspace, const FileChange& change);
Diagnostics judge_shown(const disk::Workspace& workspace, const ChangeSet& changes);

// --- recorded transactions. Only undo needs a lock.

// The record with before and after exchanged: what undoing it does.
disk::Record reversed(disk::Record record);

// A file of a record, for the audit.
TouchedPath touched_path(const disk::RecordedFile& file);

// The record with that id; null: there is none.
const disk::Record* find_record(const std::vector<disk::Record>& log, uint64_t id);

// What the record did (a reversed one: would do), with paths of the workspace. Contents are looked up by hash, among
// the saved files and in the tree. A file whose content is gone, or may not be read, is left out with a warning.
Outcome<ChangeSet> record_changes(
    disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record);

// The same as a unified diff.
Outcome<std::string> record_diff(disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record);

// publish() for putting saved files in place instead of new texts (APX-004).

// What undoing or redoing does, or in a dry run would do, to the files of the target.
disk::Record effect(const disk::Undone& undone);

// disk::undo() under the policy. Errors: those of both.
Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options);

}  // namespace aptix::ops
