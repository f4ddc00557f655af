// One run of one command: its input, and the answer that it returns to main, as text and as JSON; with helpers to make
// both.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/commit_gate.h"
#include "base/json/json_writer.h"
#include "base/progress.h"
#include "base/result.h"
#include "base/text/text.h"
#include "disk/commit.h"
#include "disk/history.h"
#include "disk/workspace.h"
#include "model/input.h"
#include "ops/audit/audit.h"
#include "ops/config.h"
#include "ops/session/session.h"
#include "policy/policy.h"
#include "render/text.h"
#include "terminal/arguments.h"
#include "terminal/command.h"
#include "terminal/progress_line.h"
#include "terminal/streams.h"

namespace aptix::app {

// What the process was given. main reads it once and passes it on; nothing below reads the environment.
struct Environment {
  // For every workspace that the run opens: HOME, APTIX_CALLER (else 'uid N'), APTIX_STATE_DIR, APTIX_VERIFYING, the
  // command line, umask, signals.
  disk::Surroundings around{};
  std::string config_home, config_file;  // XDG_CONFIG_HOME, APTIX_CONFIG; "" if unset
  // A tool runs the command, according to APTIX_CALLER, APTIX_SESSION or the caller: reads are recorded in the audit,
  // and writes that need approval are held even if there is a terminal.
  bool is_tool = false;
  bool through_client = false;                 // a person was asked, by the client of a tool
  std::string session;                         // APTIX_SESSION
  std::string strict;                          // APTIX_STRICT
  bool git_dir = false;                        // GIT_DIR: git searches for no repository
  bool git_settings = false;                   // GIT_CONFIG_... or GIT_ATTR_...: settings beyond the files
  std::optional<std::string> git_global;       // GIT_CONFIG_GLOBAL: replaces the user's git configuration
  std::optional<std::string> git_system;       // GIT_CONFIG_SYSTEM, "" with ..._NOSYSTEM: replaces the machine's
  std::string step_summary;                    // GITHUB_STEP_SUMMARY
  std::string editor;                          // VISUAL, else EDITOR, else vi
  std::string temp;                            // TMPDIR, else /tmp
  std::string git_ceilings;                    // GIT_CEILING_DIRECTORIES
  bool no_color = false, force_color = false;  // NO_COLOR, CLICOLOR_FORCE
  bool terminal_in = false, terminal_out = false, terminal_err = false;
  bool dumb_terminal = false;  // TERM=dumb: cannot erase
  size_t width = 120;          // of the terminal of standard error, in cells
  unsigned threads = 1;
};

// The output of a command in the requested form.
struct Answer {
  std::string out{}, err{};
  int exit_code = 0;
  uint64_t transaction = 0;  // the committed transaction: after that the exit code is 0 in any case
  // Called after the answer was printed, which it cannot change. Its result is printed to standard error.
  std::function<std::string()> afterwards = {};
  std::shared_ptr<const void> kept = {};  // data kept until the process exits, which saves freeing it
};

// The audit of one run: opened before anything is changed, written when the command is done.
struct AuditTrail {
  // Of the first workspace that was opened. Null: none was.
  std::shared_ptr<Watch> watch{};
  std::shared_ptr<disk::RunLock> run_lock{};
  std::string path{};    // of that workspace
  std::string prefix{};  // of the root, relative to it
  disk::Surroundings around{};
  // Shared with the workspaces, which open it before they change something.
  std::shared_ptr<std::optional<disk::AuditWriter>> writer{};
  bool only_reads = false;                   // this run of a command that may write only reads
  std::shared_ptr<ops::LiveSession> live{};  // the session of APTIX_SESSION; null: none
  // What this process knows of the session and of the log. Null if it has only one run.
  std::shared_ptr<ops::KnownSession> known{};
  disk::KnownLog* log = nullptr;
  ops::AuditRecord record{};
  disk::AuditRotation rotation = disk::AuditRotation::when_full;
  std::function<Status(disk::Workspace&)> after{};  // called when the record is written
};

// Differences if a tool runs the command.
struct ToolRun {
  std::string_view name;               // name of the tool, for the audit
  const std::string* input = nullptr;  // replaces standard input
  uint64_t max_tokens = UINT64_MAX;    // limit for the result
  std::string path{}, base_sha{};      // for an edit, see ops::ExpectedFile
  bool needs_base = false;
  policy::Narrowing narrowing{};
};

struct Session {
  const Command& command;
  const Arguments& arguments;
  const Environment& environment;
  Output& out;                    // standard output, for results too large to hold
  AuditTrail* trail = nullptr;    // null: no audit
  const ToolRun* tool = nullptr;  // null: a person or a script runs the command
  ProgressLine* line = nullptr;   // null: no progress is shown
  // Diagnostics of opening and locking the workspace; the answer reports them first.
  mutable Diagnostics said{};

  bool flag(std::string_view option) const { return arguments.is_typed(option); }
  bool json() const { return flag("json"); }
  bool dry_run() const { return flag("dry-run"); }
  render::TextOptions text_options(std::span<const std::unique_ptr<Input>> inputs = {}) const;
};

// Adds the given root and state folder to commands such as "'aptix log'" in a text, so that they work for this run's
// files. Applied to every hint and remark of an answer.
std::string as_typed_here(const Session& session, std::string text);

// The content of an answer. `text` and `json` (the result object; "" means null) are its two forms; one of them is
// used.
struct Said {
  Diagnostics diagnostics = {};
  std::string text = {}, json = {};
  std::string remark = {};  // printed after the text, unless --quiet
  std::string diff = {};    // with --diff: all of standard output; `text` then goes to standard error
  uint64_t transaction = 0;
  std::span<const std::unique_ptr<Input>> inputs = {};
};
Said text_alone(std::string text);  // as JSON: {"text"}
// A list: the JSON array `key`, and one line for each of `all`. `tell` writes the members of one and returns its line.
// `none`: the remark if the list is empty.
template <class Range, class Tell>
Said list_of(std::string_view key, const Range& all, std::string_view none, Tell tell) {
  Said said;
  said.json =
      json::object([&](json::Writer& w) { w.objects(key, all, [&](const auto& one) { said.text += tell(w, one); }); });
  if (all.empty()) said.remark = none;
  return said;
}
// Moves the texts out of `said`, and completes its hints: call it only once.
Answer make_answer(const Session& session, Said& said);
Answer make_answer(const Session& session, Said&& said);
Answer begin_answer(const Session& session, const Diagnostics& said, uint64_t transaction);  // without the texts
Answer make_answer(const Session& session, Report& report, std::span<const std::unique_ptr<Input>> inputs);

// The form of an answer if the command line could not be read.
struct Form {
  bool json = false;
  ExitCodes exit_codes = ExitCodes::ours;
};
Answer usage_answer(Error error, const Environment& environment, Form form);

int exit_code_of(std::span<const Diagnostic> errors, ExitCodes exit_codes);

// A configuration file, or the path where one could be.
struct ConfigFile {
  std::string path;
  std::vector<std::string> keys;  // that it sets: "log.keep_days"
};

// The opened --root, and the settings of user and workspace.
struct Opened {
  std::unique_ptr<disk::Workspace> workspace;
  ops::Settings settings;
  std::vector<ConfigFile> configs = {};
};
Result<Opened> open_workspace(const Session& session);
Result<ops::Config> read_user_config(const Environment& environment);

disk::CommitOptions commit_options(const Session& session, const ops::Settings& settings);
ops::Making making(const Session& session, const ops::Settings& settings);  // with --dry-run and --diff

enum class InputForm : uint8_t {
  as_given,
  unwrapped,  // without a fence or quote around all of it
  answer,     // the same, and without CR LF added on the way
};

// Reads the FILE operands, or standard input, or `clipboard` instead. Fails with usage if standard input is a terminal.
Result<std::vector<std::unique_ptr<Input>>> read_inputs(
    const Session& session, uint64_t most, InputForm form, std::optional<std::string> clipboard = std::nullopt);

// The value of a numeric option. Fails with usage.
Result<uint64_t> number_of(const Arguments& arguments, std::string_view option, uint64_t otherwise);

// --- the session of APTIX_SESSION

// From here on the session records what is read and written in the workspace. Does nothing without a session. Fails
// with session_unknown, usage (its profile is unknown).
Status join_session(const Session& session, disk::Workspace& workspace, const ops::Settings& settings);
// Null: the run has no session.
ops::LiveSession* live_session(const Session& session);
// True if reads are recorded, so hashes of files are needed.
bool notes_reads(const Session& session);
// Call before `bytes` of these files are shown. Fails as LiveSession::note_reads.
Status note_reads(const Session& session, std::span<const ops::SeenFile> files, uint64_t bytes);

// --- the audit

// From here on records what the workspace reads and writes, if the command is audited.
void watch(const Session& session, disk::Workspace& workspace);
// Call before a command changes something that is not a file of the tree. Fails with audit_failed.
Status begin_audit(const Session& session);
// The record gets the code of the first error and the files of all.
void note_errors(const Session& session, const Diagnostics& said);
void note_input(const Session& session, const std::string& name, std::shared_ptr<const std::string> text);

// Runs the command and writes its audit record. Warnings about that are added to the answer.
Answer run_audited(Session& session);

}  // namespace aptix::app
