// The session that a run belongs to. Several processes may run in one at once: each notes what it does under a lock of
// the session's file, and looks at what the others noted before it decides.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/session_file.h"
#include "disk/workspace.h"
#include "model/limits.h"
#include "model/memory.h"
#include "ops/session/session_state.h"

namespace aptix::ops {

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
  Status read_new_lines();
  void drop_unneeded(std::span<const Sha256> texts);
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

}  // namespace aptix::ops
