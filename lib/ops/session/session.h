// A session: what was read and written in it, from the lines of its file, and the run that belongs to it. Several
// processes may use one session: each records what it does under a lock of the session's file, and reads what the
// others recorded before it decides.
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
  std::string path;               // relative to the workspace
  Sha256 sha{};                   // of the whole file
  std::vector<LineSpan> lines{};  // lines that were shown; empty: a file without lines, or binary
  bool shown = false;             // by 'read' or as a whole: later changes can be shown as a diff
  int64_t time_ns = 0;
};

struct NotedWrite {
  std::string path;
  std::optional<Sha256> sha{};  // nullopt: the file was deleted
  uint64_t size = 0;
  std::string from{};  // renamed or copied from; or ""
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

  std::map<std::string, NotedRead, std::less<>> reads;    // the last read of each path
  std::map<std::string, Sha256, std::less<>> shown;       // for each path, the text that diffs start from
  std::map<std::string, NotedWrite, std::less<>> writes;  // the last write of each path
  // For each path that was read: its content when the session last read or wrote it.
  std::map<std::string, std::optional<Sha256>, std::less<>> held;
  std::vector<SessionTask> tasks;
  uint64_t tokens_read = 0, bytes_written = 0;

  uint64_t replaced = 0;  // how often all lines were replaced by all_lines()
  uint64_t noted = 0;     // number of lines and of entries in them
  // Most lines are superseded by later ones.
  bool is_worth_replacing() const;

  // Takes in lines of the file. Fails with session_unknown at a line that is damaged.
  Status take(std::string_view lines);
};

// Each makes one line, without line feed.
std::string start_line(const SessionState& state);
std::string read_line(std::span<const NotedRead> reads, uint64_t tokens, int64_t time_ns);
std::string write_line(std::span<const NotedWrite> writes, uint64_t transaction, int64_t time_ns);
std::string task_line(const SessionTask& task);
std::string done_line(std::string_view task);
std::string end_line(int64_t time_ns);

// Everything that is known, in as few lines as possible, each with its line feed, to replace the file's content. The
// first line differs from every line of the old file.
std::string all_lines(SessionState state);

// "1:80,120:140", as 'read --lines' takes it.
std::string shown_lines(std::span<const LineSpan> lines);

// --- the session of a run

// A file of which something is about to be shown.
struct SeenFile {
  std::string path;  // relative to the workspace
  Sha256 sha{};
  std::vector<LineSpan> lines{};
  bool shown = false;       // by 'read' or as a whole: later changes can be shown as a diff
  std::string_view text{};  // the whole text, to be kept for that; "": not kept
};

// What a process knows of a session; shared by all its runs in it. The file is always checked before this is used.
struct KnownSession {
  std::mutex mutex;  // guards the other members
  SessionState state;
  std::shared_ptr<disk::SessionPosition> position = std::make_shared<disk::SessionPosition>();
};

class LiveSession final : public Memory {
 public:
  // Creates a session. Fails with io_error, state_untrusted.
  static Status start(disk::Workspace& workspace, const SessionState& state);
  // Fails with session_unknown (it does not exist, has ended, or its file is damaged), io_error.
  static Result<std::shared_ptr<LiveSession>> open(const disk::Workspace& workspace, const std::string& id,
      std::shared_ptr<KnownSession> known = std::make_shared<KnownSession>());

  // REQUIRES: the process has no other run in the session.
  const SessionState& state() const { return known_->state; }
  std::string profile() const;
  void lower_budget(const SessionBudget& to);
  const SessionBudget& budget() const { return budget_; }
  disk::Workspace& workspace() { return *workspace_; }  // its top folder as root, without policy and audit

  // Call before `bytes` of text are shown. Fails with policy_budget (then nothing is recorded), io_error, lock_busy,
  // session_unknown.
  Status note_reads(std::span<const SeenFile> files, uint64_t bytes);
  // The text of a file that was shown last. nullopt: none was shown, or it is no longer kept.
  std::optional<std::string> shown_text(const std::string& path);

  // Returns the id of the task. Both fail as note_reads(), except for the budget; finish_task() also with usage (there
  // is no such task).
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
  // Under the lock, appends the line that `line` makes from what is then known.
  Status note(const std::function<Result<std::string>()>& line);
  Diagnostics over_write_budget(const ChangeSet& changes, const std::string& prefix) const;

  std::unique_ptr<disk::Workspace> workspace_;  // its top folder as root
  std::shared_ptr<KnownSession> known_;
  disk::SessionFile file_;
  SessionBudget budget_;
};

struct ListedSession {
  SessionState state;
  std::optional<Error> damage{};  // why no more is known of it
};
// Oldest first.
Result<std::vector<ListedSession>> list_sessions(disk::Workspace& workspace);

// --- the view of a session

struct ViewedRead {
  NotedRead read;
  bool stale = false;  // the file changed since, and not by this session
};

// A change that is stored and not applied.
struct WaitingChange {
  std::string id, kind;            // "approval", "batch"
  std::vector<std::string> paths;  // relative to the workspace; unknown for a batch
};

struct SessionView {
  std::vector<ViewedRead> reads;   // stale ones first, then the newest
  std::vector<NotedWrite> writes;  // the newest first
  std::vector<ActiveEntry> active;
  std::vector<WaitingChange> pending;
  std::vector<std::string> uncommitted;  // relative to the workspace, by git; empty outside of git
};

// Warnings: what cannot be read of it.
Outcome<SessionView> view_session(
    disk::Workspace& workspace, Sources& sources, const GitSurroundings& git, const SessionState& state);

}  // namespace aptix::ops
