// One run of one command: what it was given, and the answer that it hands back to main, as text and as JSON. What both
// are made with comes along.
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

// What the process was given, read once by main and handed down: nothing below asks for it again.
struct Environment {
  // What every workspace of the run is opened with: HOME, APTIX_CALLER (else 'uid N'), APTIX_STATE_DIR,
  // APTIX_VERIFYING, the command line, umask, signals.
  disk::Surroundings around{};
  std::string config_home, config_file;  // XDG_CONFIG_HOME, APTIX_CONFIG; "" when not set
  // The run is a tool's, as APTIX_CALLER or APTIX_SESSION says, or who calls the command: reads are in the audit, and
  // writes that need an approval are held, whether or not there is a terminal.
  bool is_tool = false;
  bool through_client = false;                 // a person was asked, by the client of a tool
  std::string session;                         // APTIX_SESSION
  std::string strict;                          // APTIX_STRICT
  bool git_dir = false;                        // GIT_DIR: git looks for no repository
  bool git_settings = false;                   // GIT_CONFIG_... or GIT_ATTR_...: settings beyond the files
  std::optional<std::string> git_global;       // GIT_CONFIG_GLOBAL: read instead of the user's configuration of git
  std::optional<std::string> git_system;       // GIT_CONFIG_SYSTEM, "" by ..._NOSYSTEM: instead of the machine's
  std::string step_summary;                    // GITHUB_STEP_SUMMARY
  std::string editor;                          // VISUAL, else EDITOR, else vi
  std::string temp;                            // TMPDIR, else /tmp
  std::string git_ceilings;                    // GIT_CEILING_DIRECTORIES
  bool no_color = false, force_color = false;  // NO_COLOR, CLICOLOR_FORCE
  bool terminal_in = false, terminal_out = false, terminal_err = false;
  bool dumb_terminal = false;  // TERM=dumb: it cannot erase
  size_t width = 120;          // cells of the terminal that standard error goes to
  unsigned threads = 1;
};

// What goes to the streams, in the form that was asked for.
struct Answer {
  std::string out{}, err{};
  int exit_code = 0;
  uint64_t transaction = 0;  // what was committed: from then on the exit code is 0, come what may
  // What is done when the answer is out; it can change nothing about it. What it returns goes to standard error.
  std::function<std::string()> afterwards = {};
  std::shared_ptr<const void> kept = {};  // what it was made from: it goes with the process, which takes no time
};

// The audit of one run of a command: opened before anything is changed, written when the command is done.
struct AuditTrail {
  // Of the workspace that was opened first. Null: none was.
  std::shared_ptr<Watch> watch{};
  std::shared_ptr<disk::RunLock> run_lock{};
  std::string path{};    // its own
  std::string prefix{};  // of the root below it
  disk::Surroundings around{};
  // Shared with the workspaces, which open it when they are to change something.
  std::shared_ptr<std::optional<disk::AuditWriter>> writer{};
  bool only_reads = false;                   // this run of a command that may write
  std::shared_ptr<ops::LiveSession> live{};  // that APTIX_SESSION names; null: none
  // What this process knows of that, and of the records. Null where it has one run alone.
  std::shared_ptr<ops::KnownSession> known{};
  disk::KnownLog* log = nullptr;
  ops::AuditRecord record{};
  disk::AuditRotation rotation = disk::AuditRotation::when_full;
  std::function<Status(disk::Workspace&)> after{};  // done when the record is written
};

// What is different where a tool runs the command.
struct ToolRun {
  std::string_view name;               // of the tool, for the audit
  const std::string* input = nullptr;  // instead of standard input
  uint64_t max_tokens = UINT64_MAX;    // that may come back
  std::string path{}, base_sha{};      // what an edit is for, see ops::ExpectedFile
  bool needs_base = false;
  policy::Narrowing narrowing{};
};

struct Session {
  const Command& command;
  const Arguments& arguments;
  const Environment& environment;
  Output& out;                    // standard output, for what is too large to be held
  AuditTrail* trail = nullptr;    // null: nobody watches
  const ToolRun* tool = nullptr;  // null: a person or a script runs the command
  ProgressLine* line = nullptr;   // null: nobody looks at the terminal
  // What opening and locking the workspace had to say: the answer tells it before the rest.
  mutable Diagnostics said{};

  bool flag(std::string_view option) const { return arguments.is_typed(option); }
  bool json() const { return flag("json"); }
  bool dry_run() const { return flag("dry-run"); }
  render::TextOptions text_options(std::span<const std::unique_ptr<Input>> inputs = {}) const;
};

// "'aptix log'" in a text, as it has to be typed to mean this run's files: with the root and the state folder that were
// given. Done to every hint and remark of an answer.
std::string as_typed_here(const Session& session, std::string text);

// An answer from what there is to say: `text` and `json` (the result object; "" is null) are the two
// forms of the result, of which one is used.
struct Said {
  Diagnostics diagnostics = {};
  std::string text = {}, json = {};
  std::string remark = {};  // after the text, unless --quiet leaves it out
  std::string diff = {};    // with --diff: all of standard output; `text` then goes to standard error
  uint64_t transaction = 0;
  std::span<const std::unique_ptr<Input>> inputs = {};
};
Said text_alone(std::string text);  // as JSON: {"text"}
// A list, as the array `key`: `tell` writes the members of one of `all`, and gives its line. `none`: the remark where
// there is nothing to list.
template <class Range, class Tell>
Said list_of(std::string_view key, const Range& all, std::string_view none, Tell tell) {
  Said said;
  said.json =
      json::object([&](json::Writer& w) { w.objects(key, all, [&](const auto& one) { said.text += tell(w, one); }); });
  if (all.empty()) said.remark = none;
  return said;
}
// Takes the texts out of what is said, and names the place in its hints: only once.
Answer make_answer(const Session& session, Said& said);
Answer make_answer(const Session& session, Said&& said);
Answer begin_answer(const Session& session, const Diagnostics& said, uint64_t transaction);  // without its texts
Answer make_answer(const Session& session, Report& report, std::span<const std::unique_ptr<Input>> inputs);

// An answer where there is no session yet: the command line could not be read.
struct Form {
  bool json = false;
  ExitCodes exit_codes = ExitCodes::ours;
};
Answer usage_answer(Error error, const Environment& environment, Form form);

int exit_code_of(std::span<const Diagnostic> errors, ExitCodes exit_codes);

// A configuration file, or where one would be.
struct ConfigFile {
  std::string path;
  std::vector<std::string> keys;  // that it sets: "log.keep_days"
};

// --root opened, and the settings of user and workspace.
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
  unwrapped,  // taken out of a fence or a quote around all of it
  answer,     // the same, and without the CR LF that was put on every line on its way
};

// The FILE operands, or standard input. Fails with usage when that is a terminal. `clipboard`: instead of those.
Result<std::vector<std::unique_ptr<Input>>> read_inputs(
    const Session& session, uint64_t most, InputForm form, std::optional<std::string> clipboard = std::nullopt);

// The value of a numeric option. Fails with usage.
Result<uint64_t> number_of(const Arguments& arguments, std::string_view option, uint64_t otherwise);

// --- the session that APTIX_SESSION names

// From here on what is read and written of the workspace is noted by the session. Without effect where there is none.
// Fails with session_unknown, usage (its profile is not known).
Status join_session(const Session& session, disk::Workspace& workspace, const ops::Settings& settings);
// Null: the run has none.
ops::LiveSession* live_session(const Session& session);
// Whether somebody wants to know what is read: then the hashes of files have to be known.
bool notes_reads(const Session& session);
// Before anything of the files is shown: so many bytes go out. Fails as LiveSession::note_reads.
Status note_reads(const Session& session, std::span<const ops::SeenFile> files, uint64_t bytes);

// --- the audit

// Watches over a workspace from here on, where the command is one that is in the audit.
void watch(const Session& session, disk::Workspace& workspace);
// Fails with audit_failed: before a command changes what is not a file of the tree.
Status begin_audit(const Session& session);
// The first error gives the code of the record; the files of all are in it.
void note_errors(const Session& session, const Diagnostics& said);
void note_input(const Session& session, const std::string& name, std::shared_ptr<const std::string> text);

// Runs the command, and writes the record. What that has to say is added to the answer.
Answer run_audited(Session& session);

}  // namespace aptix::app
