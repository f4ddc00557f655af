// The session that a run belongs to. Several processes may run in one at once: each notes what it does under a lock of
// the session's file, and looks at what the others noted before it decides.
#pragma once

#include <functional>
#include <memory>
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

// What a process keeps of a session between two runs in it. It is not believed without a look at the file.
struct KnownSession {
  SessionState state;
  disk::SessionPosition position;
};

class LiveSession final : public Memory {
 public:
  // A new one in the workspace; `state` says all about it. Fails with io_error, state_untrusted.
  static Status start(disk::Workspace& workspace, const SessionState& state);
  // Fails with session_unknown (there is none, it has ended, its file is damaged), io_error.
  static Result<std::shared_ptr<LiveSession>> open(
      const disk::Workspace& workspace, const std::string& id, KnownSession known = {});
  // For a later run in the same session; the last call. Nothing: a step failed, so the next run reads all of it.
  std::optional<KnownSession> take_known();

  const SessionState& state() const { return state_; }
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
  LiveSession(std::unique_ptr<disk::Workspace> top, const std::string& id, KnownSession known)
      : workspace_(std::move(top)),
        file_(*workspace_, id, std::move(known.position)),
        state_(std::move(known.state)) {}
  Status refresh();
  Status take(std::string_view lines);
  void drop_unneeded(std::span<const Sha256> texts);
  Status write(const std::string& line);
  // Under the lock, `line` makes a line of what is known by then.
  Status note(const std::function<Result<std::string>()>& line);
  Diagnostics over_write_budget(const ChangeSet& changes, const std::string& prefix) const;

  std::unique_ptr<disk::Workspace> workspace_;  // at its own folder
  disk::SessionFile file_;
  SessionState state_;
  SessionBudget budget_;
  bool is_sound_ = true;  // the state is what the lines up to the position say
};

struct ListedSession {
  SessionState state;
  std::optional<Error> damage{};  // why no more is known of it
};
// The oldest first.
Result<std::vector<ListedSession>> list_sessions(disk::Workspace& workspace);

}  // namespace aptix::ops
