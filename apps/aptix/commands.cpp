// The command table, and the options that commands share.
#include "terminal/command.h"

namespace aptix::app {

extern const Command kActiveAdd, kActiveList, kActiveRemove, kApprove, kAudit, kAuditHead, kAuditPrune, kAuditRotate,
    kAuditVerify, kBundleApply, kBundleCreate, kBundleValidate, kChunks, kCloudList, kCloudPull, kCloudPush, kCloudRead,
    kCheckpoint, kCloudStatus, kCloudWatch, kCompletion, kContext, kConvert, kDiffCommand, kDoctor, kExcerpt, kGc,
    kGitpatch, kHelpCommand, kHistory, kLeftovers, kListFiles, kLog, kMcp, kPatchApply, kPatchList, kPatchShow,
    kPatchSubmit, kPatchValidate, kPolicyCheck, kPolicyList, kPrompt, kRead, kRecover, kRedo, kRollback, kSchema,
    kSearch, kSessionEnd, kSessionList, kSessionShow, kSessionStart, kSessionTask, kSha, kShell, kShow, kStats,
    kSummarize, kToolCall, kTools, kUndo;

namespace {

constexpr const Command* kCommands[] = {&kBundleApply, &kBundleValidate, &kBundleCreate, &kConvert, &kPrompt, &kSchema,
    &kExcerpt, &kSummarize, &kChunks, &kContext, &kPatchApply, &kPatchValidate, &kPatchSubmit, &kPatchList, &kPatchShow,
    &kActiveAdd, &kActiveRemove, &kActiveList, &kCloudPush, &kCloudPull, &kCloudList, &kCloudRead, &kCloudStatus,
    &kCloudWatch, &kGitpatch, &kRead, &kListFiles, &kSearch, &kStats, &kSha, &kUndo, &kRedo, &kLog, &kShow, &kRecover,
    &kAudit, &kAuditVerify, &kAuditHead, &kAuditRotate, &kAuditPrune, &kApprove, &kGc, &kHistory, &kDiffCommand,
    &kLeftovers, &kRollback, &kCheckpoint, &kPolicyList, &kPolicyCheck, &kSessionStart, &kSessionShow, &kSessionList,
    &kSessionTask, &kSessionEnd, &kMcp, &kTools, &kToolCall, &kShell, &kCompletion, &kDoctor, &kHelpCommand};

constexpr SharedOption kShared[] = {
    {kDocument | kBatch, repeatable(option("block", "N", "take only the N-th block of the answer, counted from 1"))},
    {kDocument,
        repeatable(
            option("only", "GLOB", "take only the files that match GLOB; '*' stays within a folder, '**' does not"))},
    {kForm,
        option("format", "auto|whole",
            "the form of the answer: found by its content (auto, the default), or whole files and nothing else "
            "(whole), which replace what is there")},
    {kDocument,
        option("whole", "auto|new|replace|never",
            "which files a code block with a path may make or change: missing ones, and others where it is the whole "
            "file or a part with one place (auto, the default); missing ones alone (new); all, as the whole file "
            "(replace); none (never)")},
    {kDocument,
        flag("append",
            "put a code block of nothing but new functions, classes or sections, which shows nothing that they stand "
            "beside, at the end of its file")},
    {kDocument, flag("allow-overlap", "let two kinds of block change one file, in their order")},
    {kDocument,
        flag("merge", "carry line changes over to a file that has changed since, where a three-way merge is clean")},
    {kDocument | kBatch,
        flag("allow-placeholders",
            "take lines such as '// ... existing code ...' as they stand, in edits, in new files and in what is given "
            "as the whole of a file; in a code block for a part of a file they still mean lines that stay")},
    {kDocument,
        option("line-ends", "file|as-given",
            "write the line ends of the file that is changed (file, the default), or those of the answer (as-given)")},
    {kDocument,
        option("match", "exact|whitespace|fuzzy",
            "how far an edit of any form may differ from the file: in line ends only (exact, the default); "
            "also in white space at line ends, in tabs against spaces and in one shift of the indentation of "
            "all its lines (whitespace); also in look-alikes (quotes, dashes, spaces, entities, escapes, line "
            "numbers of a listing), in some context lines, or in one place that is at least 90 % the same and "
            "10 % ahead of the next (fuzzy). Two places that may be meant are refused")},
    {kDocument,
        flag("keep-going", "write the files whose edits all fit, even if others do not; the exit code is still 1")},
    {kDocument, flag("feedback", "print what to tell the model so that its next answer fits")},
    {kDocument,
        option("max-tokens", "N", "keep the feedback within about N tokens of 3.5 bytes, the most useful first")},
    {kLimits | kInputLimits, option("max-input", "SIZE", "refuse an input of more than SIZE bytes (256M)")},
    {kLimits | kInputLimits, option("max-files", "N", "refuse an input that names more than N files (100000)")},
    {kLimits | kInputLimits, option("max-edits", "N", "refuse an input of more than N edits (1000000)")},
    {kLimits, option("max-file", "SIZE", "refuse to change a file of more than SIZE bytes (4G)")},
    {kLimits, option("max-result", "SIZE", "refuse to write more than SIZE bytes in all (4G)")},
    {kLimits, option("max-growth", "N", "refuse to write more than 64M and N times what was read in all (16)")},
    {kVerify,
        option("verify", "CMD",
            "run CMD with 'sh -c' in the root when the change is made, and undo the change unless it exits with 0 "
            "(then the exit code is 8); '' runs no command")},
    {kVerify, option("verify-timeout", "SECONDS", "end the command after so long; then it has failed (600)")},
    {kVerify, flag("verify-workspace", "run the command that the workspace's own configuration names")},
    {kVerify, flag("check-syntax", "before anything is written, let the checkers of '[check]' look at the new texts")},
    {kDryRun, flag("dry-run", "do everything but write, and exit as if it had been", 'n')},
    {kDiff, flag("diff", "print the change as a unified diff that 'git apply' takes")},
    {kStrict, flag("strict", "refuse what is not exactly as written: such warnings are errors")},
    {kNoSync, flag("no-sync", "do not wait for the disk; a crash of the machine may then lose the run")},
    {kInteractive,
        flag("interactive", "show each change on the terminal and ask: apply, skip, split into its edits, edit, quit",
            'i')},
    {kHtml, option("html", "FILE", "write the change to FILE as one page for a browser; FILE is overwritten")},
    {kYes, flag("yes", "ask nothing: take every answer for yes (only 'approve' takes it for an approval)", 'y')},
    {kState,
        option("state-dir", "DIR",
            "keep lock, log and undo in DIR instead of .aptix/; for trees that are read-only or not yours")},
    {kState, option("wait", "SECONDS", "how long to wait while another run is writing (3)")},
    {kRoot, option("root", "DIR", "the folder that paths are relative to; the current one if not given", 'C')},
    {kRootLong, option("root", "DIR", "the folder that paths are relative to; the current one if not given")},
    {kJson, flag("json", "print one JSON object, on success and on failure")},
    {kQuiet, flag("quiet", "say nothing but errors", 'q')},
    {kVerbose, flag("verbose", "say more: where each edit landed, what was skipped and why", 'v')},
    {kColor, option("color", "auto|always|never", "colours; auto uses them on a terminal only")},
    {kHelp, flag("help", "show the help of this command", 'h')},
};

}  // namespace

std::span<const Command* const> commands() { return kCommands; }

std::span<const SharedOption> shared_options() { return kShared; }

unsigned Command::least_operands() const { return operands.empty() || operands.starts_with('[') ? 0 : 1; }

unsigned Command::most_operands() const {
  if (operands.find("...") != std::string_view::npos) return ~0u;
  if (operands == "[COMMAND]") return 2;  // the words of a command's name
  return operands.empty() ? 0 : 1;
}

bool Command::takes_files() const {
  return operands.find("FILE") != std::string_view::npos || operands.starts_with("PATH") ||
      operands.starts_with("[PATH");
}

const Command* find_command(std::string_view name) {
  for (const Command* command : kCommands)
    if (command->name == name) return command;
  return nullptr;
}

}  // namespace aptix::app
