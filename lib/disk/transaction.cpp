// The one writer. These always hold, whatever fails and wherever the process is killed:
//
//  1. The lock is taken before the first file is read, so that two runs come one after the other. If the lock cannot be
//     made, nothing is written.
//  2. Nothing is written before every edit is resolved and judged: the ChangeSet is complete.
//  3. Postimages are staged in `tx/` with their final owner, mode, ACL and attributes. As long as there is no finished
//     manifest, `tx/` is trash and the tree is the old one.
//  4. The manifest names every path with both sides, and every folder to make or remove. Next to it are the owners and
//     attributes of the folders to remove (r<k>, run.h); a folder whose owner and attributes could not be saved is not
//     removed. The manifest is written under its final name; its last line, its hash, makes it valid: *prepared*.
//     Staged files and manifest are durable, in any order, before the first name in the tree changes.
//  5. Publishing is one rename for each path, or one for a new folder with everything in it. The displaced file lands
//     in `tx/` and is the saved preimage. It is checked there: if it is not the file that was read, everything is
//     rolled back.
//  6. The changed folders are made durable. With --verify, the command that judges the result runs now: published, not
//     committed, the lock held; a mark in `tx` tells recovery that it may have written to the files. Then `tx` becomes
//     `log/<id>`: that rename is the commit. An error up to and including the flush after it rolls everything back.
//  7. A crash between 4 and 6 is rolled back by the next writing command. The code is roll_back(), the same that runs
//     after an error here. It decides by content, so it can be killed and run again.
//  8. Undo is a new transaction through the same code; its staged files are the saved preimages.
//  9. Nothing else writes in the tree.
//
//   staged --4--> prepared --5--> published --6--> committed        stage(), prepare(), publish(), verify(), seal()
//      |             |                |
//   take_back()  roll_back()      roll_back()
#include "disk/commit.h"

#include <fcntl.h>

#include <algorithm>
#include <vector>

#include "base/assert.h"
#include "base/text/text.h"
#include "disk/back/back.h"
#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"
#include "disk/record/log.h"
#include "disk/record/state.h"
#include "disk/run/run.h"

namespace aptix::disk {
namespace {

// The log never gets this far by itself: a record with a larger id was planted to leave no id for the next one.
constexpr uint64_t kPlausibleId = kLargestId / 2;
const std::string kRunning = std::string(kStateName) + "/tx";

class Transaction {
 public:
  Transaction(Site& site, Draft draft, const CommitOptions& options)
      : site_(site),
        fs_(site.fs),
        draft_(std::move(draft)),
        options_(options),
        run_{.site = site, .tx = -1, .sync = options.sync, .threads = options.threads} {}

  ~Transaction() { set_halfway(false); }

  Outcome<Committed> run() {
    Status done;
    try {
      done = advance();
    } catch (const std::exception&) {
      take_back();
      throw;
    }
    if (!done) return give_up(std::move(done).error());
    return finish();
  }

 private:
  enum class Phase : uint8_t { begun, staging, publishing, verifying };

  Status advance() {
    TRY(begin());
    TRY(stage());
    TRY(prepare());
    TRY(publish());
    if (options_.verify) TRY(verify());
    return seal();
  }

  Status begin() {
    TRY_ASSIGN(folders, plan_folders(site_, draft_));
    TRY_SET(log_, make_in_state(site_, "log"));
    TRY_ASSIGN(ids, record_ids(fs_, log_.get()));
    choose_id(ids);
    if (id_ > kLargestId)
      return fail(Code::state_untrusted, "the operation log has no number left", "remove '.aptix/log'");
    if (int status = make_folder(site_, site_.state.get(), "tx"); status < 0)
      return fail(io_failure("cannot make", kRunning, -status));
    phase_ = Phase::staging;
    TRY_SET(tx_, open_in_state(site_, "tx"));
    run_.tx = tx_.get();
    // Otherwise a staged file would get an ACL that the replaced file does not have.
    if (int status = fs_.drop_given_acl(tx_.get()); status < 0)
      return fail(io_failure("cannot make", kRunning, -status));
    manifest_.made = std::move(folders.made);
    manifest_.removed = std::move(folders.removed);
    return save_folders(run_, draft_, manifest_.removed);
  }

  // One more than the id of the newest record. A folder that is not a record does not count, but its name stays in use.
  // A record whose predecessor exists is trusted without reading it.
  void choose_id(const std::vector<uint64_t>& ids) {
    auto contains = [&ids](uint64_t id) { return std::binary_search(ids.begin(), ids.end(), id); };
    records_ = ids.size();
    for (auto id = ids.rbegin(); id != ids.rend() && newest_ == 0; ++id)
      if (*id == 1 || contains(*id - 1) || is_record(*id)) newest_ = *id;
    for (id_ = newest_ + 1; contains(id_);) ++id_;
  }

  bool is_record(uint64_t id) {
    auto record = read_record(site_, log_.get(), id);
    if (!record && warnings_.empty()) warnings_.push_back(std::move(record).error());
    return record && id <= kPlausibleId;
  }

  Status stage() {
    TRY(disk::stage(run_, draft_, manifest_.made, flusher_));
    if (draft_.finish_hashes) draft_.finish_hashes(draft_.files);
    return {};
  }

  Status prepare() {
    manifest_.id = id_;
    manifest_.kind = draft_.kind;
    manifest_.reverses = draft_.reverses;
    manifest_.time_ns = site_.around.now_ns;
    manifest_.caller = site_.around.caller;
    manifest_.command = site_.around.command;
    manifest_.batch = options_.batch;
    manifest_.files = std::move(draft_.files);
    std::string text = encode(manifest_);
    if (text.size() > kLongestManifest)
      return fail(Code::limit_exceeded, "too many files for one transaction", "make the change in several steps");
    Fd fd(fs_, make_file(site_, tx_.get(), kManifestName));
    int status = fd.ok() ? write_pieces(fs_, fd.get(), {text}) : -fd.error();
    if (status < 0) return fail(io_failure("cannot write", kRunning + "/" + kManifestName, -status));
    return flusher_.finish(draft_.steps, std::move(fd));
  }

  Status publish() {
    if (site_.interrupted()) return fail(interruption());
    phase_ = Phase::publishing;
    set_halfway(true);
    TRY_SET(removed_, disk::publish(run_, manifest_, draft_, flusher_));
    return {};
  }

  Status verify() {
    if (site_.interrupted()) return fail(interruption());
    TRY(held_.hold(tx_.get()));
    if (Fd mark(fs_, make_file(site_, tx_.get(), kVerifyName)); !mark.ok())
      return fail(io_failure("cannot write", kRunning + "/" + kVerifyName, mark.error()));
    int status = options_.sync ? fs_.sync(tx_.get()) : 0;
    if (status < 0) return fail(io_failure("cannot write", kRunning, -status));
    phase_ = Phase::verifying;
    Status judged = options_.verify();
    if (Status back = bring_back(); !back) {
      if (!judged) back.error().notes.push_back("the command of '--verify' failed as well: " + judged.error().message);
      return back;
    }
    TRY(judged);
    return warn_of_changes();
  }

  // The command may have removed files that git does not track, including the state folder.
  Status bring_back() {
    TRY_ASSIGN(was_removed, held_.bring_back(tx_, options_.sync));
    if (!was_removed) return {};
    run_.tx = tx_.get();
    TRY_SET(log_, make_in_state(site_, "log"));
    std::string folder = in_quotes(shown_state(site_, ""));
    warnings_.push_back(error_at(kStateName, Code::verify_changed,
        "the command of '--verify' removed files from " + folder +
            "; those of this run were made again, but earlier runs may be past undoing",
        "let the command leave that folder alone: 'git clean -fdx -e .aptix'"));
    return {};
  }

  // The record would not match the tree.
  Status warn_of_changes() {
    Folders folders(fs_, site_.top.get());
    for (const RecordedFile& file : manifest_.files) {
      auto [dir, name] = folders.target(file.path);
      FileOnDisk there;
      if (int status = look(fs_, dir, name, there); status < 0)
        return fail(io_failure("cannot read", file.path, -status));
      if (file.after.exists ? !there.is(file.after) : !there.missing() && there.kind != FileOnDisk::Kind::other)
        warnings_.push_back(error_at(file.path, Code::verify_changed,
            "the command of '--verify' changed " + in_quotes(file.path) + " after it was written",
            "'aptix undo' will not take the file back: it is no longer what was written"));
    }
    return {};
  }

  // An error after the rename can still be rolled back: nobody else has the lock, and nothing was reported yet.
  Status seal() {
    if (site_.interrupted()) return fail(interruption());
    std::string id = std::to_string(manifest_.id);
    int status =
        through_gate(manifest_.id, [&] { return rename_new(fs_, site_.state.get(), "tx", log_.get(), id.c_str()); });
    if (status < 0) return fail(io_failure("cannot write", kRunning, -status));
    if (!options_.sync) return {};
    status = sync_state();
    if (status == 0) return {};
    int back = through_gate(
        0, [&] { return fs_.rename(log_.get(), id.c_str(), site_.state.get(), "tx", RenameMode::replace); });
    if (back == 0) return fail(io_failure("cannot write", kStateName, -status));
    // The record cannot be moved out of the log again: the run is done, but a power cut may lose it.
    warnings_.push_back(io_failure("cannot make the transaction durable:", kStateName, -status));
    return {};
  }

  void set_halfway(bool halfway) {
    if (CommitGate* gate = site_.around.committed) gate->set_halfway(halfway);
  }

  // Nobody sees the state between the rename and its report: a signal that ends the run waits until both are done.
  template <class Rename>
  int through_gate(uint64_t done, Rename rename) {
    CommitGate* gate = site_.around.committed;
    if (gate == nullptr) return rename();
    uint64_t before = gate->open();
    int status = rename();
    gate->shut(status < 0 ? before : done);
    return status;
  }

  int sync_state() {
    if (flusher_.little_else()) return fs_.sync_all(site_.state.get());
    int status = fs_.sync(site_.state.get());
    int covers = status < 0 ? status : fs_.sync_covers_names(site_.state.get());
    return covers == 0 ? fs_.sync(log_.get()) : std::min(covers, 0);
  }

  Outcome<Committed> finish() {
    set_halfway(false);
    Outcome<Committed> outcome;
    outcome.value = {manifest_.id, std::move(removed_)};
    outcome.diagnostics.warnings = std::move(warnings_);
    Prune prune{.newest = manifest_.id,
        .previous = newest_,
        .records = records_ + 1,
        .bytes = preimage_bytes(),
        .keep_records = options_.keep_transactions,
        .keep_bytes = options_.keep_bytes};
    outcome.diagnostics.add({.errors = {}, .warnings = prune_log(site_, log_.get(), prune)});
    return outcome;
  }

  uint64_t preimage_bytes() const {
    uint64_t bytes = 0;
    for (const RecordedFile& file : manifest_.files) bytes += file.before.size;
    return bytes;
  }

  // Restores the old tree. Before Phase::publishing nothing was published, so only `tx` is removed.
  RollbackReport take_back() {
    // If bring_back() failed before, the old texts are still held.
    if (phase_ == Phase::verifying) (void)held_.bring_back(tx_, options_.sync);
    if (phase_ >= Phase::publishing)
      return roll_back(
          site_, tx_.get(), manifest_, {.sync = options_.sync, .first = true, .verified = phase_ == Phase::verifying});
    RollbackReport report;
    if (phase_ == Phase::begun) return report;
    report.left_behind = -throw_away(site_, site_.state.get(), "tx");
    if (report.left_behind == 0) empty_trash(site_);
    return report;
  }

  Outcome<Committed> give_up(Error error) {
    RollbackReport report = take_back();
    Outcome<Committed> outcome;
    if (!report.failed.empty() || !report.kept.empty()) {
      Error failure = rollback_failure(report);
      failure.notes.insert(failure.notes.begin(), "the run itself failed: " + error.message);
      error = std::move(failure);
    }
    outcome.diagnostics.warnings = std::move(warnings_);
    outcome.diagnostics.add({.errors = {}, .warnings = std::move(report.set_aside)});
    if (report.left_behind != 0)
      outcome.diagnostics.warnings.push_back(io_failure("cannot remove", kRunning, report.left_behind));
    outcome.add(std::move(error));
    return outcome;
  }

  Site& site_;
  FileSystem& fs_;
  Draft draft_;
  CommitOptions options_;
  Phase phase_ = Phase::begun;
  Fd log_;
  Fd tx_;
  Running run_;
  uint64_t newest_ = 0;   // id of the newest record in the log
  uint64_t id_ = 0;       // of this transaction
  uint64_t records_ = 0;  // number of records in the log
  Manifest manifest_;
  HeldTexts held_{site_, manifest_};
  Flusher flusher_{run_};
  std::vector<std::string> removed_;  // folders
  std::vector<Diagnostic> warnings_;
};

}  // namespace

Outcome<Committed> run_transaction(Site& site, Draft draft, const CommitOptions& options) {
  ASSERT(site.is_locked() || site.no_state);
  if (draft.empty()) return {};
  if (!site.is_locked()) return fail(*site.no_state);
  return Transaction(site, std::move(draft), options).run();
}

}  // namespace aptix::disk
