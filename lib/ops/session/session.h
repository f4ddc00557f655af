// A session: what was read and written in it, by the lines of its file, and the run that belongs to it. Several
// processes may run in one at once: each notes what it does under a lock of the session's file, and looks at what the
// others noted before it decides.
#pragma once

#include <mutex>
#include <span>

#include "base/hash/sha256.h"
#include "context/source_text.h"
#include "disk/session_file.h"
#include "model/memory.h"
#include "ops/files/sources.h"
#include "ops/registry/registry.h"

namespace aptix::ops {

using context::LineSpan;

// --- what a session knows, from the lines of its file. Pure.

struct NotedRead {
  std::string path;               // from the workspace on
  Sha256 sha{};                   // of the whole file
  std::vector<LineSpan> lines{};  // that were shown; none: of a file without any, or of a binary one
  bool shown = false;             // by 'read' or as a whole: later changes can be told apart from it
  int64_t time_ns = 0;
};

struct NotedWrite {
  std::string path;
  std::optional<Sha256> sha{};  // nothing: the file was deleted
  uint64_t size = 0;
  std::string from{};  // renamed or copied from; "": from nothing
  uint64_t transaction = 0;
  int64_t time_ns = 0;
};

struct SessionTask {
  std::string id, text;
  bool done = false;
};

struct SessionState {
  std::string id, name, caller, profile;  // the last three: "" for none
  int64_t started_ns = 0;
  std::optional<int64_t> ended_ns{};

  std::map<std::string, NotedRead, std::less<>> reads;    // the last of each path
  std::map<std::string, Sha256, std::less<>> shown;       // of each path, the text that changes are told from
  std::map<std::string, NotedWrite, std::less<>> writes;  // the same
  // Of each path that was read, what stood there when the session read or wrote it last.
  std::map<std::string, std::optional<Sha256>, std::less<>> held;
  std::vector<SessionTask> tasks;
  uint64_t tokens_read = 0, bytes_written = 0;

  uint64_t replaced = 0;  // how often all lines gave way to those of all_lines()
  uint64_t noted = 0;     // lines, and entries in them
  // Most of them say what later ones say again.
  bool is_worth_replacing() const;

  // Takes in lines as they stand in the file. Fails with session_unknown at one that is not ours: a line is damaged.
  Status take(std::string_view lines);
};

// The lines, without line feeds.
std::string start_line(const SessionState& state);
std::string read_line(std::span<const NotedRead> reads, uint64_t tokens, int64_t time_ns);
std::string write_line(std::span<const NotedWrite> writes, uint64_t transaction, int64_t time_ns);
std::string task_line(const SessionTask& task);
std::string done_line(std::string_view task);
std::string end_line(int64_t time_ns);

// All that is known, as the fewest lines that say it, each with its line feed: those of a file that takes the place of
// the one that was read. The first one is like no line of it.
std::string all_lines(SessionState state);

// "1:80,120:140", as 'read --lines' takes it.
std::string shown_lines(std::span<const LineSpan> lines);

// --- the session of a run

// A file of which something is about to be shown.
struct SeenFile {
  std::string path;  // from the workspace on
  Sha256 sha{};
  std::vector<LineSpan> lines{};
  bool shown = false;       // by 'read' or as a whole: later changes can be told apart from it
  std::string_view text{};  // all of it, which is kept for that; "": it is not kept
};

// What a process knows of a session: for all its runs in it, at once or one after the other. It is not believed without
// a look at the file.
struct KnownSession {
  std::mutex mutex;  // who reads or changes the rest has it
  SessionState state;
  std::shared_ptr<disk::SessionPosition> position = std::make_shared<disk::SessionPosition>();
};

class LiveSession final : public Memory {
 public:
  // A new one in the workspace; `state` says all about it. Fails with io_error, state_untrusted.
  static Status start(disk::Workspace& workspace, const SessionState& state);
  // Fails with session_unknown (there is none, it has ended, its file is damaged), io_error.
  static Result<std::shared_ptr<LiveSession>> open(const disk::Workspace& workspace, const std::string& id,
      std::shared_ptr<KnownSession> known = std::make_shared<KnownSession>());

  // REQUIRES: the process has no other run in the session.
  const SessionState& state() const { return known_->state; }
  std::string profile() const;
  void lower_budget(const SessionBudget& to);
  const SessionBudget& budget() const { return budget_; }
  disk::Workspace& workspace() { return *workspace_; }  // at its own folder, without policy and audit

  // Before anything is shown: so much text goes out. Fails with policy_budget (then nothing is noted), io_error,
  // lock_busy, session_unknown.
  Status note_reads(std::span<const SeenFile> files, uint64_t bytes);
  // The text of a file that was shown last. Nothing: none was, or it is no longer kept.
  std::optional<std::string> shown_text(const std::string& path);

  // Gives the id of the task. Errors: those of note_reads but the budget; file_missing: there is no such task.
  Result<std::string> add_task(const std::string& text);
  Status finish_task(const std::string& id);
  Status end();

  Diagnostics judge(const ChangeSet& changes, const std::string& prefix, const StatesBase& states_base) override;
  Diagnostics note_written(std::span<const TouchedPath> files, uint64_t transaction) override;

 private:
  LiveSession(std::unique_ptr<disk::Workspace> top, const std::string& id, std::shared_ptr<KnownSession> known)
      : workspace_(std::move(top)),
        known_(std::move(known)),
        file_(*workspace_, id, known_->position) {}
  // REQUIRES for all of these: known_->mutex is held.
  Status refresh();
  Status write(const std::string& line);
  // Under the lock, `line` makes a line of what is known by then.
  Status note(const std::function<Result<std::string>()>& line);
  Diagnostics over_write_budget(const ChangeSet& changes, const std::string& prefix) const;

  std::unique_ptr<disk::Workspace> workspace_;  // at its own folder
  std::shared_ptr<KnownSession> known_;
  disk::SessionFile file_;
  SessionBudget budget_;
};

struct ListedSession {
  SessionState state;
  std::optional<Error> damage{};  // why no more is known of it
};
// The oldest first.
Result<std::vector<ListedSession>> list_sessions(disk::Workspace& workspace);

// --- what there is to say of it

struct ViewedRead {
  NotedRead read;
  bool stale = false;  // the file is another one by now, and the session did not make it so
};

// A change that is stored and not carried out.
struct WaitingChange {
  std::string id, kind;            // "approval", "batch"
  std::vector<std::string> paths;  // from the workspace on; of a batch none are known
};

struct SessionView {
  std::vector<ViewedRead> reads;   // stale ones first, then the newest
  std::vector<NotedWrite> writes;  // the newest first
  std::vector<ActiveEntry> active;
  std::vector<WaitingChange> pending;
  std::vector<std::string> uncommitted;  // from the workspace on, by git; none outside of git
};

// Warnings: what cannot be read of it.
Outcome<SessionView> view_session(
    disk::Workspace& workspace, Sources& sources, const GitSurroundings& git, const SessionState& state);

}  // namespace aptix::ops
