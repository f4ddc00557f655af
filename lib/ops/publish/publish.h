// The tail of every path that ends in a change of files: the policy, checks, limits, counts, --html and --diff, and
// the commit or the look ahead. Nothing before it writes.
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

// --- what programs have to say about a change. Who runs them is handed in.

// A row of [check]: the program, which is given the path of a new text as its last word.
struct Checker {
  Glob files;
  std::vector<std::string> words;
};

// How a program ended that looked at a change.
struct ProgramEnd {
  bool is_missing = false;  // there is no such program
  bool too_late = false;
  int exit_code = 0;        // 128 and its number where it was a signal
  std::string output = {};  // the end of what it printed

  bool went_well() const { return !is_missing && !too_late && exit_code == 0; }
};

struct Checks {
  std::vector<Checker> checkers = {};
  // Runs a checker on that text, put where it can be read under that name. Fails with io_error.
  std::function<Result<ProgramEnd>(const Checker& checker, const std::string& name, std::string_view text)>
      run_checker = {};
  std::string command = {};  // of --verify; "": none
  // Runs it in that folder. Fails with io_error, interrupted.
  std::function<Result<ProgramEnd>(const std::string& command, const std::string& folder)> run_command = {};
};

// An error for each file whose new text a checker finds a fault in, and in whose old text it finds none; what it cannot
// look at, or found as bad before, is a warning.
Diagnostics check_syntax(const Checks& checks, const ChangeSet& changes);

// Fails with verify_failed, and as `run_command`.
Status verify(const Checks& checks, const std::string& folder);

// --- the tail

// --html: the file that the page of a change goes to.
struct PageRequest {
  std::string target;              // where the page goes: absolute, without links
  uint64_t device = 0, inode = 0;  // of the file that is there; 0, 0: no file is
  uint32_t mode = 0644;            // permission bits that it gets
  std::vector<render::HtmlOptions::Fact> facts = {};
};

struct PublishRequest {
  enum class End : uint8_t {
    refused,    // nothing is to be made of it, only described
    planned,    // looked at
    foreseen,   // looked at, and what would keep it from being made is an error
    committed,  // made
  };
  End end = End::refused;
  std::optional<std::string> prefix = {};  // of the paths below the workspace, where it is not the root's
  // For changes that come from outside. Null: each was made for the text that is there.
  StatesBase states_base = {};
  uint64_t most_bytes = 0;  // that all results may have; 0: any number
  bool want_diff = false;
  const std::optional<PageRequest>* page = nullptr;
  const Diagnostics* said = nullptr;  // about the change so far: remarks for the page
  // Shown what would be or was written, with the workspace whose root the paths are relative to.
  std::function<void(const ChangeSet&, const disk::Workspace&)> see = {};
  const Checks* checks = nullptr;
  disk::CommitOptions commit = {};
};

struct Published {
  uint64_t transaction = 0;  // 0: nothing was written
  std::vector<std::string> directories_removed;
  std::string diff, page;
};

// Fills hashes and counts of the changes, whatever the end. Errors: those of judge(), limit_exceeded, usage (the page
// would take the place of a changed file), those of check_syntax() and of commit() or foresee(), verify_failed.
Outcome<Published> publish(disk::Workspace& workspace, ChangeSet& changes, const PublishRequest& request);

// How a change is made that comes from elsewhere than an answer: a roll-back, copies from the cloud, a stored one.
struct Making {
  bool dry_run = false;
  bool want_diff = false;
  disk::CommitOptions commit;
};

// The same for one of those. Where `said` has errors it is only described. Its own are added to them.
Published publish(disk::Workspace& workspace, ChangeSet& changes, const Making& how, Diagnostics& said);

// An error for each changed file, below `root`, that the page would take the place of.
Diagnostics overwritten_by_page(const PageRequest& request, const std::string& root, const ChangeSet& changes);

// An error where the page would be a file of the workspace that the policy denies, or calls sensitive.
Diagnostics page_refused(const PageRequest& request, const disk::Workspace& workspace);

// --- changes that wait for a person: stored whole below `.aptix/approvals`, with the hashes of the files that they
// were made for

struct PendingFile {
  std::string path, from{}, metadata_of{};  // from the workspace on; the last two: "" for none
  disk::StoredState before{}, after{};
  std::string text{};  // the new one
};

// A change that takes back a transaction, or restores it: it is carried out as that.
struct Reversal {
  uint64_t transaction = 0;  // 0: the change is none
  bool restores = false;
};

struct Pending {
  std::string id;
  int64_t time_ns = 0;
  std::string caller, command;
  std::vector<PendingFile> files{};
  Reversal reversal{};
};

// `prefix`: of the paths of the changes. REQUIRES: their hashes are filled, and the lock is held or can be taken. Gives
// the id; where the same change of the same caller waits already, the id of that. Fails with io_error, state_untrusted.
Result<std::string> store_pending(
    disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, const Reversal& reversal = {});

// Oldest first. Warnings: what cannot be read. Needs no lock.
Outcome<std::vector<Pending>> list_pending(disk::Workspace& workspace);
// Fails with approval_unknown.
Result<Pending> find_pending(disk::Workspace& workspace, std::string_view id);
// The paths whose files are no longer those that it was made for. Errors: those of reading.
Result<std::vector<std::string>> stale_paths(Reader& reader, const Pending& pending);
// As a change of the tree as it is now. REQUIRES: `reader` is of the workspace's own folder.
Result<ChangeSet> changes_of(Reader& reader, const Pending& pending);
void drop_pending(disk::Workspace& workspace, const std::string& id);

std::string encode_pending(const Pending& pending);
std::optional<Pending> decode_pending(std::string_view text);

// --- what the policy of a workspace says of a change: asked once for each path

// Errors: policy_denied, policy_approval_needed, session_stale_read, policy_budget; with --strict policy_sensitive and
// policy_secret, which else are warnings. `prefix`: of the paths below the workspace. `states_base`: null where each
// change was made for the text that is there.
Diagnostics judge(const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix,
    const StatesBase& states_base, unsigned threads);

// Is all that speaks against a change that a person is to approve it?
bool only_waits(const Diagnostics& said);

// Where a change only waits for an approval: asks the person who is there, without the lock meanwhile; a yes takes the
// errors out of `said`. Where nobody is there, the change is stored, and one error with its id takes their place.
// REQUIRES: the hashes of `changes` are filled.
void wait_for_person(disk::Workspace& workspace, ChangeSet& changes, const std::string& prefix, Diagnostics& said,
    const Reversal& reversal = {});

// For the audit and the session: what became of the files, or that they stayed as they were, where `transaction` is 0.
// Warnings: those of Memory::note_written. REQUIRES: their hashes are filled.
Diagnostics note_touched(
    const disk::Workspace& workspace, const ChangeSet& changes, const std::string& prefix, uint64_t transaction);
Diagnostics note_touched(const disk::Workspace& workspace, std::vector<TouchedPath> touched, uint64_t transaction);

// An error for each changed file whose content may not be shown.
std::optional<Error> judge_shown(const disk::Workspace& workspace, const FileChange& change);
Diagnostics judge_shown(const disk::Workspace& workspace, const ChangeSet& changes);

// --- recorded transactions. Needs no lock but to undo.

// The record with before and after exchanged: what taking it back does.
disk::Record reversed(disk::Record record);

// A file of a record, for the audit.
TouchedPath touched_path(const disk::RecordedFile& file);

// The record of that id; null: there is no such record.
const disk::Record* find_record(const std::vector<disk::Record>& log, uint64_t id);

// What the record did (a reversed one: would do), by paths of the workspace. Contents are looked up by
// their hash, in the tree and among the saved files. A file whose content is gone is left out with a
// warning.
Outcome<ChangeSet> record_changes(
    disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record);

// The same as a unified diff.
Outcome<std::string> record_diff(disk::Workspace& workspace, const disk::SavedTexts& texts, const disk::Record& record);

// publish() for what puts saved files in place rather than new texts (APX-004).

// What it does to the files of its target, or in a dry run would do.
disk::Record effect(const disk::Undone& undone);

// disk::undo() under the policy. Errors: those of both.
Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options);

}  // namespace aptix::ops
